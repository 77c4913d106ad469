import { beforeEach, expect, test } from 'vitest'
import { puzzleDay, PUZZLES_KEY, storePuzzleDay } from '../src/lib/puzzleDay'
import { streak, STREAKS_KEY } from '../src/lib/streak'

beforeEach(() => {
  localStorage.removeItem(PUZZLES_KEY)
  localStorage.removeItem(STREAKS_KEY)
})

test('the answers of one day are kept, those of another day are not shown', () => {
  storePuzzleDay({ date: '2026-11-16', of: 10, moves: ['r5'], right: 1 })
  expect(puzzleDay('2026-11-16')).toEqual({ date: '2026-11-16', of: 10, moves: ['r5'], right: 1 })
  expect(puzzleDay('2026-11-17')).toBeNull()
})

test('only a day with all puzzles answered counts for the streak', () => {
  storePuzzleDay({ date: '2026-11-16', of: 2, moves: ['r5'], right: 1 })
  expect(streak('puzzles', '2026-11-16')).toBe(0)
  storePuzzleDay({ date: '2026-11-16', of: 2, moves: ['r5', '-'], right: 1 })
  expect(streak('puzzles', '2026-11-16')).toBe(1)
})
