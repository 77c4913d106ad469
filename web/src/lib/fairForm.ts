/** The exact forms of what the server tells about the dice; `rowlock verify` refuses the same. */
import type { Fair } from './protocol'

/** Starts of one table, the failed ones counted. */
export const MAX_ROUND = 1_000
const HASH = /^[0-9a-f]{64}$/
const SHARE = /^[0-9a-f]{32}$/
const LINE = /^(0|[1-9]\d{0,9})=[0-9a-f]{64}$/
const NONE = '-'

/** Whether there is one line and one share for each seat, and everything is spelled exactly. */
export function isWellFormed(fair: Fair, seats: number): boolean {
  const { scheme, commitment, seed, seeds, list, round = 1, digest = '' } = fair
  if (!HASH.test(commitment) || !HASH.test(seed ?? '') || seeds.length !== seats) return false
  if (scheme === 'rowlock-dice-1') return true
  return (
    (scheme === 'rowlock-dice-2' || (scheme === 'rowlock-dice-3' && isDigest(digest, seeds))) &&
    Number.isInteger(round) &&
    round >= 1 &&
    round <= MAX_ROUND &&
    list?.length === seats &&
    list.every((line, seat) =>
      line === NONE ? seeds[seat] === NONE : LINE.test(line) && SHARE.test(seeds[seat] ?? ''),
    )
  )
}

/** The digest of the terms; none only if no device takes part. */
function isDigest(digest: string, shares: readonly string[]): boolean {
  return HASH.test(digest) || (digest === NONE && shares.every((share) => share === NONE))
}
