/**
 * SHA-256 and HMAC by hand: a page over plain http on the local network has no WebCrypto, and the
 * dice must be checkable there too. FIPS 180-4 and RFC 2104.
 */

const K = new Uint32Array(64)
const START = new Uint32Array(8)
{
  // Fractions of cube and square roots of the first primes.
  let found = 0
  for (let n = 2; found < 64; n++) {
    let prime = true
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false
    if (!prime) continue
    if (found < 8) START[found] = (n ** 0.5 % 1) * 2 ** 32
    K[found++] = (Math.cbrt(n) % 1) * 2 ** 32
  }
}

const turn = (x: number, n: number): number => (x >>> n) | (x << (32 - n))

export function sha256(message: Uint8Array): Uint8Array {
  const length = message.length
  const padded = new Uint8Array((((length + 8) >> 6) + 1) << 6)
  padded.set(message)
  padded[length] = 0x80
  const bytes = new DataView(padded.buffer)
  bytes.setUint32(padded.length - 8, Math.floor(length / 2 ** 29))
  bytes.setUint32(padded.length - 4, length << 3)
  let h = START.slice()
  const w = new Uint32Array(64)
  const word = (i: number): number => w[i] ?? 0
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = bytes.getUint32(block + 4 * i)
    for (let i = 16; i < 64; i++) {
      const a = word(i - 15)
      const b = word(i - 2)
      const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)
      const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10)
      w[i] = word(i - 16) + s0 + word(i - 7) + s1
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, last = 0] = h
    for (let i = 0; i < 64; i++) {
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
      const one = (last + s1 + ((e & f) ^ (~e & g)) + (K[i] ?? 0) + word(i)) | 0
      const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
      const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
      last = g
      g = f
      f = e
      e = (d + one) | 0
      d = c
      c = b
      b = a
      a = (one + two) | 0
    }
    const add = [a, b, c, d, e, f, g, last]
    h = h.map((value, i) => value + (add[i] ?? 0))
  }
  const out = new Uint8Array(32)
  const view = new DataView(out.buffer)
  h.forEach((value, i) => view.setUint32(4 * i, value))
  return out
}

export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(64)
  block.set(key.length > 64 ? sha256(key) : key)
  const inner = block.map((b) => b ^ 0x36)
  const outer = block.map((b) => b ^ 0x5c)
  return sha256(join(outer, sha256(join(inner, message))))
}

function join(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

export const text = (words: string): Uint8Array => new TextEncoder().encode(words)
export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('')
export const unhex = (digits: string): Uint8Array =>
  Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16))
