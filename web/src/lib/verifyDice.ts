/**
 * Draws all chance of a finished game again, as docs/fair-dice.md says and `rowlock verify` does:
 * the commitment, who began, the lucky numbers, every roll, every shuffle of the cards.
 */
import { verifyCards } from './verifyCards'
import { itemAt } from './list'
import type { Fair, Replay, VariantInfo } from './protocol'
import { hex, hmac, sha256, text, unhex } from './sha256'
import { commitmentOf, sealOf } from './shares'

export interface DiceCheck {
  /** The first thing that does not fit, and in which turn (a share: of which seat); null when everything does. */
  wrong: {
    what: 'seed' | 'share' | 'first' | 'lucky' | 'roll' | 'cards' | 'seen'
    turn: number
  } | null
  /** How many rolls (or shuffles) were drawn again. */
  drawn: number
}

export type Stream = Generator<number, never>

function* bytesOf(key: Uint8Array, stream: string): Stream {
  for (let number = 0; ; number++) yield* hmac(key, text(`${stream}:${number}`))
}

/** A fair number below the limit: bytes that would favour some are thrown away. */
function below(limit: number, stream: Stream): number {
  const usable = 256 - (256 % limit)
  for (;;) {
    const byte = stream.next().value
    if (byte < usable) return byte % limit
  }
}

/** Fisher and Yates, from the last place down to the second. */
function shuffled<T>(things: readonly T[], stream: Stream): T[] {
  const order = [...things]
  for (let place = order.length - 1; place > 0; place--) {
    const other = below(place + 1, stream)
    ;[order[place], order[other]] = [itemAt(order, other), itemAt(order, place)]
  }
  return order
}

/** The commitment that the seed should have had, and the key of all streams. */
function originOf(
  table: string,
  fair: Fair,
  seed: Uint8Array,
): { commitment: string; key: Uint8Array } {
  const { scheme, round = 1, list, seeds } = fair
  const shares = seeds.join(',')
  if (scheme === 'rowlock-dice-1')
    return {
      commitment: hex(sha256(text(`${scheme}:${table}:${hex(seed)}`))),
      key: hmac(seed, text(`${scheme}:${table}:${shares}`)),
    }
  return {
    commitment: commitmentOf(table, round, hex(seed)),
    key: hmac(seed, text(`${scheme}:key:${table}:${round}:${(list ?? []).join(',')}:${shares}`)),
  }
}

/** Whether a share is the one that was sealed. */
function fits(table: string, fair: Fair, line: string, share: string): boolean {
  const [member, seal] = line.split('=')
  return seal === undefined
    ? share === line
    : sealOf(table, fair.commitment, Number(member), share) === seal
}

export function verifyDice(replay: Replay, variant: VariantInfo): DiceCheck {
  const { fair, table } = replay
  const seed = fair.seed ?? ''
  const check: DiceCheck = { wrong: null, drawn: 0 }
  const fails = (what: NonNullable<DiceCheck['wrong']>['what'], turn = 0): DiceCheck => ({
    ...check,
    wrong: { what, turn },
  })
  const { commitment, key } = originOf(table, fair, unhex(seed))
  if (commitment !== fair.commitment) return fails('seed')
  const unfit = (fair.list ?? []).findIndex(
    (line, seat) => !fits(table, fair, line, fair.seeds[seat] ?? ''),
  )
  if (unfit >= 0) return fails('share', unfit + 1)
  const stream = (name: string): Stream => bytesOf(key, name)

  if (below(replay.names.length, stream('first')) !== replay.first) return fails('first')
  if (variant.lucky_pairs.length) {
    const pairs = shuffled(variant.lucky_pairs, stream('lucky')).slice(0, replay.names.length)
    if (String(pairs) !== String(replay.lucky)) return fails('lucky')
  }
  if (replay.options.cards) {
    const followed = verifyCards(replay, (cards, pile) => shuffled(cards, stream(`cards:${pile}`)))
    check.drawn = followed.shuffles
    return followed.wrong === null ? check : fails('cards', followed.wrong)
  }
  for (const { log } of replay.turns) {
    if (!log) continue
    const dice = stream(`roll:${log.turn}`)
    const die = (): number => 1 + below(variant.sides, dice)
    const white = [die(), die()]
    const colours = log.roll?.colours.map((value) => (value === null ? null : die()))
    if (String([white, colours]) !== String([log.roll?.white, log.roll?.colours]))
      return fails('roll', log.turn)
    check.drawn += 1
  }
  return check
}
