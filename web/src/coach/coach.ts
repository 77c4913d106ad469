/** Asking the coach, and what its answer puts on the sheet. Figures and words come ready made. */
import { t } from '../i18n/i18n.svelte'
import { authorized, json, post } from '../lib/api'
import { cellOf } from '../lib/layout'
import type { Advice, AdvisedMove } from '../lib/protocol'
import type { ReadyTable } from '../lib/table.svelte'
import { amount, bare } from '../review/words'
import type { Hint } from '../sheet/marks'
import type { Hints } from '../table/play.svelte'

/** Answers that differ by less are the same. */
const SAME = 1e-6

const isBest = (move: AdvisedMove): boolean => move.loss < SAME

/** Whether neither a solved table nor a trained network knows this game, only rules of thumb. */
export const isRough = ({ judge }: Advice): boolean => judge === 'heuristic' || judge === 'cards'

/** What the coach says about a question, which is the body of the request. */
export function askCoach(
  table: ReadyTable,
  question: string,
  signal: AbortSignal,
): Promise<Advice> {
  const request = authorized(post(JSON.parse(question)), table.token ?? '')
  return json(`api/tables/${table.id}/advice`, { ...request, signal })
}

/** A star for the best; what any other gives away. */
function short(move: AdvisedMove, unit: Advice['unit']): string {
  return isBest(move) ? '★' : `−${bare(move.loss, unit)}`
}

/** Marks for cells; with `costs` what every cell gives away, too; with `asks` questions before rash moves. */
export function hintsOf(
  { moves, unit }: Advice,
  { costs, asks }: { costs: boolean; asks: boolean },
): Hints {
  const cells: Record<string, Hint> = {}
  const sure: Record<string, string> = {}
  let pass = ''
  for (const each of moves) {
    const cell = cellOf(each.move)
    const best = isBest(each)
    if (cell && (best || costs) && !cells[cell]?.best)
      cells[cell] = {
        best,
        text: short(each, unit),
        words: best ? t('coach.isBest') : t('coach.costs.cell', { loss: amount(each.loss, unit) }),
      }
    if (each.move === '-' && (best || costs)) pass = short(each, unit)
    if (each.rash && asks)
      sure[each.move] = t(unit === 'wins' ? 'coach.sure' : 'coach.sure.points', {
        loss: amount(each.loss, unit),
      })
  }
  return { cells, sure, pass }
}
