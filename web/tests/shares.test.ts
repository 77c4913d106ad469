import { beforeEach, describe, expect, test } from 'vitest'
import type { ClientMessage, Fair, TableView } from '../src/lib/protocol'
import { clearNotes, notesOf } from '../src/lib/diceNotes'
import { Shares } from '../src/lib/shares'
import {
  CHEATED,
  proofOf as proofOfReceipt,
  type BegunView,
  type Proof,
} from '../src/lib/startProof'
import { receiptFor, receiptOf, saveReceipt, type DiceReceipt } from '../src/lib/diceReceipt'
import { seatView, tableView } from './fixtures'
import * as referenceDice from './referenceDice'

const TABLE = 'BCDFGHJK'
const SEEDS = ['11'.repeat(32), '22'.repeat(32), '33'.repeat(32)]
/** What an honest server promises in this round, counted from 1. */
const promised = (round: number): string =>
  referenceDice.commitment(TABLE, round, SEEDS[round - 1] ?? '')
const line = (member: number, share: string, round = 1): string =>
  `${member}=${referenceDice.seal(TABLE, promised(round), member, share)}`
const BEN = line(1, 'ee'.repeat(16))

beforeEach(() => {
  clearNotes()
})

/** The receipt of this table; there must be one. */
function receipt(): DiceReceipt {
  const stored = receiptOf(TABLE)
  if (!stored) throw new Error('nothing is stored')
  return stored
}

/** The lobby in a round, or the start once there is a list. */
function lobby(change: Partial<Fair> = {}, view: Partial<TableView> = {}): TableView {
  const round = change.round ?? 1
  return tableView({
    stage: change.list ? 'starting' : 'lobby',
    fair: {
      scheme: 'rowlock-dice-2',
      commitment: promised(round),
      seeds: [],
      seed: null,
      round,
      ...change,
    },
    ...view,
  })
}

