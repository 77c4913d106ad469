/** The answers to the puzzles of the day that was begun last: each is given once. */
import { readStored, writeStored } from './stored'
import { noteDay } from './streak'

export const PUZZLES_KEY = 'rowlock.puzzles'

export interface PuzzleDay {
  date: string
  /** How many puzzles the day has. */
  of: number
  /** The moves answered, in the order of the puzzles. */
  moves: string[]
  /** How many of them were right. */
  right: number
}

/** What was answered on this day; null if nothing was. */
export function puzzleDay(date: string): PuzzleDay | null {
  const stored = readStored<PuzzleDay | null>(PUZZLES_KEY, null)
  return stored?.date === date ? stored : null
}

export function storePuzzleDay(day: PuzzleDay): void {
  writeStored(PUZZLES_KEY, day)
  if (day.moves.length === day.of) noteDay('puzzles', day.date)
}
