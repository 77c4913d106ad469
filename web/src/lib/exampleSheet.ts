/** A sheet that a lesson or a rule page tells about: crosses and points as a server would send them. */
import type { Layout } from './layout'
import { rowState, type SheetState } from './masks'

export interface ExampleSheet {
  cells: readonly string[]
  /** Crosses and points of each row. */
  crosses: readonly number[]
  points: readonly number[]
  /** The rows whose lock is crossed. */
  locked?: readonly number[]
  penalties?: number
  penaltyPoints?: number
  /** Bonus A: how many squares of the bar are struck. */
  struck?: number
  lucky?: readonly number[]
  total: number
}

export function exampleSheetState(layout: Layout, example: ExampleSheet): SheetState {
  return {
    rows: layout.rows.map(({ cells }, r) =>
      rowState(
        cells.map((cell) => example.cells.includes(cell.name)),
        example.locked?.includes(r) ?? false,
        example.crosses[r] ?? 0,
        example.points[r] ?? 0,
      ),
    ),
    penalties: example.penalties ?? 0,
    penaltyPoints: example.penaltyPoints ?? 0,
    bonus: 0,
    total: example.total,
    bar: layout.bar.map((_, square) => square < (example.struck ?? 0)),
    bonusRows: layout.bonusRows.map((cells) => ({ crossed: cells.map(() => false), last: -1 })),
    swaps: layout.swaps.map(() => 'free'),
    symbols: layout.bonuses.map(() => 0),
    earned: [],
    lucky: example.lucky ?? [],
  }
}