describe('before the game', () => {
  test('a share is written down and sealed', () => {
    const message = new Shares().answer(lobby())
    const { share, ...others } = receipt()
    expect(share).toMatch(/^[0-9a-f]{32}$/)
    expect(others).toEqual({
      slip: 'rowlock-dice-2',
      table: TABLE,
      member: 0,
      round: 1,
      commitment: promised(1),
      list: null,
      before: [],
      repeats: 0,
    })
    const seal = referenceDice.seal(TABLE, promised(1), 0, share)
    expect(message).toEqual({ type: 'seal', round: 1, seal })
  })

  test('a share is sealed once, also if the server has the seal already', () => {
    const shares = new Shares()
    shares.answer(lobby())
    expect(shares.answer(lobby())).toBeNull()
    const seal = referenceDice.seal(TABLE, promised(1), 0, receipt().share)
    const you = { member: 0, host: true, seats: [0], seal }
    expect(new Shares().answer(lobby({}, { you }))).toBeNull() // after a reload
    expect(new Shares().answer(lobby())).toEqual({ type: 'seal', round: 1, seal })
  })

  test('the share is opened for a list with its own seal, and the list is written down first', () => {
    const shares = new Shares()
    shares.answer(lobby())
    const list = [line(0, receipt().share), '-', BEN]
    const message: ClientMessage = { type: 'open', round: 1, share: receipt().share }
    expect(shares.answer(lobby({ list }))).toEqual(message)
    expect(receipt().list).toEqual(list)
    expect(shares.answer(lobby({ list }))).toBeNull()
    expect(shares.problem).toBeNull()
  })

  test('several seats of one device stand for one share', () => {
    const shares = new Shares()
    shares.answer(lobby())
    const own = line(0, receipt().share)
    expect(shares.answer(lobby({ list: [own, BEN, own] }))).toMatchObject({ type: 'open' })
  })

  test('a list without the own share is not answered', () => {
    const shares = new Shares()
    shares.answer(lobby())
    shares.acknowledge(TABLE, { type: 'seal', round: 1, seal: '' })
    for (const list of [
      ['-', BEN],
      [line(0, 'ab'.repeat(16)), BEN],
      [line(0, receipt().share), line(0, 'ab'.repeat(16))],
    ]) {
      expect(shares.answer(lobby({ list }))).toBeNull()
      expect(shares.problem).toBe('share')
      expect(receipt().list).toBeNull()
    }
  })

  test('a seal that has not arrived in time is missing from an honest list', () => {
    const shares = new Shares()
    shares.answer(lobby())
    expect(shares.answer(lobby({ list: ['-', BEN] }))).toBeNull()
    expect(shares.problem).toBeNull()
  })

  test('a share is never opened for a second list', () => {
    const shares = new Shares()
    shares.answer(lobby())
    const own = line(0, receipt().share)
    shares.answer(lobby({ list: [own, BEN] }))
    const reloaded = new Shares()
    expect(reloaded.answer(lobby({ list: [BEN, own] }))).toBeNull()
    expect(reloaded.problem).toBe('list')
    expect(receipt().list).toEqual([own, BEN])
  })

  test('the next round gets another share, and the earlier promise is remembered', () => {
    const shares = new Shares()
    shares.answer(lobby())
    const first = receipt().share
    expect(shares.answer(lobby({ round: 2 }))).toMatchObject({ type: 'seal', round: 2 })
    expect(receipt()).toMatchObject({ round: 2, commitment: promised(2), before: [promised(1)] })
    expect(receipt().share).not.toBe(first)
    shares.answer(lobby({ round: 3 }))
    expect(receipt().before).toEqual([promised(1), promised(2)])
    expect(shares.problem).toBeNull()
  })

  test('another promise for the same or an earlier round is not answered', () => {
    const shares = new Shares()
    shares.answer(lobby({ round: 2 }))
    const before = receipt()
    for (const fair of [{ round: 2, commitment: '0'.repeat(64) }, { round: 1 }]) {
      expect(shares.answer(lobby(fair))).toBeNull()
      expect(shares.problem).toBe('round')
    }
    expect(receipt()).toEqual(before)
    // Neither if the server says that this device is another member.
    const you = { member: 7, host: false, seats: [0] }
    expect(shares.answer(lobby({ round: 2, commitment: '0'.repeat(64) }, { you }))).toBeNull()
    expect(shares.problem).toBe('round')
    expect(shares.answer(lobby({ round: 2 }))).toBeNull() // the seal is known already
    expect(shares.problem).toBeNull()
  })

  test('another device of the same player may have sealed', () => {
    const shares = new Shares()
    shares.answer(lobby())
    shares.acknowledge(TABLE, { type: 'seal', round: 1, seal: '' })
    const you = { member: 0, host: true, seats: [0], seal: '0'.repeat(64) }
    expect(shares.answer(lobby({}, { you }))).toBeNull()
    expect(receipt().replaced).toBe(true)
  })

  test('a player who was removed and came back seals another share, if the first was not opened', () => {
    const shares = new Shares()
    shares.answer(lobby())
    const first = receipt().share
    const you = { member: 2, host: false, seats: [1] }
    expect(shares.answer(lobby({}, { you }))).toMatchObject({ type: 'seal' })
    expect(receipt().member).toBe(2)
    expect(receipt().share).not.toBe(first)
    shares.answer(lobby({ list: [line(2, receipt().share)] }, { you }))
    expect(shares.answer(lobby({}, { you: { ...you, member: 3 } }))).toBeNull()
    expect(shares.problem).toBe('round')
  })

  test('nothing is sealed while watching, with real dice, by the earlier scheme or during the game', () => {
    const quiet = [
      lobby({}, { you: { member: null, host: false, seats: [] } }),
      lobby({}, { you: { member: 0, host: true, seats: [] } }),
      lobby({}, { options: { dice: 'real' } }),
      lobby({ scheme: 'rowlock-dice-1' }),
      lobby({}, { stage: 'playing' }),
      lobby({}, { stage: 'over' }),
    ]
    for (const view of quiet) expect(new Shares().answer(view)).toBeNull()
    expect(receiptOf(TABLE)).toBeNull()
  })
})

