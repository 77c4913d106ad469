/** Answers in the order of the rows, and of the cells within a row; what crosses nothing comes last. */
import { cellOf, LETTERS, type Layout } from '../lib/layout'

export function inOrder<T extends { move: string }>(layout: Layout, moves: readonly T[]): T[] {
  const place = ({ move }: T): number => {
    const cell = cellOf(move)
    const [row, column] = (cell ? layout.place.get(cell) : undefined) ?? [-1, 0]
    if (row >= 0) return row * 100 + column
    if (move.startsWith('?')) return LETTERS.indexOf(move.charAt(1)) * 100
    return move === '-' || move === 'x' ? Infinity : 10_000
  }
  return [...moves].sort((a, b) => {
    const [first, second] = [place(a), place(b)]
    return first === second ? (a.move < b.move ? -1 : 1) : first - second
  })
}
