/** Checks the dice of a finished game against the commitment, as docs/fair-dice.md says. */
import type { Replay } from './protocol'
import { hex, hmac, sha256, text, unhex } from './sha256'

export interface Check {
  commitment: boolean
  first: boolean
  /** Turns whose dice are right, and how many were rolled. */
  right: number
  rolled: number
}

function* bytesOf(key: Uint8Array, stream: string): Generator<number> {
  for (let number = 0; ; number++) yield* hmac(key, text(`${stream}:${number}`))
}

/** A fair number below the limit: bytes that would favour some are thrown away. */
function below(limit: number, stream: Generator<number>): number {
  const usable = 256 - (256 % limit)
  for (;;) {
    const byte = stream.next().value as number
    if (byte < usable) return byte % limit
  }
}

export function checkDice(replay: Replay, sides: number): Check {
  const { fair, table } = replay
  const seed = fair.seed ?? ''
  const check: Check = {
    commitment: hex(sha256(text(`${fair.scheme}:${table}:${seed}`))) === fair.commitment,
    first: false,
    right: 0,
    rolled: 0,
  }
  const key = hmac(unhex(seed), text(`${fair.scheme}:${table}:${fair.seeds.join(',')}`))
  check.first = below(replay.names.length, bytesOf(key, 'first')) === replay.first
  for (const { log } of replay.turns) {
    if (!log?.roll) continue
    const stream = bytesOf(key, `roll:${log.turn}`)
    const die = (): number => 1 + below(sides, stream)
    const white = [die(), die()]
    const colours = log.roll.colours.map((value) => (value === null ? null : die()))
    check.rolled += 1
    if (String([white, colours]) === String([log.roll.white, log.roll.colours])) check.right += 1
  }
  return check
}
