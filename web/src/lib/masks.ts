/** A sheet as it is drawn, from what the server sends. Only this file reads bit masks. */
import { cellAt, fieldName, type Layout } from './layout'
import { itemAt } from './list'
import type { SheetView } from './protocol'

export interface RowState {
  crossed: boolean[]
  /** Double A: whose second box is crossed. */
  twice: boolean[]
  /** The position of the rightmost cross, -1 for none: what is left of it is gone. */
  last: number
  locked: boolean
  /** Crosses as they count: the lock is one, a double cell makes two. */
  count: number
  /** The crosses that it is scored for: those of a bonus row beside it are added. */
  counted: number
  points: number
}

export type FieldState = 'used' | 'lost' | 'free'

export interface SheetState {
  rows: RowState[]
  penalties: number
  penaltyPoints: number
  bonus: number
  total: number
  /** Bonus A: which squares are struck. */
  bar: boolean[]
  /** Big Points: the crosses of its bonus rows, and the rightmost of each. */
  bonusRows: { crossed: boolean[]; last: number }[]
  /** X-Change: what has become of each swap field. */
  swaps: FieldState[]
  /** Bonus B: crossed cells of each symbol, and the symbols earned. */
  symbols: readonly number[]
  earned: readonly string[]
  lucky: readonly number[]
}

const holds = (mask: number, bits: number): boolean => (mask & bits) !== 0

/** Fields left of a used one are lost. */
export function fieldState(used: number, field: number): FieldState {
  if (holds(used, 1 << field)) return 'used'
  return used >> field ? 'lost' : 'free'
}

/** The swap fields that are used on one sheet and not yet on the other, by name. */
export function newFields(layout: Layout, before: SheetView, after: SheetView): string[] {
  const fresh = (after.bar ?? 0) & ~(before.bar ?? 0)
  return layout.swaps
    .map((_, field) => fieldName(field))
    .filter((_, field) => holds(fresh, 1 << field))
}

export function isCrossed(layout: Layout, sheet: SheetView, cell: string): boolean {
  const field = layout.swaps.findIndex((_, number) => fieldName(number) === cell)
  if (field >= 0) return fieldState(sheet.bar ?? 0, field) === 'used'
  for (const [k, cells] of layout.bonusRows.entries()) {
    const found = cells.find(({ name }) => name === cell)
    if (found) return holds(sheet.bonus_rows?.[k] ?? 0, found.bits)
  }
  const place = layout.place.get(cell)
  if (!place) return false
  const [row, position] = place
  return holds(itemAt(sheet.rows, row), cellAt(layout, row, position).bits)
}

export function isLocked(
  layout: Layout,
  sheet: SheetView | null | undefined,
  row: number,
): boolean {
  return !!sheet && holds(itemAt(sheet.rows, row), itemAt(layout.rows, row).lockBits)
}

/** Whose sheets hold the lock of a row; `layouts` are the printed sheets of the seats. */
export function lockers(
  layouts: readonly Layout[],
  sheets: readonly (SheetView | null | undefined)[],
  row: number,
): number[] {
  return sheets.flatMap((sheet, seat) =>
    isLocked(itemAt(layouts, seat), sheet, row) ? [seat] : [],
  )
}

export function rowState(
  crossed: boolean[],
  locked: boolean,
  count: number,
  points: number,
  twice: boolean[] = [],
  beside = 0,
): RowState {
  return {
    crossed,
    twice,
    last: crossed.lastIndexOf(true),
    locked,
    count,
    counted: count + beside,
    points,
  }
}

export function sheetOf(
  layout: Layout,
  sheet: SheetView,
  lucky?: readonly number[] | null,
): SheetState {
  const bonusRows = layout.bonusRows.map((cells, k) => {
    const crossed = cells.map((cell) => holds(sheet.bonus_rows?.[k] ?? 0, cell.bits))
    return { crossed, last: crossed.lastIndexOf(true) }
  })
  return {
    rows: layout.rows.map(({ cells, lockBits }, r) => {
      const mask = itemAt(sheet.rows, r)
      return rowState(
        cells.map((cell) => holds(mask, cell.bits)),
        holds(mask, lockBits),
        itemAt(sheet.crosses, r),
        itemAt(sheet.points, r),
        cells.map((cell) => holds(mask, cell.second ?? 0)),
        bonusRows[r >> 1]?.crossed.filter(Boolean).length,
      )
    }),
    penalties: sheet.penalties,
    penaltyPoints: 0 - (sheet.penalties_cost ?? 0),
    bonus: sheet.bonus,
    total: sheet.total,
    bar: layout.bar.map((_, square) => holds(sheet.bar ?? 0, 1 << square)),
    bonusRows,
    swaps: layout.swaps.map((_, field) => fieldState(sheet.bar ?? 0, field)),
    symbols: sheet.symbols ?? [],
    earned: sheet.earned ?? [],
    lucky: lucky ?? [],
  }
}
