/** What a sheet of one's own is made of, and the address that says it all. */
import { has, t } from '../i18n/i18n.svelte'
import { Refusal } from '../lib/api'
import { COLOUR_KEYS, type Layout } from '../lib/layout'
import type { CellInfo, VariantInfo } from '../lib/protocol'
import { failure, rowName } from '../lib/words'

/** What is shuffled: nothing, the numbers, the colours or both. */
export const KINDS = ['', 'n', 'c', 'b'] as const
export type Kind = (typeof KINDS)[number]
export const kindOf = (word: string): Kind => KINDS.find((kind) => kind === word) ?? ''

export interface SheetDesign {
  base: string
  kind: Kind
  letters: string
  lock?: number
  end?: number
  /** `r3-r4` exchanges two signs, `r3xr7` two cells, `3r` colours a square of the bar: one after the other. */
  moves: readonly string[]
}

/** The way of shuffling that codes made here use. */
const SCHEME = 1
export const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** The code that anybody can type; "" where nothing is shuffled. */
export const codeOf = (design: SheetDesign): string =>
  design.kind ? `${design.kind}${SCHEME}-${design.letters}` : ''

/** `BASE/CODE/LOCK/END/MOVES`; `-` stands for what is not changed. */
export function addressOf(design: SheetDesign): string {
  const parts = [
    'sheets',
    design.base,
    codeOf(design),
    design.lock,
    design.end,
    design.moves.join('_'),
  ]
  return parts
    .map((part) => (part === '' ? '-' : (part ?? '-')))
    .join('/')
    .replace(/(\/-)+$/, '')
}

export function designOf([
  base = 'classic',
  code = '',
  lock = '-',
  end = '-',
  moves = '-',
]: string[]): SheetDesign {
  const found = /^(?:([ncb])1-)?([a-z]{1,12})$/.exec(code)
  const number = (text: string): number | undefined =>
    /^\d$/.test(text) ? Number(text) : undefined
  return {
    base,
    kind: found ? kindOf(found[1] ?? 'b') : '',
    letters: found?.[2] ?? 'tulip',
    lock: number(lock),
    end: number(end),
    moves: moves === '-' ? [] : moves.split('_'),
  }
}

/** The changes as the server takes them; empty ones are not told. */
export const changesOf = (design: SheetDesign): Record<string, string | number> => {
  const all = {
    code: codeOf(design),
    moves: design.moves.join('_'),
    crosses_before: design.lock ?? '',
    penalties: design.end ?? '',
  }
  return Object.fromEntries(Object.entries(all).filter(([, change]) => change !== ''))
}

/** Lines, steps, swap fields and bonus rows rely on where cells stand: there nothing is shuffled. */
export function isFixed(sheet: VariantInfo): boolean {
  return (
    sheet.swaps.length + sheet.bonus_rows.length > 0 ||
    sheet.rows.flat().some((cell) => cell.step || cell.partner)
  )
}

/** What is printed on a cell and can be moved; "" for nothing. */
export const signOf = (cell: CellInfo): string =>
  cell.symbol ?? (cell.box ? 'box' : cell.double ? 'double' : cell.second ? 'second' : '')

/** A refusal and where on the screen it belongs. */
export interface DesignError {
  at: 'code' | 'lock' | 'sheet' | 'all'
  words: string
}

/** What the server found wrong with a design. */
export function designErrorOf(refusal: unknown, layout: Layout): DesignError {
  if (!(refusal instanceof Refusal)) return { at: 'all', words: failure(refusal) }
  const { place = '', reason } = refusal.about
  const [table, key] = (place ?? '').split('.')
  if (!table)
    return {
      at: ['bad_code', 'not_shuffled'].includes(refusal.code) ? 'code' : 'all',
      words: failure(refusal),
    }
  const said = table === 'moves' ? 'own.wrong.moves' : `own.wrong.${reason}`
  const row = COLOUR_KEYS.findIndex((colour) => colour === key)
  const words = has(said) ? t(said, { row: row < 0 ? '' : rowName(layout, row) }) : failure(refusal)
  return { at: table === 'lock' ? 'lock' : 'sheet', words }
}