describe('what a device can say at the end', () => {
  const you = { member: 0, host: true, seats: [0] }
  const proofOf = (fair: Fair, connected = false, view: Partial<BegunView> = {}): Proof =>
    proofOfReceipt(receiptOf(TABLE), { fair, you, ...view }, connected)

  /** A game that this device has sealed and opened in its first round. */
  function played(change: Partial<DiceReceipt> = {}): Fair {
    const receipt = receiptFor(TABLE, 0, 1, promised(1))
    if (!receipt) throw new Error('the first promise is always new')
    const list = [line(0, receipt.share), BEN]
    saveReceipt({ ...receipt, list, ...change })
    return {
      scheme: 'rowlock-dice-2',
      commitment: promised(1),
      seeds: [receipt.share, 'ee'.repeat(16)],
      seed: SEEDS[0] ?? '',
      round: 1,
      list,
    }
  }

  test('it is proved if promise, round, list and own share are those that were written down', () => {
    expect(proofOf(played())).toBe('proved')
  })

  test('without a receipt, or with an older one, it did not see the start', () => {
    const fair = played()
    clearNotes()
    expect(proofOf(fair)).toBe('unseen')
  })

  test('a start that was repeated while it was away is not proved; one it must have seen is a lie', () => {
    const later = { ...played(), round: 2, commitment: promised(2) }
    expect(proofOf(later)).toBe('away')
    expect(proofOf(later, true)).toBe('round')
  })

  test('a receipt without a list did not see the start either', () => {
    expect(proofOf(played({ list: null }))).toBe('unseen')
  })

  test('a game of the earlier scheme can only be checked against itself', () => {
    const fair = { ...played(), scheme: 'rowlock-dice-1' }
    clearNotes()
    expect(proofOf(fair)).toBe('self')
  })

  test('another scheme, or a game of a day, than this device has sealed for is a lie', () => {
    expect(proofOf({ ...played(), scheme: 'rowlock-dice-1' })).toBe('scheme')
    expect(proofOf(played(), false, { day: '2026-11-16' })).toBe('day')
  })

  test('a hidden round is found', () => {
    expect(proofOf(played({ round: 2 }))).toBe('round')
  })

  test('another promise is found', () => {
    expect(proofOf({ ...played(), commitment: promised(2) })).toBe('commitment')
  })

  test('a share that was left out is found', () => {
    expect(proofOf({ ...played(), list: ['-', BEN] })).toBe('share')
    expect(proofOf({ ...played(), list: [line(0, 'ab'.repeat(16)), BEN] })).toBe('share')
  })

  test('a share that was never acknowledged came too late', () => {
    const without = (change: Partial<DiceReceipt>) => ({ ...played(change), list: ['-', BEN] })
    expect(proofOf(without({ list: null }))).toBe('late')
    expect(proofOf(without({ list: null, sealed: true }))).toBe('share')
    const gone = { member: null, host: false, seats: [] } // removed before the start
    expect(proofOf(without({ list: null, sealed: true }), false, { you: gone })).toBe('late')
  })

  test('another share in place of one that was never opened may be from another own device', () => {
    const fair = played({ list: null })
    const other = { ...fair, list: [line(0, 'ab'.repeat(16)), BEN] }
    expect(proofOf(other)).toBe('replaced')
    expect(proofOf(other, true)).toBe('share') // it would have been told of the other device
    saveReceipt({ ...receipt(), replaced: true })
    expect(proofOf(other, true)).toBe('replaced')
  })

  test('a list that was changed after the opening is found', () => {
    const fair = played()
    expect(proofOf({ ...fair, list: [...(fair.list ?? [])].reverse() })).toBe('list')
  })

  test('the seed of an earlier round is found', () => {
    // Round 2 uses the seed of round 1 again: its new promise is kept, and so is the old one.
    const again = referenceDice.commitment(TABLE, 2, SEEDS[0] ?? '')
    receiptFor(TABLE, 0, 1, promised(1))
    const receipt = receiptFor(TABLE, 0, 2, again)
    const list = [`0=${referenceDice.seal(TABLE, again, 0, receipt?.share ?? '')}`]
    if (receipt) saveReceipt({ ...receipt, list })
    const fair = { scheme: 'rowlock-dice-2', commitment: again, seeds: [], round: 2, list }
    expect(proofOf({ ...fair, seed: SEEDS[0] ?? '' })).toBe('reused')
    expect(proofOf({ ...fair, seed: SEEDS[1] ?? '' })).toBe('proved')
  })

  test('only what a server that cheats brings about is called cheating', () => {
    expect([...CHEATED].sort()).toEqual([
      'commitment',
      'day',
      'list',
      'repeated',
      'reused',
      'round',
      'scheme',
      'share',
    ])
  })
})

describe('starts that fail', () => {
  const opened = (round: number, shares: Shares, seats = tableView().seats): void => {
    shares.answer(lobby({ round }, { seats }))
    const list = [line(0, receipt().share, round)]
    expect(shares.answer(lobby({ round, list }, { seats }))).toMatchObject({ type: 'open' })
    shares.acknowledge(TABLE, { type: 'open', round, share: receipt().share })
  }

  test('are repeated twice without asking, then only with consent', () => {
    const shares = new Shares()
    for (const round of [1, 2, 3]) opened(round, shares)
    expect(shares.answer(lobby({ round: 4 }))).toBeNull()
    expect([shares.problem, receipt().repeats]).toEqual(['repeats', 3])
    shares.agree(4)
    expect(shares.answer(lobby({ round: 4 }))).toMatchObject({ type: 'seal', round: 4 })
  })

  test('do not count if this device had not opened in time', () => {
    const shares = new Shares()
    for (const round of [1, 2, 3, 4, 5]) shares.answer(lobby({ round }))
    expect([shares.problem, receipt().repeats]).toEqual([null, 0])
  })

  test('cannot be if all others are bots and this device has opened', () => {
    const seats = [seatView(0, 'Ann'), seatView(1, 'Bot', { kind: 'bot', member: null })]
    const shares = new Shares()
    opened(1, shares, seats)
    expect(shares.answer(lobby({ round: 2 }, { seats }))).toBeNull()
    expect(shares.problem).toBe('alone')
    expect(notesOf(TABLE).conflict).toEqual({ what: 'repeated', turn: 0 })
  })
})
