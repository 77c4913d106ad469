import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as is from '../src/lib/check'
import { problem, serverMessage } from '../src/lib/messageChecks'
import type { RollView, ServerMessage } from '../src/lib/protocol'

let lines: unknown[][] = []
beforeEach(() => {
  lines = []
  vi.spyOn(console, 'error').mockImplementation((...line: unknown[]) => lines.push(line))
})
afterEach(() => vi.restoreAllMocks())

const roll: is.Check<RollView> = is.struct({
  white: is.tuple(is.number, is.number),
  colours: is.list(is.nullable(is.number)),
})

describe('the place where a value does not fit', () => {
  test.each([
    [{ white: [1, 6], colours: [2, null] }, null],
    [{ white: [1, 6], colours: [2, null], later: 'more' }, null],
    [{ white: [1, 6], colours: [2, '3'] }, '.colours[1]'],
    [{ white: [1], colours: [] }, '.white'],
    [{ white: [1, 6, 6], colours: [] }, '.white'],
    [{ white: [1, null], colours: [] }, '.white[1]'],
    [{ white: [1, 6] }, '.colours'],
    [{ white: [1, 6], colours: { 0: 2, length: 1 } }, '.colours'],
    [[], '.white'],
    [null, ''],
    ['white', ''],
  ])('of %j is %j', (value, place) => {
    expect(roll(value)).toBe(place)
  })

  test('is missed by a default value that was left out, and by no other value', () => {
    const paused = is.optional(is.truth)
    expect([paused(undefined), paused(true), paused(null), paused(1)]).toEqual([null, null, '', ''])
  })

  test('is a word that is not in the list', () => {
    const kind = is.oneOf('bot', 'open', 'person')
    expect([kind('bot'), kind('robot'), kind(0)]).toEqual([null, '', ''])
  })
})

describe('a message of the server', () => {
  const answered: ServerMessage = {
    type: 'answered',
    seq: 41,
    ask: '3.1',
    seat: 1,
    answered: true,
    owing: [0],
  }

  test('is understood by its type', () => {
    expect(serverMessage(answered)).toBeNull()
    expect(serverMessage({ ...answered, owing: ['0'] })).toBe('.owing[0]')
    expect(serverMessage({ type: 'pong', id: 3, now: 1_795_000_000_000 })).toBeNull()
    expect(serverMessage({ type: 'because', id: 3, cell: 'r5', code: null })).toBeNull()
    expect(serverMessage({ type: 'because', id: 3, cell: 'r5' })).toBe('.code')
  })

  test.each([{ ...answered, type: 'shouted' }, { ...answered, type: 7 }, { id: 3 }, 'pong', null])(
    'is not %j',
    (value) => {
      expect(serverMessage(value)).toBe('.type')
    },
  )

  test.each(['constructor', 'toString'])('is not called %s', (type) => {
    expect(serverMessage({ type })).toBe('.type')
  })
})

test('a refusal over HTTP needs a code and a message', () => {
  expect(problem({ code: 'stale', message: 'too late' })).toBeNull()
  expect(problem({ detail: 'a proxy says no' })).toBe('.code')
})

test('what does not fit is logged with its place', () => {
  const value = { code: 3 }
  expect(is.fits(problem, value)).toBe(false)
  expect(lines).toEqual([['Not understood:', '.code', value]])
  expect(is.fits(problem, { code: 'stale', message: '' })).toBe(true)
  expect(lines).toHaveLength(1)
})
