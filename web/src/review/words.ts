/** Figures and sentences of a review in the language of the page. */
import { language, minus, t, tNamed } from '../i18n/i18n.svelte'
import { Refusal } from '../lib/api'
import { COLOUR_KEYS, type Layout } from '../lib/layout'
import type { Reviewed, ReviewedDecision } from '../lib/protocol'
import { failure, rowName } from '../lib/words'

type Unit = Reviewed['unit']

/** What a choice may lose and still be accepted as right; where the marks begin. */
export const ACCEPTED: Record<Unit, number> = { wins: 0.02, points: 0.5 }

function number(value: number, options: Intl.NumberFormatOptions): string {
  const signed = { ...options, signDisplay: 'negative' } as const // of −0 nobody sees the sign
  return new Intl.NumberFormat(language(), signed).format(value).replace('-', '−')
}

export function percent(value: number, digits = 0): string {
  return number(value, {
    style: 'percent',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}

export function decimal(value: number, digits = 1): string {
  return number(value, { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/** A value, a loss or luck: "2.3 %" of wins, or "1.4 points". */
export function amount(value: number, unit: Unit, digits = 1): string {
  return unit === 'wins'
    ? percent(value, digits)
    : t('review.points', { points: decimal(value, digits) })
}

/** How far a figure may be off: half of its 95 % interval, from its standard error. */
export function range(se: number, unit: Unit): string {
  return `± ${amount(1.96 * se, unit)}`
}

/** The same with its sign. */
export function signed(value: number, unit: Unit): string {
  const shown = amount(Math.abs(value), unit)
  const zero = amount(0, unit)
  return shown === zero ? shown : `${value < 0 ? '−' : '+'}${shown}`
}

/** Without the word for points, where a column says what it is. */
export function bare(value: number, unit: Unit): string {
  return unit === 'wins' ? percent(value) : minus(Math.round(value))
}

/** The row of the server's colour word. */
export function rowOf(layout: Layout, colour: string): number {
  return layout.rows.findIndex((row) => COLOUR_KEYS[row.colour] === colour)
}

export function rowWords(layout: Layout, colour: string): string {
  return rowName(layout, rowOf(layout, colour))
}

/** What kind of question it was. */
export function phaseWords(phase: string): string {
  return tNamed(`review.phase.${phase}`)
}

/** How bad a choice was: a word for its mark, or that nobody can tell. */
export function markWords(decision: ReviewedDecision): string {
  if (decision.loss === 0) return t('review.best')
  if (decision.mark) return t(`review.mark.${decision.mark}`)
  return decision.loss < 2 * decision.se ? t('review.mark.unsure') : t('review.mark.none')
}

/** Why there is no review; a record is wrong in a line. */
export function reviewFailure(error: unknown): string {
  const line = error instanceof Refusal ? error.about.line : null
  return line == null ? failure(error) : `${failure(error)} ${t('review.line', { n: line })}`
}
