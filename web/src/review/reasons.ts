/** Why an answer is better, in sentences: the greatest differences of what games expect after both. */
import { t } from '../i18n/i18n.svelte'
import type { Layout } from '../lib/layout'
import type { Outlook } from '../lib/protocol'
import { decimal, percent, rowWords } from './words'

/** A sentence, and how many points or so it is about. */
type Reason = [weight: number, text: string]

const MOST = 3
/** Below so many points a difference is not worth a word. */
const WORTH = 0.3

export function reasons(layout: Layout, chosen: Outlook, best: Outlook, seat: number, names: string[]): string[] {
  const found: Reason[] = [
    ...rows(layout, chosen, best),
    ...penalties(chosen, best),
    ...(names.length > 1 ? ending(chosen, best, seat) : []),
  ]
  return found
    .filter(([weight]) => weight >= WORTH)
    .sort((a, b) => b[0] - a[0])
    .slice(0, MOST)
    .map(([, text]) => text)
}

function rows(layout: Layout, chosen: Outlook, best: Outlook): Reason[] {
  return best.rows.map((row, r) => {
    const more = row.points - chosen.rows[r]!.points
    const values = {
      row: rowWords(layout, row.row),
      points: decimal(Math.abs(more)),
      lock: percent(row.lock),
      before: percent(chosen.rows[r]!.lock),
    }
    return [Math.abs(more), t(more > 0 ? 'review.why.more' : 'review.why.less', values)]
  })
}

function penalties(chosen: Outlook, best: Outlook): Reason[] {
  const more = best.penalties - chosen.penalties
  const text = t(more < 0 ? 'review.why.fewer' : 'review.why.penalties', { n: decimal(Math.abs(more), 2) })
  return [[Math.abs(more) * 5, text]]
}

/** Whether one ends the game oneself, and how soon; a turn weighs as much as a point. */
function ending(chosen: Outlook, best: Outlook, seat: number): Reason[] {
  const turns = best.turns - chosen.turns
  const own = best.ends[seat - 1]! - chosen.ends[seat - 1]!
  const values = { chance: percent(best.ends[seat - 1]!), before: percent(chosen.ends[seat - 1]!) }
  return [
    [Math.abs(turns), t(turns > 0 ? 'review.why.longer' : 'review.why.shorter', { n: decimal(Math.abs(turns)) })],
    [Math.abs(own) * 10, t('review.why.ends', values)],
  ]
}
