/** The exam that this device has begun, kept in the browser only. */
import type { ExamSteps } from '../lib/protocol'

const KEY = 'rowlock.exam'

export function keptExam(): ExamSteps | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as ExamSteps | null
  } catch {
    return null
  }
}

export function keepExam(exam: ExamSteps | null): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(exam))
  } catch {
    // Without storage it lasts as long as the page.
  }
}

export const newSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0]!

/** Where the report on it is found. */
export const REPORT = 'review/exam'
