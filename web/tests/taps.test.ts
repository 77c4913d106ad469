import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { guardTaps, questionChanged, screenChanged } from '../src/lib/taps'
import { FakeElement } from './elements'

/** A button that answers a question, perhaps in one half of the screen. */
const answer = (side?: 'near' | 'far'): FakeElement =>
  side
    ? new FakeElement(['button', '[data-question]', '[data-side]'], { side })
    : new FakeElement(['button', '[data-question]'])
const menu = (): FakeElement => new FakeElement(['button'])

function fingerDown(): void {
  dispatchEvent(new Event('pointerdown'))
}

/** Whether a click reaches the page; `detail` counts the clicks of a finger, 0 is a key. */
function clicks(button: FakeElement, detail = 1): boolean {
  const click = new CustomEvent('click', { detail, cancelable: true })
  Object.defineProperty(click, 'target', { value: button })
  return dispatchEvent(click)
}

function taps(button: FakeElement): boolean {
  fingerDown()
  return clicks(button)
}

const root = document.documentElement

beforeAll(() => {
  vi.stubGlobal('Element', FakeElement)
  vi.useFakeTimers()
  guardTaps()
})
beforeEach(() => {
  vi.advanceTimersByTime(1_000)
})

test('a tap counts if nothing has changed since the finger came down', () => {
  expect(taps(answer())).toBe(true)
  expect(taps(menu())).toBe(true)
})

test('a tap for the previous question is dropped, but only on what answers questions', () => {
  fingerDown()
  questionChanged()
  expect(clicks(answer())).toBe(false)
  expect(clicks(menu())).toBe(true)
  expect(taps(answer())).toBe(true)
})

test('a tap for the previous screen is dropped everywhere', () => {
  fingerDown()
  screenChanged()
  expect(clicks(answer())).toBe(false)
  expect(clicks(menu())).toBe(false)
  expect(taps(menu())).toBe(true)
})

test('a dropped tap reaches no other listener of the page', () => {
  const listener = vi.fn()
  addEventListener('click', listener)
  fingerDown()
  screenChanged()
  clicks(answer())
  expect(listener).not.toHaveBeenCalled()
  taps(answer())
  expect(listener).toHaveBeenCalledOnce()
  removeEventListener('click', listener)
})

test('a second tap on the same answer counts after 350 ms and not before', () => {
  const pass = answer()
  expect(taps(pass)).toBe(true)
  vi.advanceTimersByTime(349)
  expect(taps(pass)).toBe(false)
  vi.advanceTimersByTime(1)
  expect(taps(pass)).toBe(true)
})

test('a second tap on another answer, or beside the answers, counts at once', () => {
  expect(taps(answer())).toBe(true)
  expect(taps(answer())).toBe(true)
  const list = menu()
  expect(taps(list)).toBe(true)
  expect(taps(list)).toBe(true)
})

test('a key is never dropped', () => {
  const pass = answer()
  fingerDown()
  screenChanged()
  questionChanged()
  expect(clicks(pass, 0)).toBe(true)
  expect(clicks(pass, 0)).toBe(true)
})

test('a new question for one half never costs the other half a tap', () => {
  fingerDown()
  questionChanged('near')
  expect(clicks(answer('far'))).toBe(true)
  expect(clicks(answer('near'))).toBe(false)
})

test('what answers questions rests for 350 ms after a new question', () => {
  questionChanged()
  expect(root.dataset['tapsOff']).toBe('question')
  vi.advanceTimersByTime(349)
  expect(root.dataset['tapsOff']).toBe('question')
  vi.advanceTimersByTime(1)
  expect(root.dataset['tapsOff']).toBeUndefined()
})

test('each new question begins the 350 ms again', () => {
  questionChanged()
  vi.advanceTimersByTime(300)
  questionChanged()
  vi.advanceTimersByTime(300)
  expect(root.dataset['tapsOff']).toBe('question')
  vi.advanceTimersByTime(50)
  expect(root.dataset['tapsOff']).toBeUndefined()
})

test('a new question on a new screen leaves the whole screen resting', () => {
  screenChanged()
  questionChanged()
  expect(root.dataset['tapsOff']).toBe('screen')
})

test('only the half with the new question rests', () => {
  questionChanged('far')
  expect(root.dataset).toHaveProperty('tapsOffFar')
  expect(root.dataset).not.toHaveProperty('tapsOffNear')
  expect(root.dataset).not.toHaveProperty('tapsOff')
  vi.advanceTimersByTime(350)
  expect(root.dataset).not.toHaveProperty('tapsOffFar')
})
