/**
 * Forged games and receipts: the page refuses every one of `tests/server/forged_dice.json`, as
 * `rowlock verify` does (tests/server/test_forged_dice.py).
 */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import examples from '../../tests/server/forged_dice.json'
import { clearNotes, noteFacts, updateNotes, type Fact } from '../src/lib/diceNotes'
import { cheated, prove, type Verdict } from '../src/lib/prove'
import type { Fair, LogTurn, Options, Replay, ReplayTurn } from '../src/lib/protocol'
import { isSealed } from '../src/lib/startProof'
import { catalogue, classic } from './fixtures'

const HONEST = examples.honest['of this scheme']

type Game = Omit<typeof HONEST.game, never>
/** A receipt as a file; the fields that a forged example changes, or all. */
type Kept = Omit<typeof HONEST.receipt, 'seen' | 'before'> & {
  seen: Record<string, string | undefined>
  before: string[]
}
type Change = { [K in keyof Kept]?: Kept[K] | undefined }

function fairOf(game: Game): Fair {
  const { scheme, commitment, round, list, seed, digest, terms } = game
  return { scheme, commitment, round, list, seeds: game.shares, seed, digest, terms }
}

function turnOf(game: Game, roll: string, at: number): ReplayTurn {
  const [first = '', second = '', , ...colours] = roll
  const log: LogTurn = {
    turn: at + 1,
    active: (game.first + at) % game.names.length,
    roll: {
      white: [Number(first), Number(second)],
      colours: colours.map((die) => (die === '-' ? null : Number(die))),
    },
    announced: Number(first) + Number(second),
    columns: (game.moves[at] ?? '').split('|').map((moves) => moves.split(' ')),
  }
  return { turn: at + 1, log, events: [], sheets: [], closed: [] }
}

function optionsOf({ terms }: Game): Options {
  const limit = /time_limit=(\d+)/.exec(terms)?.[1] ?? '0'
  return { variant: 'classic', time_limit: Number(limit) }
}

function replayOf(game: Game): Replay {
  const start: ReplayTurn = { turn: 0, log: null, events: [], sheets: [], closed: [] }
  return {
    table: game.table,
    options: optionsOf(game),
    names: game.names,
    lucky: [],
    first: game.first,
    turns: [start, ...game.rolls.map((roll, at) => turnOf(game, roll, at))],
    fair: fairOf(game),
    result: { reason: 'four_penalties', winners: [0] },
  }
}

/** What the page says of a game, at this address, with this receipt. */
async function verdictOf(game: Game, kept: Change | null): Promise<Verdict> {
  vi.stubGlobal('fetch', (address: string) => {
    const isCatalogue = new URL(address).pathname === '/api/catalog'
    return Promise.resolve(Response.json(isCatalogue ? catalogue(classic()) : replayOf(game)))
  })
  if (kept) store(Object.assign({}, HONEST.receipt, kept))
  const you = { member: 0, host: true, seats: [0] }
  return prove(game.table, { fair: fairOf(game), you })
}

function store({ seen, conflict, slip, ...receipt }: Kept): void {
  if (!isSealed(slip)) throw new Error(`${slip} has no receipts`)
  const what = (['seen', 'round'] as const).find((word) => word === conflict)
  const facts = Object.entries(seen).map(([about, value]): Fact => [about, value ?? ''])
  noteFacts(receipt.table, facts)
  updateNotes(receipt.table, {
    receipt: { ...receipt, slip },
    conflict: what ? { what, turn: 0 } : null,
  })
}

beforeEach(clearNotes)
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('an honest example', () => {
  test.each(Object.entries(examples.honest))('%s is proved', async (_, { game, receipt }) => {
    expect(await verdictOf(game, receipt)).toMatchObject({
      proof: 'proved',
      check: { wrong: null },
    })
  })
})

describe('a forged example', () => {
  test.each(examples.forged)('is refused: $what', async ({ game, kept, receipt }) => {
    if (kept) expect((await verdictOf(game, null)).check.wrong).toBeNull() // in order by itself
    const verdict = await verdictOf(game, receipt ?? {})
    expect(verdict.proof).not.toBe('proved')
    expect(cheated(verdict) || verdict.proof === 'away').toBe(true)
  })
})
