import { expect, test } from 'vitest'
import { formsFor, numberSize, type Room } from '../src/table/forms'

const PHONE: Room = {
  width: 390,
  height: 844,
  letters: 16,
  large: false,
  opponents: 3,
  cells: 11,
  rows: 4,
  bonusRows: 0,
  strip: false,
  signs: false,
  moreKeys: 0,
  lines: 0,
  named: false,
}
const forms = (room: Partial<Room>) => formsFor({ ...PHONE, ...room })
const chosen = (room: Partial<Room>): string => {
  const { side, others, dock, rows } = forms(room)
  return `${others} ${dock}${side ? ' at the side' : ''} ${rows}`
}
const WINDOWS = [
  [320, 568],
  [360, 640],
  [390, 664],
  [390, 844],
  [667, 375],
  [820, 1180],
  [1024, 768],
  [1920, 1080],
] as const

test('an ordinary phone shows all of everything', () => {
  expect(chosen({})).toBe('sheets full full')
})

test('what is scarce is given up in turn: reserves of the dock, sheets of others, heads of rows', () => {
  expect(chosen({ height: 740 })).toBe('sheets low low')
  expect(chosen({ width: 360, height: 640 })).toBe('faces low low')
  expect(chosen({ width: 360, height: 640, strip: true, moreKeys: 2 })).toBe('faces low folded')
})

test('the dock stands beside the sheet where the window is wider than high', () => {
  for (const [width, height] of WINDOWS) expect(forms({ width, height }).side).toBe(width > height)
})

test('a lying phone has the others in the line of the bar', () => {
  expect(forms({ width: 667, height: 375 })).toMatchObject({ oneBar: true, others: 'faces' })
})

test('a desktop has room for the log', () => {
  expect(forms({ width: 1280, height: 800 }).panel).toBe(true)
  expect(forms({ width: 1366, height: 500 }).panel).toBe(false)
})

test('what fits into a window fits into a higher one', () => {
  for (const width of [320, 360, 390, 412]) {
    let fitted = false
    for (let height = 400; height < 1000; height += 10) {
      const fits = !forms({ width, height }).scrolls
      expect(fits || !fitted).toBe(true)
      fitted = fits
    }
  }
})

test('cells are at least 40 high where eleven of 28 find room, and numbers at least 16', () => {
  for (const [width, height] of WINDOWS) {
    const { cell, number } = forms({ width, height })
    if (width >= 360) expect(cell).toBeGreaterThanOrEqual(40)
    expect(number).toBeGreaterThanOrEqual(16)
  }
})

test('large print has numbers 1.6 times as large on phones, 1.4 times elsewhere', () => {
  for (const [width, height] of WINDOWS)
    for (const cells of [11, 15]) {
      const normal = forms({ width, height, cells })
      const large = forms({ width, height, cells, large: true, letters: 20 })
      const factor = Math.min(width, height) < 600 ? 1.6 : 1.4
      expect(large.number / normal.number).toBeGreaterThanOrEqual(factor)
    }
})

test('in large print a row shows as many cells as two digits find room', () => {
  expect(forms({ large: true, letters: 20 }).capacity).toBe(11)
  expect(forms({ large: true, letters: 20, cells: 15 }).capacity).toBeLessThan(15)
  expect(forms({ cells: 15 }).capacity).toBe(15)
})

test('numbers grow with the cells, not without bounds', () => {
  expect(numberSize(320, 11)).toBe(16)
  expect(numberSize(390, 11)).toBeGreaterThan(16)
  expect(numberSize(3000, 11)).toBe(27)
})

test('a sheet that fits nowhere scrolls', () => {
  expect(forms({ width: 320, height: 400 }).scrolls).toBe(true)
  expect(forms({}).scrolls).toBe(false)
})
