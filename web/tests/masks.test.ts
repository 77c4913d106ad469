import { describe, expect, test } from 'vitest'
import { layoutOf } from '../src/lib/layout'
import {
  fieldState,
  isCrossed,
  isLocked,
  lockers,
  newFields,
  rowState,
  sheetOf,
} from '../src/lib/masks'
import type { CellInfo } from '../src/lib/protocol'
import { classic, sheetView, withCells } from './fixtures'

const layout = layoutOf(classic())
/** The names of the cells at these places of a row. */
const names = (row: number, marked: readonly boolean[] | undefined): string[] =>
  layout.rows[row]?.cells.filter((_, place) => marked?.[place]).map(({ name }) => name) ?? []

describe('a row', () => {
  // Red: 2 is bit 0, 12 is bit 10, the lock is bit 11. Green begins with the 12.
  const state = sheetOf(
    layout,
    sheetView({
      rows: [0b1100_0001_0011, 0, 0b11, 0],
      crosses: [5, 0, 2, 0],
      points: [15, 0, 3, 0],
    }),
  )

  test('shows the cells whose bits are set, and the lock', () => {
    expect(names(0, state.rows[0]?.crossed)).toEqual(['r2', 'r3', 'r6', 'r12'])
    expect(names(1, state.rows[1]?.crossed)).toEqual([])
    expect(names(2, state.rows[2]?.crossed)).toEqual(['g12', 'g11'])
    expect(state.rows.map(({ locked }) => locked)).toEqual([true, false, false, false])
  })

  test('has the place of its rightmost cross, -1 without one', () => {
    expect(state.rows.map(({ last }) => last)).toEqual([10, -1, 1, -1])
  })

  test('has no cell that is crossed twice where no cell has a second box', () => {
    expect(state.rows.flatMap(({ twice }) => twice)).not.toContain(true)
  })

  test('takes crosses and points from the server and does not count them again', () => {
    expect(state.rows.map(({ count }) => count)).toEqual([5, 0, 2, 0])
    expect(state.rows.map(({ counted }) => counted)).toEqual([5, 0, 2, 0])
    expect(state.rows.map(({ points }) => points)).toEqual([15, 0, 3, 0])
  })

  test('is locked only by the bit of its lock', () => {
    const full = sheetView({ rows: [0b0111_1111_1111, 0b1000_0000_0000, 0, 0] })
    expect([0, 1].map((row) => isLocked(layout, full, row))).toEqual([false, true])
    expect(isLocked(layout, null, 0)).toBe(false)
  })
})

test('a double cell is crossed by the two bits that a cross sets', () => {
  // Double B: 2 is bit 0, 3 the bits 1 and 2, 4 bit 3.
  const [two, three, four] = [0b1, 0b110, 0b1000]
  const double = layoutOf(
    withCells(classic(), {
      r2: { bits: two },
      r3: { bits: three, double: true },
      r4: { bits: four },
      r5: { bits: 1 << 4 },
    }),
  )
  const crossed = (mask: number): boolean[] | undefined =>
    sheetOf(double, sheetView({ rows: [mask, 0, 0, 0] })).rows[0]?.crossed.slice(0, 3)
  expect(crossed(two + three)).toEqual([true, true, false])
  expect(crossed(two + four)).toEqual([true, false, true])
})

test('a second box is crossed by a bit of its own', () => {
  // Double A: every cell has two bits side by side, the last one has one.
  const second: Record<string, Partial<CellInfo>> = {
    r2: { bits: 0b1, second: 0b10 },
    r3: { bits: 0b100, second: 0b1000 },
    r4: { bits: 0b10000 },
  }
  const boxes = layoutOf(
    withCells(classic({ rows: [classic().rows[0]?.slice(0, 3) ?? []] }), second),
  )
  const [row] = sheetOf(boxes, sheetView({ rows: [0b1_1101], crosses: [4], points: [10] })).rows
  expect(row?.crossed).toEqual([true, true, true])
  expect(row?.twice).toEqual([false, true, false])
})

