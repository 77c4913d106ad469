import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { hex, hmac, sha256, text, unhex } from '../src/lib/sha256'

const digest = (message: string): string => hex(sha256(text(message)))

describe('SHA-256', () => {
  test('gives the digests in FIPS 180-4', () => {
    expect(digest('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(digest('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')).toBe(
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    )
    expect(digest('a'.repeat(1_000_000))).toBe(
      'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0',
    )
  })

  test('of nothing is the known one', () => {
    expect(digest('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  })

  test('is that of OpenSSL for every length up to four blocks', () => {
    for (let length = 0; length <= 256; length++) {
      const message = Uint8Array.from({ length }, (_, place) => (place * 37 + length) % 256)
      expect(hex(sha256(message))).toBe(createHash('sha256').update(message).digest('hex'))
    }
  })
})

describe('HMAC-SHA-256 gives the test cases of RFC 4231', () => {
  const bytes = (length: number, byte: number): Uint8Array => new Uint8Array(length).fill(byte)

  test.each([
    {
      what: 'a short key',
      key: bytes(20, 0x0b),
      message: text('Hi There'),
      mac: 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    },
    {
      what: 'a key shorter than the digest',
      key: text('Jefe'),
      message: text('what do ya want for nothing?'),
      mac: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    },
    {
      what: 'key and message of more than a block together',
      key: bytes(20, 0xaa),
      message: bytes(50, 0xdd),
      mac: '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe',
    },
    {
      what: 'a key of more than a block',
      key: bytes(131, 0xaa),
      message: text('Test Using Larger Than Block-Size Key - Hash Key First'),
      mac: '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    },
  ])('with $what', ({ key, message, mac }) => {
    expect(hex(hmac(key, message))).toBe(mac)
  })
})

test('bytes are written as two lower-case digits each, and read again', () => {
  expect(hex(Uint8Array.of(0, 10, 255))).toBe('000aff')
  expect([...unhex('000aff')]).toEqual([0, 10, 255])
  expect([...unhex('')]).toEqual([])
})

test('text is hashed as UTF-8', () => {
  expect([...text('é✓')]).toEqual([0xc3, 0xa9, 0xe2, 0x9c, 0x93])
})
