/** Random numbers from a key, in named streams: docs/fair-dice.md, "From the key to the dice". */
import { itemAt } from './list'
import { hmac, text } from './sha256'

export type Stream = Generator<number, never>

export function* bytesOf(key: Uint8Array, stream: string): Stream {
  for (let number = 0; ; number++) yield* hmac(key, text(`${stream}:${number}`))
}

/** A fair number below the limit: bytes that would favour some are thrown away. */
export function below(limit: number, stream: Stream): number {
  const usable = 256 - (256 % limit)
  for (;;) {
    const byte = stream.next().value
    if (byte < usable) return byte % limit
  }
}

/** Fisher and Yates, from the last place down to the second. */
export function shuffled<T>(things: readonly T[], stream: Stream): T[] {
  const order = [...things]
  for (let place = order.length - 1; place > 0; place--) {
    const other = below(place + 1, stream)
    ;[order[place], order[other]] = [itemAt(order, other), itemAt(order, place)]
  }
  return order
}
