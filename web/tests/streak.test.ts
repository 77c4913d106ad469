import { beforeEach, expect, test } from 'vitest'
import { noteDay, streak, STREAKS_KEY } from '../src/lib/streak'

beforeEach(() => localStorage.removeItem(STREAKS_KEY))

test('a streak counts the days up to today', () => {
  for (const day of ['2026-11-16', '2026-11-17', '2026-11-18']) noteDay('game', day)
  expect(streak('game', '2026-11-18')).toBe(3)
  expect(streak('puzzles', '2026-11-18')).toBe(0)
})

test('today is not missed before it is over, yesterday is', () => {
  noteDay('puzzles', '2026-11-30')
  expect(streak('puzzles', '2026-12-01')).toBe(1)
  expect(streak('puzzles', '2026-12-02')).toBe(0)
})

test('a day finished twice counts once, and a gap ends the streak', () => {
  for (const day of ['2026-12-31', '2027-01-02', '2027-01-03', '2027-01-03']) noteDay('game', day)
  expect(streak('game', '2027-01-03')).toBe(2)
})
