/**
 * The guided first turns: each step shows a sheet and dice, and says which cell to tap. It is a
 * story written in advance: crosses and points are written down as a server would send them.
 */
import type { Layout } from '../lib/layout'
import type { SheetState } from '../lib/masks'
import { exampleSheetState, type ExampleSheet } from '../lib/exampleSheet'

type Crosses = Omit<ExampleSheet, 'total'>

export interface Step {
  key: '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8'
  /** The sheet before the step. */
  sheet: Crosses
  penalties?: number
  penaltyPoints?: number
  total: number
  /** The dice are rolled here, by a press. */
  rolls?: boolean
  /** Which dice count now: two values, and the colour of the second if it has one. */
  sum?: [number, number, number | null]
  /** They have just been rolled. */
  fresh?: boolean
  tap?: string
}

const EMPTY: Crosses = { cells: [], crosses: [0, 0, 0, 0], points: [0, 0, 0, 0] }
const YELLOW: Crosses = { cells: ['y3'], crosses: [0, 1, 0, 0], points: [0, 1, 0, 0] }
const RED: Crosses = { cells: ['y3', 'r2'], crosses: [1, 1, 0, 0], points: [1, 1, 0, 0] }
const GREEN: Crosses = { cells: ['y3', 'r2', 'g11'], crosses: [1, 1, 1, 0], points: [1, 1, 1, 0] }
const LONG = ['r2', 'r3', 'r5', 'r7', 'r9', 'y3', 'g11']
const LATER: Crosses = { cells: LONG, crosses: [5, 1, 1, 0], points: [15, 1, 1, 0] }
const CLOSED: Crosses = {
  cells: [...LONG, 'r12'],
  crosses: [7, 1, 1, 0],
  points: [28, 1, 1, 0],
  locked: [0],
}

export const LESSON: readonly Step[] = [
  { key: '1', sheet: EMPTY, total: 0, rolls: true },
  { key: '2', sheet: EMPTY, total: 0, sum: [1, 2, null], fresh: true, tap: 'y3' },
  { key: '3', sheet: YELLOW, total: 1, sum: [1, 1, 0], tap: 'r2' },
  { key: '4', sheet: RED, total: 2 },
  { key: '5', sheet: RED, total: 2, sum: [6, 5, null], fresh: true, tap: 'g11' },
  { key: '6', sheet: GREEN, total: -2, penalties: 1, penaltyPoints: -5 },
  { key: '7', sheet: LATER, total: 17, sum: [6, 6, null], fresh: true, tap: 'r12' },
  { key: '8', sheet: CLOSED, total: 30 },
]

export function lessonSheet(
  { sheet, penalties = 0, penaltyPoints = 0, total }: Step,
  classic: Layout,
): SheetState {
  return exampleSheetState(classic, { ...sheet, penalties, penaltyPoints, total })
}
