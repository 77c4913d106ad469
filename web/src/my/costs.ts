/** What choices cost, from the figures of reviews. */
import type { Reviewed, SeatReview } from '../lib/protocol'
import { sum } from './figures'
import type { Played } from './record'
import type { Figures } from './store'

/** The figures of one seat of a review. */
export function figuresOf(
  {
    unit,
    judge,
    finished,
    approximate,
  }: Pick<Reviewed, 'unit' | 'judge' | 'finished' | 'approximate'>,
  { decisions, loss }: SeatReview,
): Figures {
  const network = judge === 'network' && unit === 'wins' && finished
  return { unit, network, rough: approximate, decisions, loss }
}

/** Whether a game has still to be reviewed. Old figures that no network made do not say who judged. */
export function isOpen({ figures }: Played): boolean {
  return !figures || (!figures.network && figures.rough === undefined)
}

export interface CostsOfAKind {
  unit: Figures['unit']
  /** Judged by rules of thumb only. */
  rough: boolean
  /** The first of the rough ones, which stand apart. */
  firstRough: boolean
  /** Of each game that has choices. */
  figures: Figures[]
}

/** The figures of reviewed games in groups that can be averaged: chances and points cannot, nor can
 *  exact figures and estimates. */
export function costsByKind(games: readonly Played[]): CostsOfAKind[] {
  const reviewed = games.flatMap((game) => (game.figures && !isOpen(game) ? [game.figures] : []))
  const kinds: CostsOfAKind[] = []
  for (const rough of [false, true])
    for (const unit of ['wins', 'points'] as const) {
      const figures = reviewed.filter(
        (one) => one.decisions > 0 && one.unit === unit && (one.rough ?? false) === rough,
      )
      const firstRough = rough && !kinds.at(-1)?.rough
      if (figures.length) kinds.push({ unit, rough, firstRough, figures })
    }
  return kinds
}

export function lossPerChoice(figures: readonly Figures[]): number {
  return sum(figures.map(({ loss }) => loss)) / sum(figures.map(({ decisions }) => decisions))
}
