import { describe, expect, test } from 'vitest'
import { atLeast, chiSquare, diceBySides, faces } from '../src/my/chance'
import { played } from './fixtures'

// 11 1111, 11 1222, 22 3334, 44 5566: four rolls of six dice.
const ROLLS = [1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 6, 6]

test('every face is counted, also one that never came up', () => {
  expect(faces(ROLLS, 6)).toEqual([9, 5, 3, 3, 2, 2])
  expect(faces([8, 1, 8], 8)).toEqual([1, 0, 0, 0, 0, 0, 0, 2])
})

test('chi-square adds the squares of the differences from an even share', () => {
  // 24 dice, 4 of each expected: (25 + 1 + 1 + 1 + 4 + 4) / 4.
  expect(chiSquare([9, 5, 3, 3, 2, 2])).toBe(9)
  expect(chiSquare([4, 4, 4, 4, 4, 4])).toBe(0)
})

describe('the chance of a chi-square of at least x', () => {
  // Critical values as statistical tables print them, to three decimals.
  test.each([
    [1, 3.841, 0.05],
    [1, 6.635, 0.01],
    [1, 10.828, 0.001],
    [2, 5.991, 0.05],
    [2, 13.816, 0.001],
    [3, 2.366, 0.5],
    [5, 1.145, 0.95],
    [5, 4.351, 0.5],
    [5, 9.236, 0.1],
    [5, 11.07, 0.05],
    [5, 15.086, 0.01],
    [5, 20.515, 0.001],
    [7, 2.167, 0.95],
    [7, 14.067, 0.05],
    [7, 18.475, 0.01],
    [10, 18.307, 0.05],
    [30, 43.773, 0.05],
  ])('with %i degrees of freedom is the one in the tables for %f', (freedom, x, chance) => {
    expect(atLeast(x, freedom) / chance).toBeCloseTo(1, 2)
  })

  test('is 1 for perfectly even dice', () => {
    expect(atLeast(0, 5)).toBeCloseTo(1, 12)
    expect(atLeast(0, 2)).toBe(1)
  })

  test('is an exponential with two degrees of freedom', () => {
    expect(atLeast(2 * Math.log(4), 2)).toBeCloseTo(1 / 4, 12)
  })

  test('is right far out, too', () => {
    // Both tails of the normal curve beyond 10: twice 7.61985e-24.
    expect(atLeast(100, 1) / 1.52397e-23).toBeCloseTo(1, 5)
  })

  test('has no jump where the series gives way to the continued fraction', () => {
    // The two tails of the normal curve beyond 3, to seven digits: 0.0026998.
    expect(atLeast(9 - 1e-9, 1)).toBeCloseTo(0.0026998, 7)
    expect(atLeast(9 + 1e-9, 1)).toBeCloseTo(0.0026998, 7)
  })
})

describe('the dice of several games', () => {
  const sides = new Map([
    ['classic', 6],
    ['longo', 8],
  ])

  test('are counted by their number of sides, the smallest first', () => {
    const games = [
      played({ game: 'longo', dice: [8, 7] }),
      played({ game: 'classic', dice: [1, 2, 2] }),
      played({ game: 'classic', dice: [6] }),
    ]
    const kinds = diceBySides(games, sides)
    expect(kinds.map(({ n, dice }) => [n, dice])).toEqual([
      [6, 4],
      [8, 2],
    ])
    expect(kinds[0]?.counts).toEqual([1, 2, 0, 0, 0, 1])
    // 2/3 of each are expected: (1/9 + 16/9 + 3 · 4/9 + 1/9) / (2/3) = 5.
    expect(kinds[0]?.uneven).toBeCloseTo(5, 12)
    expect(kinds[0]?.chance).toBeCloseTo(0.41588, 5)
  })

  test('of own sheets count with the sides in the record', () => {
    const games = [
      played({ game: 'mine', sides: 8, dice: [1, 8] }),
      played({ game: 'mine', sides: 6, dice: [1, 2, 3] }),
      played({ game: 'classic', dice: [4] }),
    ]
    const kinds = diceBySides(games, sides)
    expect(kinds.map(({ n, dice }) => [n, dice])).toEqual([
      [6, 4],
      [8, 2],
    ])
    expect(kinds[1]?.counts).toHaveLength(8)
  })

  test('of unknown sheets, and games without dice, count nowhere', () => {
    const games = [played({ game: 'mine', dice: [1, 2] }), played({ game: 'classic', dice: [] })]
    expect(diceBySides(games, sides)).toEqual([])
  })
})
