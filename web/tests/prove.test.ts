import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cheated, prove } from '../src/lib/prove'
import type { Fair, LogTurn, Replay } from '../src/lib/protocol'
import { receiptFor, clearReceipts, saveReceipt } from '../src/lib/diceReceipt'
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
  saveReceipt({ ...receipt, list })
  const seeds = [receipt.share, '-']
  const fair: Fair = {
    scheme: 'rowlock-dice-2',
    commitment: PROMISED,
    seeds,
    seed: SEED,
    round: 1,
    list,
  }
  const key = referenceDice.keyOf(
    SEED,
    `rowlock-dice-2:key:${TABLE}:1:${list.join()}:${seeds.join()}`,
  )
  const turns = [1, 2].map((turn) => {
    const [white = 0, other = 0, ...colours] = referenceDice.roll(key, turn, 6)
    const roll = { white: [white, other] satisfies [number, number], colours }
    const log: LogTurn = {
      turn,
      active: 0,
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
    first: referenceDice.drawing(key, 'first')(2),
    turns,
    fair,
    result: { reason: 'four_penalties', winners: [1] },
  }
}
const logOf = ({ turns }: Replay): LogTurn[] => turns.flatMap(({ log }) => log ?? [])

let replay: Replay

beforeEach(() => {
  clearReceipts()
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

test('an honest game that this page has seen from the start is proved', async () => {
  const verdict = await prove(TABLE, logOf(replay))
  expect(verdict).toEqual({ check: { wrong: null, drawn: 2 }, proof: 'proved' })
  expect(cheated(verdict)).toBe(false)
})

test('a game is also proved for a page that saw only its last turns', async () => {
  expect((await prove(TABLE, logOf(replay).slice(1))).proof).toBe('proved')
})

test('a turn that was played in another way is found', async () => {
  const turnsSeen = structuredClone(logOf(replay))
  replay.turns[1]?.log?.columns.splice(0, 1, ['r2'])
  const verdict = await prove(TABLE, turnsSeen)
  expect(verdict).toEqual({ check: { wrong: { what: 'seen', turn: 2 }, drawn: 2 }, proof: null })
  expect(cheated(verdict)).toBe(true)
})

test('a turn that was seen and is missing from the replay is found', async () => {
  const turnsSeen = logOf(replay)
  replay = { ...replay, turns: replay.turns.slice(0, 1) }
  expect((await prove(TABLE, turnsSeen)).check.wrong).toEqual({ what: 'seen', turn: 2 })
})

test('the seed counts for the table at this address, whatever table the server names', async () => {
  const other = 'CDFGHJKL'
  replay = {
    ...replay,
    table: other,
    fair: { ...replay.fair, commitment: referenceDice.commitment(other, 1, SEED) },
  }
  const verdict = await prove(TABLE, [])
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
