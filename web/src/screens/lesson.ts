/** The guided first turns: each step shows a sheet and dice, and says which cell to tap. */
import type { Layout } from '../lib/model'
import type { RollView, SheetView } from '../lib/protocol'

export interface Step {
  key: '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8'
  /** Crossed cells before the step, by row. */
  crossed: [string[], string[], string[], string[]]
  locked?: boolean
  penalties?: number
  roll?: RollView
  /** Which dice count now. */
  sum?: [number, number, number | null]
  tap?: string
}

const EMMA: RollView = { white: [4, 1], colours: [3, 2, 5, 6] }
const MINE: RollView = { white: [3, 6], colours: [2, 5, 4, 1] }
const LOCK: RollView = { white: [6, 6], colours: [3, 1, 4, 2] }
const LONG = ['r2', 'r3', 'r5', 'r7', 'r9']

export const LESSON: readonly Step[] = [
  { key: '1', crossed: [[], [], [], []] },
  { key: '2', crossed: [[], [], [], []], roll: EMMA, sum: [4, 1, null], tap: 'r5' },
  { key: '3', crossed: [['r5'], [], [], []] },
  { key: '4', crossed: [['r5'], [], [], []], roll: MINE, sum: [3, 6, null], tap: 'y9' },
  { key: '5', crossed: [['r5'], ['y9'], [], []], roll: MINE, sum: [3, 4, 2], tap: 'g7' },
  { key: '6', crossed: [['r5'], ['y9'], ['g7'], []], penalties: 1 },
  { key: '7', crossed: [LONG, ['y9'], ['g7'], []], roll: LOCK, sum: [6, 6, null], tap: 'r12' },
  { key: '8', crossed: [[...LONG, 'r12'], ['y9'], ['g7'], []], locked: true },
]

/** The sheet of a step, in the form in which the server sends sheets. */
export function lessonSheet(step: Step, classic: Layout): SheetView {
  const crosses = step.crossed.map((cells) => cells.length)
  const rows = classic.rows.map((row, r) =>
    row.cells.reduce((mask, cell) => (step.crossed[r]!.includes(cell.name) ? mask | cell.bits : mask), 0),
  )
  if (step.locked) {
    rows[0]! |= classic.rows[0]!.lockBits
    crosses[0]! += 1
  }
  const points = crosses.map((count) => classic.scale[count - 1] ?? 0)
  const penalties = step.penalties ?? 0
  return {
    rows, crosses, points, penalties, bonus: 0,
    total: points.reduce((sum, value) => sum + value, 0) - classic.penalty * penalties,
  }
}
