/** Why one answer is better than another, in a sentence that a child understands. */
import { t, type Key } from '../i18n/i18n.svelte'
import { cellOf } from './layout'
import { moveWords } from './words'

/** An answer as the server judged it. */
export interface Judged {
  move: string
  /** Open cells that its crosses skip. */
  skips?: number
  penalty?: boolean
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const sentence = (key: Key, values: Record<string, string | number>): string =>
  capital(t(key, values))

/** Whether an answer passes. */
const isPass = ({ move }: Judged): boolean => move === '-'

/** "Red 8 throws six numbers away, green 9 none." */
export function plainReason(chosen: Judged, best: Judged): string {
  const [cell, better] = [moveWords(chosen.move), moveWords(best.move)]
  const [skips, least] = [chosen.skips ?? 0, best.skips ?? 0]
  if (isPass(best)) {
    if (!cellOf(chosen.move) || !skips) return t('plain.passWaits')
    return sentence(best.penalty ? 'plain.penaltyBest' : 'plain.pass', { cell, n: skips })
  }
  if (!cellOf(best.move)) return sentence('plain.better', { better })
  if (isPass(chosen)) {
    if (chosen.penalty && !best.penalty) return sentence('plain.penalty', { better })
    return least
      ? sentence('plain.worth', { better, n: least })
      : sentence('plain.free', { better })
  }
  if (!cellOf(chosen.move)) return sentence('plain.better', { better })
  if (skips > least)
    return least
      ? sentence('plain.skipsMore', { cell, better, n: skips, less: least })
      : sentence('plain.skipsNone', { cell, better, n: skips })
  return skips === least
    ? sentence('plain.same', { better })
    : sentence('plain.worth', { better, n: least })
}

/** What the coach says, with the best answer first: "try red 5, it throws nothing away." */
export function adviceWords([best, ...others]: readonly Judged[]): string {
  if (!best) return ''
  const better = moveWords(best.move)
  const cells = others.filter(({ move }) => cellOf(move))
  const [least] = [...cells].sort((a, b) => (a.skips ?? 0) - (b.skips ?? 0))
  if (isPass(best)) return plainReason(least ?? best, best)
  if (!cellOf(best.move)) return capital(better)
  return best.skips
    ? t('coach.try.worth', { better, n: best.skips })
    : t('coach.try.free', { better })
}
