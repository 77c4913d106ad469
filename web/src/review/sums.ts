/** What a game comes to, from the decisions and rolls of its review. Seats count from 1. */
import type { Layout } from '../lib/layout'
import { itemAt } from '../lib/list'
import type { Reviewed, ReviewedDecision } from '../lib/protocol'
import { ACCEPTED, amount } from './words'

/** Whether costly choices can be played on to the end: card games never are. */
export const isPlayedOn = ({ cards }: Reviewed): boolean => !cards

/** What a list of a review holds for a seat. */
export const ofSeat = <T>(list: readonly T[], seat: number): T => itemAt(list, seat - 1)

/** The curve of a seat: what the game was worth to it before the first turn and after each. */
export function curve(found: Reviewed, seat: number): number[] {
  const before = found.rolls.map((roll) => ofSeat(roll.before, seat))
  const last = found.finished
    ? ofSeat(found.seats, seat).result
    : found.rolls.at(-1)?.after[seat - 1]
  return last === undefined || last === null ? before : [...before, last]
}

/** The choices of a seat that were not the best. */
export function lost(found: Reviewed, seat: number): ReviewedDecision[] {
  return found.decisions.filter(
    (choice) => choice.seat === seat && choice.own !== false && choice.loss > 0,
  )
}

/** Those that cost something even when it is rounded, the costliest first. */
export function costly(found: Reviewed, seat: number): ReviewedDecision[] {
  const nothing = amount(0, found.unit)
  return lost(found, seat)
    .filter((choice) => amount(choice.loss, found.unit) !== nothing)
    .sort((a, b) => b.loss - a.loss)
}

/** Those that cost too much to be accepted, for certain. */
export function mistakes(found: Reviewed, seat: number): ReviewedDecision[] {
  return costly(found, seat).filter(
    (choice) => choice.mark !== null && choice.loss > ACCEPTED[found.unit],
  )
}

/** One of them to be answered again, with all that shows it. */
export interface Question {
  found: Reviewed
  layout: Layout
  choice: ReviewedDecision
  /** The same review with reasons, once the answer is shown and has none. */
  deeper: () => Promise<Reviewed>
}

export function questions(
  found: Reviewed,
  layouts: readonly Layout[],
  seat: number,
  deeper: Question['deeper'],
): Question[] {
  const layout = ofSeat(layouts, seat)
  return mistakes(found, seat).map((choice) => ({ found, layout, choice, deeper }))
}

export interface Parts {
  start: number
  luck: number
  /** What the seat gave away, whoever answered for it. */
  own: number
  /** What it got, or lost, by the others' mistakes. */
  others: number
  rest: number
  result: number
}

/** result = start + luck - own + others + rest; null before the end, and where nobody knows what it began with. */
export function parts(found: Reviewed, seat: number): Parts | null {
  const { start = null, given: others = 0, luck, result, residual } = ofSeat(found.seats, seat)
  if (start === null || result === null || residual === null) return null
  const choices = found.decisions.filter((choice) => choice.seat === seat)
  const own = choices.reduce((sum, choice) => sum + choice.loss, 0)
  return { start, luck, own, others, rest: residual, result }
}
