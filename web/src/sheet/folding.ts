/**
 * Which cells of a row are drawn where not all of them find room, and what stands for the others: a
 * count for what is done, the first and the last number for what is still free. A drawing matter
 * only: what is done and what must be seen comes from the view.
 */

export interface Fold {
  /** The first and the last position. */
  from: number
  to: number
  /** Left of the rightmost cross: crossed or gone. */
  done: boolean
}

/** A row's places from left to right: a position, or what is folded there. */
export type Place = number | Fold

interface Row {
  cells: number
  /** The position of the rightmost cross, -1 for none. */
  last: number
  /** Positions that are drawn in any case. */
  needed: ReadonlySet<number>
  /** How many places there are. */
  capacity: number
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i)

/** Runs of positions that are not needed, from left to right. */
function runs(from: number, to: number, needed: ReadonlySet<number>): [number, number][] {
  const found: [number, number][] = []
  for (const position of range(from, to)) {
    const run = found.at(-1)
    if (needed.has(position)) continue
    if (run?.[1] === position - 1) run[1] = position
    else found.push([position, position])
  }
  return found
}

/** Folds what is done, all but the rightmost cross, and then as many free cells as it must. */
export function placesOf({ cells, last, needed, capacity }: Row): Place[] {
  const folds: Fold[] = runs(0, last - 1, needed)
    .filter(([from, to]) => to > from)
    .map(([from, to]) => ({ from, to, done: true }))
  const folded = (): number => folds.reduce((sum, { from, to }) => sum + to - from, 0)
  // The numbers farthest from the next cross go first.
  for (const [from, to] of runs(last + 1, cells - 1, needed).reverse()) {
    const over = cells - folded() - capacity
    if (over <= 0) break
    if (to > from) folds.push({ from: Math.max(from, to - over), to, done: false })
  }
  const places: Place[] = []
  for (let position = 0; position < cells; position++) {
    const fold = folds.find(({ from }) => from === position)
    places.push(fold ?? position)
    if (fold) position = fold.to
  }
  return places
}
