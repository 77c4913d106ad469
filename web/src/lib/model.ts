/**
 * What the page draws, made from what the server sends; nothing here knows a rule.
 * Rows, colours and seats count from 0. Colours: 0 red, 1 yellow, 2 green, 3 blue.
 */
import type { SheetView, VariantInfo } from './protocol'

export interface CellPrint {
  name: string
  number: number
  colour: number
  /** What a cross sets in the mask of its row. */
  bits: number
  /** Counts as two crosses. */
  double: boolean
  /** Closes the row. */
  closes: boolean
  /** Bonus A: a boxed cell. */
  boxed: boolean
  /** Bonus B: the symbol printed on it. */
  symbol: string | null
}

export interface RowPrint {
  /** The colour of the lock. */
  colour: number
  cells: CellPrint[]
  /** What a crossed lock sets in the mask of the row. */
  lockBits: number
}

export interface Layout {
  id: string
  rows: RowPrint[]
  /** Crosses needed before the last cell. */
  needed: number
  sides: number
  /** Rows whose cells differ in colour: drawn neutral and numbered. */
  mixed: boolean
  bar: number[]
  symbols: string[]
  /** What one penalty costs. */
  penalty: number
  /** The points of a row with one cross, two and so on. */
  scale: number[]
  /** Cell name to [row, position]. */
  place: Map<string, [number, number]>
}

export interface RowState {
  crossed: boolean[]
  locked: boolean
  /** Crosses as they count: the lock is one, a double cell makes two. */
  count: number
  points: number
}

export interface SheetState {
  rows: RowState[]
  penalties: number
  penaltyPoints: number
  bonus: number
  total: number
  /** Bonus A: which squares are struck. */
  bar: boolean[]
  /** Bonus B: crossed cells of each symbol. */
  symbols: number[]
  lucky: readonly number[]
}

export const LETTERS = 'rygb'
export const COLOUR_KEYS = ['red', 'yellow', 'green', 'blue'] as const

export function layoutOf(variant: VariantInfo): Layout {
  const rows = variant.rows.map((cells, r): RowPrint => ({
    colour: cells[cells.length - 1]!.colour,
    cells: cells.map((cell) => ({
      name: cell.name,
      number: cell.number,
      colour: cell.colour,
      bits: cell.bits,
      double: cell.double ?? false,
      closes: cell.closes ?? false,
      boxed: cell.box ?? false,
      symbol: cell.symbol ?? null,
    })),
    lockBits: variant.lock_bits[r]!,
  }))
  const place = new Map<string, [number, number]>()
  rows.forEach((row, r) => row.cells.forEach((cell, p) => place.set(cell.name, [r, p])))
  return {
    id: variant.id,
    rows,
    needed: variant.crosses_before_lock,
    sides: variant.sides,
    mixed: variant.mixed,
    bar: [...variant.bar],
    symbols: variant.bonuses.map((bonus) => bonus.symbol),
    penalty: variant.penalty_points,
    scale: [...variant.scale],
    place,
  }
}

const bit = (mask: number, p: number): boolean => ((mask >> p) & 1) === 1

export function isCrossed(layout: Layout, sheet: SheetView, cell: string): boolean {
  const [row, position] = layout.place.get(cell)!
  return (sheet.rows[row]! & layout.rows[row]!.cells[position]!.bits) !== 0
}

export function isLocked(layout: Layout, sheet: SheetView, row: number): boolean {
  return (sheet.rows[row]! & layout.rows[row]!.lockBits) !== 0
}

export function sheetOf(
  layout: Layout,
  sheet: SheetView,
  lucky: readonly number[] | null = null,
): SheetState {
  const rows = layout.rows.map((print, r): RowState => {
    const crossed = print.cells.map((cell) => isCrossed(layout, sheet, cell.name))
    const locked = isLocked(layout, sheet, r)
    return { crossed, locked, count: sheet.crosses[r]!, points: sheet.points[r]! }
  })
  const symbols = layout.symbols.map((symbol) => {
    let crossed = 0
    layout.rows.forEach((print, r) =>
      print.cells.forEach((cell, p) => {
        if (cell.symbol === symbol && rows[r]!.crossed[p]) crossed += 1
      }),
    )
    return crossed
  })
  return {
    rows,
    penalties: sheet.penalties,
    penaltyPoints: -layout.penalty * sheet.penalties,
    bonus: sheet.bonus,
    total: sheet.total,
    bar: layout.bar.map((_, i) => bit(sheet.bar ?? 0, i)),
    symbols,
    lucky: lucky ?? [],
  }
}

export function lastCross(row: RowState): number {
  return row.crossed.lastIndexOf(true)
}

/** The cell that a move of action 1 or 2 names: `r5`, `*g16`, `+b10`; null for anything else. */
export function cellOf(move: string): string | null {
  return /^[*+]?([rygb]\d+)$/.exec(move)?.[1] ?? null
}
