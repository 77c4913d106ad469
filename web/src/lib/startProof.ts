/** Compares how the dice of a game began with what this device stored before. docs/fair-dice.md */
import type { DiceReceipt } from './diceReceipt'
import type { Fair, TableView } from './protocol'
import { hex, sha256, text } from './sha256'
import { termsDigest } from './terms'

/** The schemes in which devices seal their shares. */
export type SealedScheme = 'rowlock-dice-2' | 'rowlock-dice-3'

export function isSealed(scheme: string): scheme is SealedScheme {
  return scheme === 'rowlock-dice-2' || scheme === 'rowlock-dice-3'
}

export function sealOf(
  table: string,
  commitment: string,
  member: number,
  share: string,
  scheme: SealedScheme,
): string {
  return hex(sha256(text(`${scheme}:seal:${table}:${commitment}:${member}:${share}`)))
}

export function commitmentOf(
  table: string,
  round: number,
  seed: string,
  scheme: SealedScheme,
): string {
  return hex(sha256(text(`${scheme}:seed:${table}:${round}:${seed}`)))
}

/** The line of this device in the list. */
export function lineOf({ table, commitment, member, share, slip }: DiceReceipt): string {
  return `${member}=${sealOf(table, commitment, member, share, slip)}`
}

/**
 * What this device can say about how the dice began.
 *
 * `late`: its seal had not arrived; `away`: it was not connected while the start was repeated;
 * `self`: a game of an earlier version, which can only be compared with itself.
 */
export type Proof =
  | 'proved'
  | 'unseen'
  | 'late'
  | 'away'
  | 'self'
  | 'replaced'
  | 'round'
  | 'commitment'
  | 'share'
  | 'list'
  | 'terms'
  | 'reused'
  | 'scheme'
  | 'day'
  | 'repeated'

/** Those that only a server that cheats brings about. */
export const CHEATED: ReadonlySet<Proof> = new Set([
  'round',
  'commitment',
  'share',
  'list',
  'terms',
  'reused',
  'scheme',
  'day',
  'repeated',
])

/** The first thing that contradicts what this device stored or saw; `turn` is 0 for the start. */
export interface Conflict {
  what: Proof | 'seen'
  turn: number
}

/** What the server says at a game that has begun. */
export type BegunView = Pick<TableView, 'fair' | 'day' | 'you'>

/** `connected`: this page has heard everything since the lobby. */
export function proofOf(
  receipt: DiceReceipt | null,
  { fair, day, you }: BegunView,
  connected = false,
): Proof {
  if (!receipt) return fair.scheme === 'rowlock-dice-1' ? 'self' : 'unseen'
  if (day) return 'day'
  if (fair.scheme !== receipt.slip) return 'scheme'
  const round = fair.round ?? 1
  const list = fair.list ?? []
  if (receipt.round > round) return 'round'
  if (receipt.round < round) return connected ? 'round' : 'away'
  if (receipt.commitment !== fair.commitment) return 'commitment'
  if (!list.includes(lineOf(receipt))) return withoutShare(receipt, list, you.seats, connected)
  if (!receipt.list) return 'unseen'
  if (String(receipt.list) !== String(list)) return 'list'
  if (termsDigestOf(receipt) !== (fair.digest ?? '')) return 'terms'
  return isReused(receipt, fair) ? 'reused' : 'proved'
}

/** The digest of the terms for which this device opened its share; empty in an earlier scheme. */
function termsDigestOf({ slip, terms = '' }: DiceReceipt): string {
  return slip === 'rowlock-dice-2' ? '' : termsDigest(terms)
}

/** Why the dice do not include the share of this device. */
function withoutShare(
  receipt: DiceReceipt,
  list: readonly string[],
  seats: readonly number[],
  connected: boolean,
): Proof {
  if (receipt.list) return 'share'
  if (list.some((line) => line.startsWith(`${receipt.member}=`)))
    return connected && !receipt.replaced ? 'share' : 'replaced'
  return receipt.sealed && seats.length ? 'share' : 'late'
}

/** Whether the seed is one that an earlier round promised. */
function isReused(receipt: DiceReceipt, fair: Fair): boolean {
  const earlier = Array.from({ length: receipt.round - 1 }, (_, at) => at + 1)
  return (
    fair.seed !== null &&
    receipt.before.length > 0 &&
    earlier.some((round) =>
      receipt.before.includes(commitmentOf(receipt.table, round, fair.seed ?? '', receipt.slip)),
    )
  )
}
