/** The exam that this device has begun, kept in the browser only. */
import type { ExamSteps } from '../lib/protocol'
import { readStored, writeStored } from '../lib/stored'

const KEY = 'rowlock.exam'

export function storedExam(): ExamSteps | null {
  return readStored<ExamSteps | null>(KEY, null)
}

export function storeExam(exam: ExamSteps | null): void {
  writeStored(KEY, exam)
}

export const newSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0

/** Where the report on it is found. */
export const REPORT_PATH = 'review/exam'
