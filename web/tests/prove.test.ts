import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cheated, prove } from '../src/lib/prove'
import type { Fair, LogTurn, Replay } from '../src/lib/protocol'
import type { BegunView } from '../src/lib/startProof'
import { clearNotes, noteFacts, updateNotes, type Facts } from '../src/lib/diceNotes'
import { factsOfReplay } from '../src/lib/seenGame'
import { receiptFor, saveReceipt } from '../src/lib/diceReceipt'
import { catalogue, classic } from './fixtures'
import * as referenceDice from './referenceDice'

const TABLE = 'BCDFGHJK'
const SEED = '11'.repeat(32)
const PROMISED = referenceDice.commitment(TABLE, 1, SEED)

/** A finished game of two turns, with the dice of its seed and the share of this device. */
function honestGame(): Replay {
  const receipt = receiptFor(TABLE, 0, 1, PROMISED)
  if (!receipt) throw new Error('the first promise is always new')
  const list = [`0=${referenceDice.seal(TABLE, PROMISED, 0, receipt.share)}`, '-']
  const terms = referenceDice.termsOf('Ann', 'Bot')
  const digest = referenceDice.termsDigest(terms)
  saveReceipt({ ...receipt, list, terms })
  const seeds = [receipt.share, '-']
  const fair: Fair = {
    scheme: 'rowlock-dice-3',
    digest,
    terms,
    commitment: PROMISED,
    seeds,
    seed: SEED,
    round: 1,
    list,
  }
  const key = referenceDice.keyOf(
    SEED,
    `rowlock-dice-3:key:${TABLE}:1:${digest}:${list.join()}:${seeds.join()}`,
  )
  const first = referenceDice.drawing(key, 'first')(2)
  const turns = [1, 2].map((turn) => {
    const [white = 0, other = 0, ...colours] = referenceDice.roll(key, turn, 6)
    const roll = { white: [white, other] satisfies [number, number], colours }
    const log: LogTurn = {
      turn,
      active: (first + turn - 1) % 2,
      roll,
      announced: white + other,
      columns: [['x'], ['-']],
    }
    return { turn, log, events: [], sheets: [], closed: [] }
  })
  return {
    table: TABLE,
    options: { variant: 'classic' },
    names: ['Ann', 'Bot'],
    lucky: [],
    first,
    turns: [{ turn: 0, log: null, events: [], sheets: [], closed: [] }, ...turns],
    fair,
    result: { reason: 'four_penalties', winners: [1] },
  }
}
const note = (facts: Facts) => noteFacts(TABLE, Object.entries(facts))
/** What a device at this table is told about itself. */
const view = (change: Partial<BegunView> = {}): BegunView => ({
  fair: replay.fair,
  you: { member: 0, host: true, seats: [0] },
  ...change,
})
const check = (change: Partial<BegunView> = {}) => prove(TABLE, view(change))

let replay: Replay

beforeEach(() => {
  clearNotes()
  replay = honestGame()
  vi.stubGlobal('fetch', (address: string) => {
    const { pathname } = new URL(address)
    if (pathname === '/api/catalog') return Promise.resolve(Response.json(catalogue(classic())))
    if (pathname === `/api/tables/${TABLE}/replay`) return Promise.resolve(Response.json(replay))
    return Promise.resolve(new Response(null, { status: 404 }))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('an honest game that this device has seen is proved', async () => {
  note(factsOfReplay(replay))
  const verdict = await check()
  expect(verdict).toEqual({ check: { wrong: null, drawn: 2 }, proof: 'proved' })
  expect(cheated(verdict)).toBe(false)
})

test('a game is also proved for a device that saw only its last turn', async () => {
  const { 'roll 2': roll = '', 'turn 2': turn = '' } = factsOfReplay(replay)
  note({ 'roll 2': roll, 'turn 2': turn })
  expect((await check()).proof).toBe('proved')
})

test.each(['roll 1', 'roll 2', 'turn 2', 'first', 'seats', 'roll 3'])(
  'a game that is told differently in %s is found',
  async (about) => {
    note({ ...factsOfReplay(replay), [about]: 'something else' })
    const verdict = await check()
    const turn = Number(about.split(' ')[1] ?? 0)
    expect(verdict).toEqual({ check: { wrong: { what: 'seen', turn }, drawn: 2 }, proof: null })
    expect(cheated(verdict)).toBe(true)
  },
)

test('a contradiction during the game is not forgotten', async () => {
  note(factsOfReplay(replay))
  note({ 'roll 1': '66 6666' })
  expect((await check()).check.wrong).toEqual({ what: 'seen', turn: 1 })
  clearNotes()
  honestGame()
  updateNotes(TABLE, { conflict: { what: 'round', turn: 0 } })
  expect((await check()).proof).toBe('round')
})

test('the dice of a day are drawn again from its date', async () => {
  // docs/daily.md: the classic sheet on 16 November 2026 begins with 32 1322.
  const [start, turn] = replay.turns
  if (!start || !turn?.log) throw new Error('the game has a turn')
  const roll = { white: [3, 2] satisfies [number, number], colours: [1, 3, 2, 2] }
  const fair = { ...replay.fair, scheme: 'rowlock-daily-1' }
  const log = { ...turn.log, active: 0, roll }
  replay = { ...replay, fair, names: ['Ann'], first: 0, turns: [start, { ...turn, log }] }
  clearNotes()
  updateNotes(TABLE, { day: '2026-11-16' })
  expect(await check({ day: '2026-11-16' })).toEqual({
    check: { wrong: null, drawn: 1 },
    proof: null,
  })
  expect((await check({ day: '2026-11-17' })).check.wrong).not.toBeNull()
  roll.colours = [1, 3, 2, 3]
  expect((await check({ day: '2026-11-16' })).check.wrong).toEqual({ what: 'roll', turn: 1 })
})

test('the seed counts for the table at this address, whatever table the server names', async () => {
  const other = 'CDFGHJKL'
  replay = {
    ...replay,
    table: other,
    fair: { ...replay.fair, commitment: referenceDice.commitment(other, 1, SEED) },
  }
  const verdict = await check()
  expect(verdict).toEqual({ check: { wrong: { what: 'seed', turn: 0 }, drawn: 0 }, proof: null })
  expect(cheated(verdict)).toBe(true)
})

describe('a server', () => {
  const verdictOf = (proof: 'unseen' | 'self' | 'replaced' | 'list' | 'proved') =>
    cheated({ check: { wrong: null, drawn: 1 }, proof })

  test('has cheated if the dice do not follow or the receipt says so', () => {
    expect(verdictOf('list')).toBe(true)
    expect(cheated({ check: { wrong: { what: 'roll', turn: 3 }, drawn: 2 }, proof: null })).toBe(
      true,
    )
  })

  test('has not cheated where this device cannot tell', () => {
    for (const proof of ['unseen', 'self', 'replaced', 'proved'] as const)
      expect(verdictOf(proof)).toBe(false)
  })
})
