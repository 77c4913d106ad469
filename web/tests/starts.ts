/** What a server tells before a game, in each round, and this device's part in it. */
import type { Fair, TableView } from '../src/lib/protocol'
import { receiptOf, type DiceReceipt } from '../src/lib/diceReceipt'
import { tableView } from './fixtures'
import * as referenceDice from './referenceDice'

export const TABLE = 'BCDFGHJK'
export const SEEDS = ['11'.repeat(32), '22'.repeat(32), '33'.repeat(32)]
/** What an honest server promises in this round, counted from 1. */
export const promised = (round: number): string =>
  referenceDice.commitment(TABLE, round, SEEDS[round - 1] ?? '')
export const line = (member: number, share: string, round = 1): string =>
  `${member}=${referenceDice.seal(TABLE, promised(round), member, share)}`
export const NAMES = ['Ann', 'Ben', 'Cleo']
/** What an honest server tells with the list. */
export const termsOf = (...names: string[]): Pick<Fair, 'terms' | 'digest'> => {
  const terms = referenceDice.termsOf(...names)
  return { terms, digest: referenceDice.termsDigest(terms) }
}
export const BEN = line(1, 'ee'.repeat(16))

/** The receipt of this table; there must be one. */
export function receipt(): DiceReceipt {
  const stored = receiptOf(TABLE)
  if (!stored) throw new Error('nothing is stored')
  return stored
}

/** The lobby in a round, or the start once there is a list. */
export function lobby(change: Partial<Fair> = {}, view: Partial<TableView> = {}): TableView {
  const round = change.round ?? 1
  const names = view.seats?.map(({ name }) => name ?? '') ?? NAMES
  return tableView({
    stage: change.list ? 'starting' : 'lobby',
    fair: {
      scheme: 'rowlock-dice-3',
      ...(change.list && termsOf(...names)),
      commitment: promised(round),
      seeds: [],
      seed: null,
      round,
      ...change,
    },
    ...view,
  })
}
