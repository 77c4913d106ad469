/** Fair dice a second time, straight from the words of docs/fair-dice.md, with the hashes of Node. */
import { createHash, createHmac } from 'node:crypto'

const sha256 = (message: string): string => createHash('sha256').update(message).digest('hex')

const NEW = 'rowlock-dice-3'

export const commitment = (table: string, round: number, seed: string, scheme = NEW): string =>
  sha256(`${scheme}:seed:${table}:${round}:${seed}`)

export const seal = (
  table: string,
  promised: string,
  member: number,
  share: string,
  scheme = NEW,
): string => sha256(`${scheme}:seal:${table}:${promised}:${member}:${share}`)

export const termsDigest = (terms: string): string => sha256(`rowlock-dice-3:terms:${terms}`)

/** The terms of a game on the classic sheet of the tests, with these names. */
export const termsOf = (...names: string[]): string =>
  [
    `salt ${'5a'.repeat(16)}`,
    'dice 6',
    'options time_limit=0 away_after=60 coach=false cover=-',
    'prepared -',
    ...names.map((name) => `seat 7627eb72f6b004e2 - ${name}`),
  ].join('\n')

export function keyOf(seed: string, message: string): Buffer {
  return createHmac('sha256', Buffer.from(seed, 'hex')).update(message).digest()
}

/** The numbers of a stream that are below a limit, each as likely as any other. */
export function drawing(key: Buffer, stream: string): (limit: number) => number {
  let bytes: number[] = []
  let block = 0
  return (limit) => {
    for (;;) {
      if (!bytes.length)
        bytes = [...createHmac('sha256', key).update(`${stream}:${block++}`).digest()]
      const byte = bytes.shift() ?? 0
      if (byte < 256 - (256 % limit)) return byte % limit
    }
  }
}

export function shuffled<T>(things: readonly T[], draw: (limit: number) => number): T[] {
  let order = [...things]
  for (let place = things.length - 1; place > 0; place--) {
    const other = draw(place + 1)
    order = order.map(
      (thing, at) => order[at === place ? other : at === other ? place : at] ?? thing,
    )
  }
  return order
}

/** The dice of a turn with all dice: white, white, red, yellow, green, blue. */
export function roll(key: Buffer, turn: number, sides: number): number[] {
  const draw = drawing(key, `roll:${turn}`)
  return Array.from({ length: 6 }, () => 1 + draw(sides))
}
