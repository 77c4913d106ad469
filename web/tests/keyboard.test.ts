import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { loadLanguage } from '../src/i18n/i18n.svelte'
import { settings } from '../src/lib/settings.svelte'
import { handleKey } from '../src/table/keyboard'
import type { Play } from '../src/table/play.svelte'
import { play, serveSheets } from './atTable'
import { FakeElement } from './elements'
import { classic, decision } from './fixtures'

beforeAll(async () => {
  vi.stubGlobal('Element', FakeElement)
  serveSheets(classic())
  await loadLanguage('en')
})
afterEach(() => {
  settings.letters = true
})

const actions = { log: vi.fn(), list: vi.fn(), situation: vi.fn() }

/** Presses a key there. Returns whether the page has handled it. */
function press(player: Play, key: string, at = new FakeElement(), more: object = {}): boolean {
  const event = Object.assign(new Event('keydown', { cancelable: true }), { key }, more)
  Object.defineProperty(event, 'target', { value: at })
  const listener = (pressed: KeyboardEvent): void => handleKey(pressed, player, actions)
  addEventListener('keydown', listener, { once: true })
  dispatchEvent(event)
  return event.defaultPrevented
}

const SUMS = decision('action2', ['-', '+r4', '+r6', '+b3'], { ask: '3.2' })

describe('a letter', () => {
  test('pencils the first cell of its row, then the next one', async () => {
    const [player, server] = await play({ decisions: [SUMS] })
    for (const move of ['+r4', '+r6', '+r4']) {
      expect(press(player, 'r')).toBe(true)
      expect(player.pencil).toBe(move)
    }
    expect(server.sent).toEqual([])
  })

  test('confirms the only cell of its row when it is pressed again', async () => {
    const [player, server] = await play({ decisions: [SUMS] })
    press(player, 'b')
    press(player, 'b')
    expect(server.answers).toEqual([['+b3']])
  })

  test('has the same meaning as the number of its row', async () => {
    const [player] = await play({ decisions: [SUMS] })
    press(player, '4')
    expect(player.pencil).toBe('+b3')
    press(player, '2') // nothing fits in yellow
    expect(player.pencil).toBe('+b3')
  })

  test('chooses a row where several are tied', async () => {
    const tie = decision('choice', ['?r', '?b'], { answer: ['y11'] })
    const [player] = await play({ decisions: [tie] })
    press(player, 'b')
    expect(player.pencil).toBe('?b')
    press(player, '1')
    expect(player.pencil).toBe('?r')
  })
})

test('S, L, C and ? open what they name', async () => {
  const [player] = await play()
  for (const key of ['s', 'S', 'l', 'c', '?']) expect(press(player, key)).toBe(true)
  expect(actions.situation).toHaveBeenCalledTimes(2)
  expect(actions.log).toHaveBeenCalledTimes(2)
  expect(actions.list).toHaveBeenCalledOnce()
})

test('P passes, D rolls and U takes back, if that can be done', async () => {
  const [player, server] = await play({ decisions: [SUMS] })
  press(player, 'd')
  press(player, 'u')
  expect(server.sent).toEqual([])
  press(player, 'p')
  expect(server.answers).toEqual([['-']])
  const [roller, other] = await play({ phase: 'roll', owing: [0] })
  press(roller, 'd')
  expect(other.sent).toEqual([{ type: 'roll', turn: 3 }])
})

describe('Enter', () => {
  test('confirms what is pencilled, unless a button has the focus', async () => {
    const [player, server] = await play({ decisions: [SUMS] })
    expect(press(player, 'Enter')).toBe(false)
    player.pick('+b3')
    expect(press(player, 'Enter', new FakeElement(['button']))).toBe(false)
    expect(server.answers).toEqual([])
    expect(press(player, 'Enter')).toBe(true)
    expect(server.answers).toEqual([['+b3']])
  })

  test('that is held down confirms nothing', async () => {
    const [player, server] = await play({ decisions: [SUMS] })
    player.pick('+b3')
    expect(press(player, 'Enter', new FakeElement(), { repeat: true })).toBe(true)
    expect(server.answers).toEqual([])
  })
})

describe('a key is left to the browser', () => {
  test.each(['ctrlKey', 'metaKey', 'altKey'])('with %s', async (held) => {
    const [player] = await play({ decisions: [SUMS] })
    expect(press(player, 'r', new FakeElement(), { [held]: true })).toBe(false)
    expect(player.pencil).toBeNull()
  })

  test.each(['input', 'textarea', 'select', 'dialog'])('in a %s', async (kind) => {
    const [player] = await play({ decisions: [SUMS] })
    expect(press(player, 'r', new FakeElement([kind]))).toBe(false)
    expect(player.pencil).toBeNull()
  })

  test('if letters are switched off, except Enter', async () => {
    settings.letters = false
    const [player, server] = await play({ decisions: [SUMS] })
    expect(press(player, 'r')).toBe(false)
    player.pick('+b3')
    expect(press(player, 'Enter')).toBe(true)
    expect(server.answers).toEqual([['+b3']])
  })
})
