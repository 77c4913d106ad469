/** On which days something was finished, and how many days in a row that makes. */
import { dateHere, daysAfter } from './date'
import { readStored, writeStored } from './stored'

export const STREAKS_KEY = 'rowlock.streaks'
const MAX_DAYS = 400

export type Daily = 'game' | 'puzzles'
type Days = Partial<Record<Daily, string[]>>

export function noteDay(what: Daily, date: string): void {
  const days = readStored<Days>(STREAKS_KEY, {})
  const other = days[what]?.filter((each) => each !== date) ?? []
  writeStored(STREAKS_KEY, { ...days, [what]: [...other, date].sort().slice(-MAX_DAYS) })
}

/** Days in a row up to today; a day that is not over yet breaks none. */
export function streak(what: Daily, today = dateHere()): number {
  const days = new Set(readStored<Days>(STREAKS_KEY, {})[what] ?? [])
  let day = days.has(today) ? today : daysAfter(today, -1)
  let length = 0
  while (days.has(day)) {
    length += 1
    day = daysAfter(day, -1)
  }
  return length
}
