/** How even dice are: Pearson's chi-square, and how often fair dice are at least as uneven. */
import type { Played } from './record'

export interface DiceOfAKind {
  /** How many sides they have. */
  n: number
  /** How often each side came up. */
  counts: number[]
  /** How many dice there were. */
  dice: number
  /** Their chi-square, and how often fair dice are at least as uneven. */
  uneven: number
  chance: number
}

/** All dice of these games by their number of sides, the smallest first. `sides` has those of the
 *  printed sheets; the record of any other sheet says so itself. */
export function diceBySides(
  games: readonly Played[],
  sides: ReadonlyMap<string, number>,
): DiceOfAKind[] {
  const sidesOf = (game: Played): number | undefined => game.sides ?? sides.get(game.game)
  const kinds = [...new Set(games.flatMap((game) => sidesOf(game) ?? []))].sort((a, b) => a - b)
  return kinds.flatMap((n) => {
    const dice = games.flatMap((game) => (sidesOf(game) === n ? game.dice : []))
    const counts = faces(dice, n)
    const uneven = chiSquare(counts)
    return dice.length
      ? [{ n, counts, uneven, dice: dice.length, chance: atLeast(uneven, n - 1) }]
      : []
  })
}

/** How often each number came up, from 1 to `sides`. */
export function faces(dice: readonly number[], sides: number): number[] {
  return Array.from({ length: sides }, (_, k) => dice.filter((die) => die === k + 1).length)
}

export function chiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((all, count) => all + count, 0) / counts.length
  return counts.reduce((all, count) => all + (count - expected) ** 2 / expected, 0)
}

/**
 * The chance of a chi-square of at least `x` with `freedom` degrees: one step for every two degrees,
 * from one (the tail of the normal curve) or from two (an exponential).
 */
export function atLeast(x: number, freedom: number): number {
  const even = freedom % 2 === 0
  let tail = even ? Math.exp(-x / 2) : normalTails(Math.sqrt(x))
  let term = even ? Math.exp(-x / 2) : Math.sqrt((2 * x) / Math.PI) * Math.exp(-x / 2)
  if (even) term *= x / 2
  for (let degrees = even ? 2 : 1; degrees < freedom; degrees += 2) {
    tail += term
    term *= x / (degrees + 2)
  }
  return tail
}

/** Both tails of the normal curve beyond z: erfc by its continued fraction, or its series near 0. */
function normalTails(z: number): number {
  if (z < 3) {
    let term = z
    let all = z
    for (let k = 1; k < 60; k++) all += term *= (z * z) / (2 * k + 1)
    return 1 - Math.sqrt(2 / Math.PI) * Math.exp((-z * z) / 2) * all
  }
  let fraction = z
  for (let k = 40; k > 0; k--) fraction = z + k / fraction
  return (Math.sqrt(2 / Math.PI) * Math.exp((-z * z) / 2)) / fraction
}
