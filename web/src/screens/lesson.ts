/**
 * The guided first turns: each step shows a sheet and dice, and says which cell to tap. It is a
 * story written in advance: crosses and points are written down as a server would send them.
 */
import type { Layout } from '../lib/layout'
import type { SheetState } from '../lib/masks'
import type { RollView } from '../lib/protocol'
import { exampleSheetState, type ExampleSheet } from '../lib/exampleSheet'

type Crosses = Omit<ExampleSheet, 'total'>

export interface Step {
  key: '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8'
  /** The sheet before the step. */
  sheet: Crosses
  penalties?: number
  penaltyPoints?: number
  total: number
  roll?: RollView
  /** Which dice count now. */
  sum?: [number, number, number | null]
  tap?: string
}

const EMMA: RollView = { white: [4, 1], colours: [3, 2, 5, 6] }
const MINE: RollView = { white: [3, 6], colours: [2, 5, 4, 1] }
const LOCK: RollView = { white: [6, 6], colours: [3, 1, 4, 2] }

const EMPTY: Crosses = { cells: [], crosses: [0, 0, 0, 0], points: [0, 0, 0, 0] }
const RED: Crosses = { cells: ['r5'], crosses: [1, 0, 0, 0], points: [1, 0, 0, 0] }
const YELLOW: Crosses = { cells: ['r5', 'y9'], crosses: [1, 1, 0, 0], points: [1, 1, 0, 0] }
const GREEN: Crosses = { cells: ['r5', 'y9', 'g7'], crosses: [1, 1, 1, 0], points: [1, 1, 1, 0] }
const LONG = ['r2', 'r3', 'r5', 'r7', 'r9', 'y9', 'g7']
const LATER: Crosses = { cells: LONG, crosses: [5, 1, 1, 0], points: [15, 1, 1, 0] }
const CLOSED: Crosses = {
  cells: [...LONG, 'r12'],
  crosses: [7, 1, 1, 0],
  points: [28, 1, 1, 0],
  locked: [0],
}

export const LESSON: readonly Step[] = [
  { key: '1', sheet: EMPTY, total: 0 },
  { key: '2', sheet: EMPTY, total: 0, roll: EMMA, sum: [4, 1, null], tap: 'r5' },
  { key: '3', sheet: RED, total: 1 },
  { key: '4', sheet: RED, total: 1, roll: MINE, sum: [3, 6, null], tap: 'y9' },
  { key: '5', sheet: YELLOW, total: 2, roll: MINE, sum: [3, 4, 2], tap: 'g7' },
  { key: '6', sheet: GREEN, total: -2, penalties: 1, penaltyPoints: -5 },
  { key: '7', sheet: LATER, total: 17, roll: LOCK, sum: [6, 6, null], tap: 'r12' },
  { key: '8', sheet: CLOSED, total: 30 },
]

export function lessonSheet(
  { sheet, penalties = 0, penaltyPoints = 0, total }: Step,
  classic: Layout,
): SheetState {
  return exampleSheetState(classic, { ...sheet, penalties, penaltyPoints, total })
}
