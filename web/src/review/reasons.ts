/** Why an answer is better, in sentences: the greatest differences of what games expect after both. */
import { t } from '../i18n/i18n.svelte'
import type { Layout } from '../lib/layout'
import { itemAt } from '../lib/list'
import type { Outlook } from '../lib/protocol'
import { ofSeat } from './sums'
import { decimal, percent, rowWords } from './words'

/** A sentence, how many points or so it is about, and whether it speaks against the better answer. */
interface Reason {
  weight: number
  against?: boolean
  text: string
}

/** What makes it better, and what it costs; nothing where games go on much the same. */
export interface Reasons {
  pros: string[]
  cons: string[]
}

const MAX_PROS = 3
const MAX_CONS = 2
/** Below so many points a difference is not worth a word. */
const WORTH = 0.3

export function reasons(
  layout: Layout,
  chosen: Outlook,
  best: Outlook,
  seat: number,
  names: string[],
): Reasons {
  const found = [
    ...rows(layout, chosen, best),
    points(t('end.bonus'), best.bonus - chosen.bonus),
    penalties(chosen, best),
    ...(names.length > 1 ? ending(chosen, best, seat) : []),
  ]
    .filter(({ weight }) => weight >= WORTH)
    .sort((a, b) => b.weight - a.weight)
  const pros = texts(
    found.filter(({ against }) => !against),
    MAX_PROS,
  )
  const all = pros.length ? pros : wins(chosen, best)
  return {
    pros: all,
    cons: all.length
      ? texts(
          found.filter(({ against }) => against),
          MAX_CONS,
        )
      : [],
  }
}

const texts = (found: Reason[], most: number): string[] =>
  found.slice(0, most).map(({ text }) => text)

function points(row: string, more: number, also = ''): Reason {
  const values = { row, points: decimal(Math.abs(more)) }
  const against = more < 0
  return {
    weight: Math.abs(more),
    against,
    text: t(against ? 'review.why.less' : 'review.why.more', values) + also,
  }
}

function rows(layout: Layout, chosen: Outlook, best: Outlook): Reason[] {
  return best.rows.map((row, r) => {
    const other = itemAt(chosen.rows, r)
    const [lock, before] = [percent(row.lock), percent(other.lock)]
    const also = lock === before ? '' : ` (${t('review.why.lock', { lock, before })})`
    return points(rowWords(layout, row.row), row.points - other.points, also)
  })
}

function penalties(chosen: Outlook, best: Outlook): Reason {
  const more = best.penalties - chosen.penalties
  const text = t(more < 0 ? 'review.why.fewer' : 'review.why.penalties', {
    n: decimal(Math.abs(more), 2),
  })
  return { weight: Math.abs(more) * 5, against: more > 0, text }
}

/** Whether one ends the game oneself, and how soon; a turn weighs as much as a point. */
function ending(chosen: Outlook, best: Outlook, seat: number): Reason[] {
  const turns = best.turns - chosen.turns
  const [chance, before] = [ofSeat(best.ends, seat), ofSeat(chosen.ends, seat)]
  const values = { chance: percent(chance), before: percent(before) }
  return [
    {
      weight: Math.abs(turns),
      text: t(turns > 0 ? 'review.why.longer' : 'review.why.shorter', {
        n: decimal(Math.abs(turns)),
      }),
    },
    { weight: Math.abs(chance - before) * 10, text: t('review.why.ends', values) },
  ]
}

/** Where no part of the sheet speaks for it, the wins do. */
function wins(chosen: Outlook, best: Outlook): string[] {
  const [chance, before] = [percent(best.win, 1), percent(chosen.win, 1)]
  return best.win > chosen.win && chance !== before
    ? [t('review.why.wins', { chance, before })]
    : []
}
