/** What there is to see and to hear of one cell. */
import { t, tNamed } from '../i18n/i18n.svelte'
import { cellAt, type Layout } from '../lib/layout'
import type { RowState } from '../lib/masks'
import type { CellInfo } from '../lib/protocol'
import { cellWords, coloured, rowName } from '../lib/words'
import type { Hint, Marks } from './marks'

export interface CellState {
  crossed: boolean
  /** Double A: its second box is crossed too. */
  twice: boolean
  /** Left of the last cross: gone for good. */
  skipped: boolean
  closed: boolean
  legal: boolean
  lucky: boolean
  pencilled: boolean
  previewed: boolean
  warned: boolean
  /** May be crossed, marked or not. */
  open: boolean
  hint: Hint | undefined
  /** Just crossed: its place in the chain, from 0; -1 if it is old. */
  order: number
}

export function cellState(
  cell: CellInfo,
  at: number,
  row: RowState,
  shut: boolean,
  marks: Marks,
): CellState {
  const has = (cells: readonly string[]): boolean => cells.includes(cell.name)
  const crossed = row.crossed[at] ?? false
  const state = {
    crossed,
    twice: row.twice[at] ?? false,
    skipped: !crossed && at < row.last,
    closed: shut && !crossed,
    legal: has(marks.legal),
    lucky: has(marks.lucky),
    pencilled: has(marks.pencil),
    previewed: has(marks.preview),
    warned: has(marks.warned),
    hint: marks.hints[cell.name],
    order: marks.fresh.indexOf(cell.name),
  }
  return { ...state, open: state.legal || state.lucky || state.pencilled || has(marks.hidden) }
}

const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1)
const small = (text: string): string => text.charAt(0).toLocaleLowerCase() + text.slice(1)

export function cellLabel(
  layout: Layout,
  [r, c]: [number, number],
  row: RowState,
  state: CellState,
): string {
  const cell = cellAt(layout, r, c)
  const name = capital(coloured(cell.colour, cell.number))
  const parts = layout.mixed ? [rowName(layout, r), name] : [name]
  if (state.warned) parts.push(t('cell.warned'))
  if (cell.double) parts.push(t('cell.double'))
  if (cell.step) parts.push(t('cell.step'))
  if (cell.partner) parts.push(t('cell.partner', { cell: cellWords(cell.partner) }))
  if (cell.box) parts.push(t('cell.boxed'))
  if (cell.symbol) parts.push(tNamed(`symbol.${cell.symbol}`))
  if (state.twice) parts.push(t('cell.twice'))
  else if (state.crossed) parts.push(t('cell.crossed'))
  if (state.crossed && state.open) parts.push(t('cell.again'))
  if (state.crossed) return parts.join(', ')
  if (state.hint) parts.push(state.hint.words)
  if (state.pencilled) parts.push(t('cell.pencilled'))
  else if (state.legal || state.lucky) {
    const skips = c - row.last - 1
    parts.push(t('cell.legal'))
    if (state.lucky) parts.push(t(layout.swaps.length ? 'cell.swap' : 'cell.lucky'))
    if (skips > 0) parts.push(t('cell.skips', { n: skips }))
  } else if (state.closed) parts.push(t('cell.closed'))
  else if (state.skipped) parts.push(t('cell.skipped'))
  else if (cell.closes && row.count < layout.needed)
    parts.push(small(t('reason.needs', { n: layout.needed, have: row.count })))
  return parts.join(', ')
}
