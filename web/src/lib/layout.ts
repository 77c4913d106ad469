/**
 * A sheet as it is printed, from the server's catalogue. Rows, colours and seats count from 0.
 * Colours: 0 red, 1 yellow, 2 green, 3 blue.
 */
import { itemAt } from './list'
import type { Catalogue, CellInfo, Options, VariantInfo } from './protocol'

export interface RowPrint {
  /** The colour of the lock. */
  colour: number
  cells: CellInfo[]
  /** What a crossed lock sets in the mask of the row. */
  lockBits: number
}

export interface Layout {
  id: string
  rows: RowPrint[]
  /** The rule page. */
  rules: string
  /** Crosses that a row needs before a cell that closes it. */
  needed: number
  sides: number
  /** Rows whose cells differ in colour: drawn neutral and numbered. */
  mixed: boolean
  /** Large print. */
  large: boolean
  /** Bonus A: the colours of the bar's squares. */
  bar: readonly number[]
  /** Big Points: the round rows, between red and yellow and between green and blue. */
  bonusRows: readonly (readonly CellInfo[])[]
  /** Whether there is more to a sheet than its four rows. */
  beside: boolean
  /** X-Change: the two numbers of each swap field. */
  swaps: readonly (readonly [number, number])[]
  /** Connected steps: whether framed cells make a fifth row. */
  steps: boolean
  /** Bonus B: each symbol and how many cells bear it. */
  bonuses: { symbol: string; cells: number }[]
  /** What one penalty costs, and how many of them end the game. */
  penalty: number
  penalties: number
  /** How many closed rows end the game. */
  closedRows: number
  /** The points of a row with one cross, two and so on. */
  scale: readonly number[]
  /** Cell name to [row, position]. */
  place: Map<string, [number, number]>
}

export const LETTERS = 'rygb'
export const COLOUR_KEYS = ['red', 'yellow', 'green', 'blue'] as const

export const colourKey = (colour: number): (typeof COLOUR_KEYS)[number] =>
  itemAt(COLOUR_KEYS, colour)

/** The colour of a row's lock. */
export const colourOfRow = (layout: Layout, row: number): number => itemAt(layout.rows, row).colour

export const cellAt = (layout: Layout, row: number, position: number): CellInfo =>
  itemAt(itemAt(layout.rows, row).cells, position)

export function layoutOf(variant: VariantInfo): Layout {
  const place = new Map<string, [number, number]>()
  variant.rows.forEach((cells, r) => cells.forEach((cell, p) => place.set(cell.name, [r, p])))
  return {
    id: variant.id,
    rows: variant.rows.map((cells, r) => ({
      colour: itemAt(cells, cells.length - 1).colour,
      cells,
      lockBits: itemAt(variant.lock_bits, r),
    })),
    rules: variant.rules,
    needed: variant.crosses_before_lock,
    sides: variant.sides,
    mixed: variant.mixed,
    large: variant.large_print,
    bar: variant.bar,
    swaps: variant.swaps,
    bonusRows: variant.bonus_rows,
    beside:
      variant.bar.length +
        variant.swaps.length +
        variant.bonuses.length +
        variant.bonus_rows.length >
      0,
    steps: variant.rows.some((cells) => cells.some((cell) => cell.step)),
    bonuses: variant.bonuses.map(({ symbol, cells }) => ({ symbol, cells: cells.length })),
    penalty: variant.penalty_points,
    penalties: variant.penalties_to_end,
    closedRows: variant.closed_rows_to_end,
    scale: variant.scale,
    place,
  }
}

/** The sheet that a table plays on; the catalogue's first where none is named. */
export function variantOf(catalogue: Catalogue, options: Options): VariantInfo {
  return (
    catalogue.variants.find((variant) => variant.id === options.variant) ??
    itemAt(catalogue.variants, 0)
  )
}

/** What is played, as the pickers name it: a sheet, or the card game. */
export function gameOf(options: Options): string {
  return options.cards ? 'cards' : (options.variant ?? 'classic')
}

/** The rule page of what is played. */
export function rulesOf(options: Options, layout: Layout): string {
  return options.cards ? 'cards' : layout.rules
}

/** The cell that a move of action 1 or 2 names: `r5`, `*g16`, `~y8`, `+b10`; null for anything else. */
export function cellOf(move: string): string | null {
  return /^[*~+]?([rygboc]\d+)$/.exec(move)?.[1] ?? null
}

/** The cells that moves name, in their order. */
export const cellsOf = (moves: readonly string[]): string[] =>
  moves.map(cellOf).filter((cell) => cell !== null)

/** Whether a move crosses another number than the announced one: by luck (Longo), by a swap (X-Change). */
export function isSpecial(move: string): boolean {
  return /^[*~]/.test(move)
}

/** What strokes of real dice call a swap field. */
export function fieldName(field: number): string {
  return `~${field + 1}`
}

/** The colours in whose rows a cell counts: one, or the two beside a bonus row. */
export function coloursOf(cell: string): number[] {
  const bonusRow = 'oc'.indexOf(cell.charAt(0))
  return bonusRow < 0 ? [colourOf(cell)] : [2 * bonusRow, 2 * bonusRow + 1]
}

/** The colour of a cell's or a move's letter. */
export function colourOf(cell: string): number {
  return LETTERS.indexOf(cell.charAt(0))
}
