/** A sheet that a lesson or a rule page tells about: crosses and points as a server would send them. */
import type { Layout } from './layout'
import { rowState, type SheetState } from './masks'

export interface Told {
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

export function toldSheet(layout: Layout, told: Told): SheetState {
  return {
    rows: layout.rows.map(({ cells }, r) =>
      rowState(
        cells.map((cell) => told.cells.includes(cell.name)),
        told.locked?.includes(r) ?? false,
        told.crosses[r]!,
        told.points[r]!,
      ),
    ),
    penalties: told.penalties ?? 0,
    penaltyPoints: told.penaltyPoints ?? 0,
    bonus: 0,
    total: told.total,
    bar: layout.bar.map((_, square) => square < (told.struck ?? 0)),
    bonusRows: layout.bonusRows.map((cells) => ({ crossed: cells.map(() => false), last: -1 })),
    swaps: layout.swaps.map(() => 'free'),
    symbols: layout.bonuses.map(() => 0),
    earned: [],
    lucky: told.lucky ?? [],
  }
}
