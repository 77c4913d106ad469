/**
 * The places of keys for moves that the usual keys do not show: lucky crosses, swaps, bonus rows and
 * all else that the server offers. Each lies in the column of its row, so its place stays the same;
 * a column with several of them takes further lines.
 */
import { cellOf, coloursOf, type Layout } from '../../lib/layout'
import type { Option } from '../../lib/protocol'

export interface PlacedKey {
  move: string
  cell: string
  /** From 0, the column of the row; a bonus row has those of the two rows beside it, then any. */
  column: number
  /** From 0. */
  line: number
}

/** The columns in which the key of a cell may lie. */
function columnsOf(layout: Layout, cell: string): number[] {
  const row = layout.place.get(cell)?.[0]
  if (row !== undefined) return [row]
  const near = coloursOf(cell)
  return [...near, ...layout.rows.keys()].filter((column, i, all) => all.indexOf(column) === i)
}

/** Keys for all options that cross a cell, except the moves that have one. */
export function otherKeys(
  layout: Layout,
  options: readonly Option[],
  shown: ReadonlySet<string>,
): PlacedKey[] {
  const taken = new Set<string>()
  const keys: PlacedKey[] = []
  const others = options
    .map(({ move }) => ({ move, cell: cellOf(move) ?? '' }))
    .filter(({ move, cell }) => cell && !shown.has(move))
    .sort((a, b) => Number(a.cell.slice(1)) - Number(b.cell.slice(1)))
  for (const { move, cell } of others) {
    const columns = columnsOf(layout, cell)
    for (let line = 0; ; line++) {
      const column = columns.find((one) => !taken.has(`${line} ${one}`))
      if (column === undefined) continue
      taken.add(`${line} ${column}`)
      keys.push({ move, cell, column, line })
      break
    }
  }
  return keys.sort((a, b) => a.line - b.line || a.column - b.column)
}
