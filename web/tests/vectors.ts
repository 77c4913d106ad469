/** The test vectors of docs/fair-dice.md, and games of one turn with their dice. */
import type { Fair, LogTurn, Replay, ReplayTurn } from '../src/lib/protocol'
import { textOf } from './files'
import * as referenceDice from './referenceDice'

export const TABLE = 'BCDFGHJK'
export const SEED = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'
export const [ZEROS, ONES] = ['00'.repeat(16), 'ff'.repeat(16)]

export const VECTORS = textOf('docs/fair-dice.md').split('## Test vectors')[1] ?? ''
/** The tables of test vectors: scheme 3 and, below it, 2 and 1. */
export const [vectors, vectorsSealed, vectorsBefore] = VECTORS.split('Scheme `rowlock-dice-').map(
  (part) => {
    const lines = part.matchAll(/^\| `([^`]+)` \| `([^`]+)` \|$/gm)
    return new Map([...lines].map(([, what, value]) => [what, value ?? '']))
  },
)
export const vector = (what: string): string => vectors?.get(what) ?? ''
export const vectorSealed = (what: string): string => vectorsSealed?.get(what) ?? ''
export const vectorBefore = (what: string): string => vectorsBefore?.get(what) ?? ''

/** `31 5221` as dice; a die that has left the game is null. */
export function rollOf(words: string): LogTurn['roll'] {
  const [first, second, , ...colours] = words
  return {
    white: [Number(first), Number(second)],
    colours: colours.map((die) => (die === '-' ? null : Number(die))),
  }
}

export const turnOf = (turn: number, log: Partial<LogTurn>): ReplayTurn => ({
  turn,
  log: turn ? { turn, active: 0, roll: null, announced: null, columns: [], ...log } : null,
  events: [],
  sheets: [],
  closed: [],
})

/** The start and these turns; a row is closed before the turn in which its die is missing. */
export function turnsOf(rolls: string[], first = 0, players = 2): ReplayTurn[] {
  const closed = rolls.map((roll) =>
    (rollOf(roll)?.colours ?? []).flatMap((die, row) => (die === null ? [row] : [])),
  )
  const turns = rolls.map((roll, at) =>
    turnOf(at + 1, { roll: rollOf(roll), active: (first + at) % players }),
  )
  return [turnOf(0, {}), ...turns].map((turn, at) => ({ ...turn, closed: closed[at] ?? [] }))
}

export function logOf({ log }: ReplayTurn): LogTurn {
  if (!log) throw new Error('the start has no turn')
  return log
}

export function replay(fair: Fair, first: number, names: string[], rolls: string[]): Replay {
  return {
    table: TABLE,
    options: { variant: 'classic' },
    names,
    lucky: [],
    first,
    turns: turnsOf(rolls, first, names.length),
    fair,
    result: { reason: 'four_penalties', winners: [0] },
  }
}

export const NAMES = ['Ann', 'Bot', 'Cleo']
export const TERMS = referenceDice.termsOf(...NAMES)
export const FAIR: Fair = {
  scheme: 'rowlock-dice-3',
  commitment: vector('commitment'),
  seeds: [ZEROS, '-', ONES],
  seed: SEED,
  round: 1,
  list: vector('list').split(','),
  digest: vector('digest'),
  terms: TERMS,
}
/** The same with other terms: other dice, unless this key is used. */
export const withTerms = (from: string, to: string): Fair => {
  const terms = TERMS.replaceAll(from, to)
  return { ...FAIR, terms, digest: referenceDice.termsDigest(terms) }
}
export const ONE_TURN = replay(FAIR, Number(vector('first(3)')), NAMES, [
  vector('roll:1, six sides'),
])
export const RIGHT = { wrong: null, drawn: 1 }
/** The same where the server tells no terms, because a name was erased. */
export const UNTOLD = { ...ONE_TURN, fair: { ...FAIR, terms: '' } }
