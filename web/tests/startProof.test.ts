import { beforeEach, describe, expect, test } from 'vitest'
import type { Fair } from '../src/lib/protocol'
import { clearNotes } from '../src/lib/diceNotes'
import {
  CHEATED,
  proofOf as proofOfReceipt,
  type BegunView,
  type Proof,
} from '../src/lib/startProof'
import { receiptFor, receiptOf, saveReceipt, type DiceReceipt } from '../src/lib/diceReceipt'
import * as referenceDice from './referenceDice'
import { TABLE, SEEDS, promised, line, NAMES, termsOf, BEN, receipt } from './starts'

beforeEach(clearNotes)

describe('what a device can say at the end', () => {
  const you = { member: 0, host: true, seats: [0] }
  const proofOf = (fair: Fair, connected = false, view: Partial<BegunView> = {}): Proof =>
    proofOfReceipt(receiptOf(TABLE), { fair, you, ...view }, connected)

  /** A game that this device has sealed and opened in its first round. */
  function played(change: Partial<DiceReceipt> = {}): Fair {
    const receipt = receiptFor(TABLE, 0, 1, promised(1))
    if (!receipt) throw new Error('the first promise is always new')
    const list = [line(0, receipt.share), BEN]
    const told = termsOf(...NAMES)
    saveReceipt({ ...receipt, list, terms: told.terms ?? '', ...change })
    return {
      ...told,
      scheme: 'rowlock-dice-3',
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

  test('other terms than those it had opened for are found', () => {
    const fair = played()
    expect(proofOf({ ...fair, ...termsOf('Ann', 'Cleo', 'Ben') })).toBe('terms')
    expect(proofOf({ ...fair, digest: '' })).toBe('terms')
    expect(proofOf({ ...fair, terms: '' })).toBe('proved') // a name was erased
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
    const told = termsOf(...NAMES)
    if (receipt) saveReceipt({ ...receipt, list, terms: told.terms ?? '' })
    const fair = { scheme: 'rowlock-dice-3', commitment: again, seeds: [], round: 2, list, ...told }
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
      'terms',
    ])
  })
})
