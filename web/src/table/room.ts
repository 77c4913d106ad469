/** What the forms of a table depend on: the window, the letters, the sheet, who plays. */
import type { Layout } from '../lib/layout'
import type { Room } from './forms'

interface Table {
  layout: Layout
  large: boolean
  width: number
  height: number
  opponents: number
  lines?: number
  named?: boolean
  /** Somebody has lucky numbers. */
  lucky?: boolean
}

export function roomOf(table: Table): Room {
  const { layout, large, width, height, opponents, lines = 0, named = false } = table
  return {
    width,
    height,
    letters: parseFloat(getComputedStyle(document.documentElement).fontSize),
    large,
    opponents,
    cells: Math.max(...layout.rows.map((row) => row.cells.length)),
    rows: layout.rows.length,
    bonusRows: layout.bonusRows.length,
    strip: layout.bar.length + layout.swaps.length + layout.bonuses.length > 0,
    signs:
      layout.mixed ||
      layout.rows.some((row) => row.cells.some((cell) => cell.symbol || cell.double)),
    // A swap or two for each row; a lucky number or a bonus cell now and then.
    moreKeys: layout.swaps.length ? 2 : table.lucky || layout.bonusRows.length ? 1 : 0,
    lines,
    named,
  }
}
