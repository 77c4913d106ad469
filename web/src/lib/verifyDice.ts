/**
 * Draws all chance of a finished game again, as docs/fair-dice.md says and `rowlock verify` does:
 * the commitment, who began, the lucky numbers, every roll, every shuffle of the cards.
 */
import type { Facts } from './diceNotes'
import { isWellFormed } from './fairForm'
import { itemAt } from './list'
import type { Fair, Replay, VariantInfo } from './protocol'
import { hex, hmac, sha256, text, unhex } from './sha256'
import { commitmentOf, isSealed, sealOf } from './startProof'
import { below, bytesOf, shuffled, type Stream } from './streams'
import { fitsOptions, fitsTerms, readTerms, termsDigest, type Terms } from './terms'
import { verifyCards } from './verifyCards'

type Wrong =
  'form' | 'seed' | 'share' | 'terms' | 'first' | 'lucky' | 'turns' | 'roll' | 'cards' | 'seen'

type Roll = (number | null)[]
type Pair = [number, number]
const NO_PAIR: Pair = [0, 0]

export interface DiceCheck {
  /** The first thing that does not fit, and in which turn (a share: of which seat); null when everything does. */
  wrong: { what: Wrong; turn: number } | null
  /** How many rolls (or shuffles) were drawn again. */
  drawn: number
  /** Card game: what lay where. */
  cards?: Facts
}

/** The commitment that the seed should have had, and the key of all streams. */
function originOf(
  table: string,
  fair: Fair,
  seed: Uint8Array,
): { commitment: string; key: Uint8Array } {
  const { scheme, round = 1, list, seeds, digest = '' } = fair
  const shares = seeds.join(',')
  if (!isSealed(scheme))
    return {
      commitment: hex(sha256(text(`${scheme}:${table}:${hex(seed)}`))),
      key: hmac(seed, text(`${scheme}:${table}:${shares}`)),
    }
  const terms = scheme === 'rowlock-dice-2' ? '' : `${digest}:`
  const lists = `${(list ?? []).join(',')}:${shares}`
  return {
    commitment: commitmentOf(table, round, hex(seed), scheme),
    key: hmac(seed, text(`${scheme}:key:${table}:${round}:${terms}${lists}`)),
  }
}

/** Whether a share is the one that was sealed. */
function fits(table: string, fair: Fair, line: string, share: string): boolean {
  const [member, seal] = line.split('=')
  if (seal === undefined || !isSealed(fair.scheme)) return share === line
  return sealOf(table, fair.commitment, Number(member), share, fair.scheme) === seal
}

/**
 * Whether the game that is told has the terms. If the server has erased a name, it tells no terms
 * any more; those that this device stored still hold, but for the names.
 */
function hasTerms(terms: Terms, { fair, options, names, variants }: Replay, sheet: VariantInfo) {
  const isGame = fair.terms ? fitsTerms(terms, options, names) : fitsOptions(terms, options)
  const table = options.variant ?? 'classic'
  return (
    isGame &&
    terms.sides === sheet.sides &&
    terms.seats.length === names.length &&
    terms.seats.every(
      ({ digest }, seat) => (variants?.[seat] ?? table) !== table || digest === sheet.digest,
    )
  )
}

/** `stored`: the terms for which this device opened its share, if it did. */
export function verifyDice(replay: Replay, variant: VariantInfo, stored = ''): DiceCheck {
  const { fair, table, names } = replay
  if (!isWellFormed(fair, names.length)) return { wrong: { what: 'form', turn: 0 }, drawn: 0 }
  const { commitment, key } = originOf(table, fair, unhex(fair.seed ?? ''))
  if (commitment !== fair.commitment) return { wrong: { what: 'seed', turn: 0 }, drawn: 0 }
  const unfit = (fair.list ?? []).findIndex(
    (line, seat) => !fits(table, fair, line, fair.seeds[seat] ?? ''),
  )
  if (unfit >= 0) return { wrong: { what: 'share', turn: unfit + 1 }, drawn: 0 }
  const stream = (name: string): Stream => bytesOf(key, name)
  if (fair.scheme !== 'rowlock-dice-3') return drawAgain(replay, variant, stream)
  const told = (fair.terms ?? '') || stored
  const terms = readTerms(told)
  if (told && (!terms || termsDigest(told) !== fair.digest || !hasTerms(terms, replay, variant)))
    return { wrong: { what: 'terms', turn: 0 }, drawn: 0 }
  const pairs = terms?.seats.map((seat) => seat.pairs)
  return drawAgain(replay, variant, stream, allDice, pairs)
}