describe('Big Points', () => {
  const bonus = (letter: string, colour: number): CellInfo[] =>
    [2, 3, 4].map((number, place) => ({
      name: `${letter}${number}`,
      number,
      colour,
      bits: 1 << place,
    }))
  const big = layoutOf(classic({ bonus_rows: [bonus('o', 4), bonus('c', 5)] }))
  const sheet = sheetView({ crosses: [4, 1, 0, 2], bonus_rows: [0b101, 0b010] })

  test('a bonus row has crosses of its own', () => {
    expect(sheetOf(big, sheet).bonusRows).toEqual([
      { crossed: [true, false, true], last: 2 },
      { crossed: [false, true, false], last: 1 },
    ])
    expect(['o2', 'o3', 'c3'].map((cell) => isCrossed(big, sheet, cell))).toEqual([
      true,
      false,
      true,
    ])
  })

  test('its crosses count in both rows beside it', () => {
    const { rows } = sheetOf(big, sheet)
    expect(rows.map(({ count }) => count)).toEqual([4, 1, 0, 2])
    expect(rows.map(({ counted }) => counted)).toEqual([6, 3, 1, 3])
  })
})

describe('X-Change', () => {
  const swaps = layoutOf(
    classic({
      swaps: [
        [8, 5],
        [9, 7],
        [11, 3],
        [7, 4],
      ],
    }),
  )

  test('fields left of a used one are lost, those right of it are free', () => {
    const used = sheetView({ bar: 0b0100 })
    expect(sheetOf(swaps, used).swaps).toEqual(['lost', 'lost', 'used', 'free'])
    expect(sheetOf(swaps, sheetView()).swaps).toEqual(['free', 'free', 'free', 'free'])
    expect([0, 1, 2].map((field) => fieldState(0b101, field))).toEqual(['used', 'lost', 'used'])
  })

  test('a field is crossed if it is used, under the name that strokes give it', () => {
    const used = sheetView({ bar: 0b0100 })
    expect(['~1', '~3', '~4'].map((name) => isCrossed(swaps, used, name))).toEqual([
      false,
      true,
      false,
    ])
  })

  test('a new field is one that only the later sheet has used', () => {
    expect(newFields(swaps, sheetView({ bar: 0b0001 }), sheetView({ bar: 0b1001 }))).toEqual(['~4'])
    expect(newFields(swaps, sheetView(), sheetView())).toEqual([])
  })
})

test('a square of the bonus bar is struck by its own bit', () => {
  const bar = layoutOf(classic({ bar: [0, 3, 1, 2] }))
  expect(sheetOf(bar, sheetView({ bar: 0b0011 })).bar).toEqual([true, true, false, false])
  expect(sheetOf(bar, sheetView()).bar).toEqual([false, false, false, false])
})

test('a cell is looked up by its name', () => {
  const sheet = sheetView({ rows: [0b1000, 0, 0, 0b1] })
  const crossed = ['r5', 'r6', 'b12', 'b2', 'y5'].filter((cell) => isCrossed(layout, sheet, cell))
  expect(crossed).toEqual(['r5', 'b12'])
})

test('the seats that crossed a lock are found by their sheets', () => {
  const locked = sheetView({ rows: [0, 1 << 11, 0, 0] })
  const layouts = [layout, layout, layout, layout]
  expect(lockers(layouts, [locked, sheetView(), null, locked], 1)).toEqual([0, 3])
  expect(lockers(layouts, [locked, sheetView()], 0)).toEqual([])
})

test('penalties are shown as points that are lost', () => {
  const { penalties, penaltyPoints } = sheetOf(
    layout,
    sheetView({ penalties: 2, penalties_cost: 10 }),
  )
  expect([penalties, penaltyPoints]).toEqual([2, -10])
  expect(sheetOf(layout, sheetView()).penaltyPoints).toBe(0) // and not -0
})

test('what a server leaves out is nothing', () => {
  const state = sheetOf(layout, sheetView())
  expect(state).toMatchObject({ symbols: [], earned: [], lucky: [], bar: [], swaps: [] })
  expect(sheetOf(layout, sheetView(), [6, 11]).lucky).toEqual([6, 11])
})

test('a row without second boxes has none crossed', () => {
  expect(rowState([true, false, true], false, 2, 3)).toEqual({
    crossed: [true, false, true],
    twice: [],
    last: 2,
    locked: false,
    count: 2,
    counted: 2,
    points: 3,
  })
})