/** Compares who began, the lucky numbers, and every roll or card with the streams of the key. */
export function drawAgain(
  replay: Replay,
  variant: VariantInfo,
  stream: (name: string) => Stream,
  roll = diceInPlay,
  pairs: readonly Pair[][] = replay.names.map(() => variant.lucky_pairs),
): DiceCheck {
  const check: DiceCheck = { wrong: null, drawn: 0 }
  const fails = (what: Wrong, turn = 0): DiceCheck => ({ ...check, wrong: { what, turn } })
  const players = replay.names.length
  if (below(players, stream('first')) !== replay.first) return fails('first')
  if (String(luckyPairs(pairs, stream('lucky'))) !== String(replay.lucky)) return fails('lucky')
  const misplaced = misplacedTurn(replay)
  if (misplaced !== null) return fails('turns', misplaced)
  if (replay.options.cards) {
    const followed = verifyCards(replay, (cards, pile) => shuffled(cards, stream(`cards:${pile}`)))
    check.drawn = followed.shuffles
    check.cards = followed.facts
    return followed.wrong === null ? check : fails('cards', followed.wrong)
  }
  for (const { log } of replay.turns) {
    if (!log) continue
    const { white = [], colours = [] } = log.roll ?? {}
    const out = colours.map((value) => value === null)
    const due = roll(stream(`roll:${log.turn}`), variant.sides, out)
    if (String(due) !== String([...white, ...colours])) return fails('roll', log.turn)
    check.drawn += 1
  }
  return check
}

/**
 * The lucky pair of each seat: all pairs of the sheets are shuffled, and each seat gets the first
 * that its sheet has and that no seat before it got.
 */
function luckyPairs(sheets: readonly Pair[][], stream: Stream): Pair[] {
  const all = new Map(sheets.flat().map((pair) => [String(pair), pair]))
  if (!all.size) return []
  const free = shuffled([...all.values()], stream)
  return sheets.map((own) => {
    const at = free.findIndex((pair) => own.some((other) => String(other) === String(pair)))
    return at < 0 ? NO_PAIR : itemAt(free.splice(at, 1), 0)
  })
}

/** White, white and the colours; a die that is out of the game is not drawn. */
function diceInPlay(stream: Stream, sides: number, out: readonly boolean[]): Roll {
  const die = (): number => 1 + below(sides, stream)
  return [die(), die(), ...out.map((gone) => (gone ? null : die()))]
}

/** The same, but all six are drawn in every turn, so that all games meet the same dice. */
export function allDice(stream: Stream, sides: number, out: readonly boolean[]): Roll {
  const die = (): number => 1 + below(sides, stream)
  const dice = [die(), die(), ...out.map(die)]
  return dice.map((value, at) => (out[at - 2] ? null : value))
}

/**
 * The first turn that is not the next one, that somebody else should have had, or whose missing
 * dice are not those of the rows that were closed before; null if all are right.
 */
function misplacedTurn({ turns, names, first }: Replay): number | null {
  const at = turns.findIndex(({ turn, log }, place) => {
    if (turn !== place) return true
    if (place === 0) return log !== null
    if (log?.turn !== turn || log.active !== (first + turn - 1) % names.length) return true
    const closed = turns[place - 1]?.closed ?? []
    return log.roll?.colours.some((value, row) => (value === null) !== closed.includes(row))
  })
  return at < 0 ? null : at
}
