import { describe, expect, test } from 'vitest'
import curves from '../../src/rowlock/reviews/curves.json'
import { beats, groupBy, curveOf, mean, streaks, sum, winsByLevel, won } from '../src/my/figures'
import type { Played } from '../src/my/record'
import { played } from './fixtures'

describe('a win', () => {
  test('is a whole one for the best total alone', () => {
    expect(won(played())).toBe(1)
    expect(won(played({ seat: 1 }))).toBe(0)
  })

  test('is shared groupBy all who have the best total', () => {
    expect(won(played({ totals: [30, 30, 12] }))).toBe(1 / 2)
    expect(won(played({ totals: [30, 30, 30], seat: 2 }))).toBe(1 / 3)
    expect(won(played({ totals: [30, 30, 12], seat: 2 }))).toBe(0)
  })
})

describe('wins groupBy level', () => {
  test('a solo game counts for no level', () => {
    expect(winsByLevel([played({ totals: [30], levels: [null] })])).toEqual([])
  })

  test('bots of one level are a group, everybody else is the other one', () => {
    const games = [
      played({ levels: [null, 'hard'] }),
      played({ levels: [null, 'hard', 'hard'], totals: [1, 2, 3] }),
      played({ levels: [null, 'hard', 'easy'], totals: [1, 2, 3] }),
      played({ levels: [null, null] }),
      played({ levels: ['easy', null], seat: 1 }),
    ]
    const groups = winsByLevel(games).map(({ level, games: n, wins }) => [level, n, wins])
    expect(groups).toEqual([
      ['hard', 2, 1],
      ['', 2, 1],
      ['easy', 1, 0],
    ])
  })

  test('an even share would be one over the players, averaged over the games', () => {
    const games = [
      played(),
      played({ levels: [null, 'hard', 'hard', 'hard'], totals: [4, 3, 2, 1] }),
    ]
    expect(winsByLevel(games)[0]?.fair).toBe((1 / 2 + 1 / 4) / 2)
  })

  test('the interval is the one of Wilson', () => {
    // n = 2, half of them: 0.5 ± 1.96 / 2.9208 · sqrt(0.125 + 0.2401), which is 0.4055.
    const [two] = winsByLevel([played(), played({ totals: [29, 30] })])
    expect(two?.low).toBeCloseTo(0.5 - 0.4055, 4)
    expect(two?.high).toBeCloseTo(0.5 + 0.4055, 4)
    // n = 10, all won: the lower end is n / (n + 1.96²) = 10 / 13.8416, the upper one is 1.
    const [ten] = winsByLevel(Array.from({ length: 10 }, () => played()))
    expect(ten?.low).toBeCloseTo(0.72246, 5)
    expect(ten?.high).toBeCloseTo(1, 12)
  })
})

describe('days in a row', () => {
  const on = (...dates: string[]): Played[] => dates.map((date) => played({ date, daily: true }))

  test('the current row ends today, or yesterday while today is still to be played', () => {
    const games = on('2026-11-14', '2026-11-15')
    expect(streaks(games, '2026-11-15').current).toBe(2)
    expect(streaks(games, '2026-11-16').current).toBe(2)
    expect(streaks(games, '2026-11-17').current).toBe(0)
  })

  test('the longest row may lie in the past', () => {
    const games = on('2026-02-27', '2026-02-28', '2026-03-01', '2026-11-12', '2026-11-14')
    expect(streaks(games, '2026-11-14')).toEqual({ days: 5, longest: 3, current: 1 })
  })

  test('a day played twice counts once, and other games count on no day', () => {
    const games = [...on('2026-11-14', '2026-11-14'), played({ date: '2026-11-15' })]
    expect(streaks(games, '2026-11-15')).toEqual({ days: 1, longest: 1, current: 1 })
    expect(streaks([], '2026-11-15')).toEqual({ days: 0, longest: 0, current: 0 })
  })

  test('a row goes on over the end of a leap February and of a year', () => {
    expect(streaks(on('2028-02-28', '2028-02-29', '2028-03-01'), '2028-03-01').current).toBe(3)
    expect(streaks(on('2026-12-31', '2027-01-01'), '2027-01-01').current).toBe(2)
  })
})

describe('how many games a total beats', () => {
  // Ten games: two from 0 to under 10, six from 10, two from 20.
  const curve = { expected: 15, games: 10, first: 0, step: 10, counts: [2, 6, 2] }

  test('within a step they are spread evenly', () => {
    expect([0, 5, 10, 15, 20, 30].map((total) => beats(curve, total))).toEqual([
      0, 0.1, 0.2, 0.5, 0.8, 1,
    ])
  })

  test('is none below the curve and all above it', () => {
    expect([-20, 99].map((total) => beats(curve, total))).toEqual([0, 1])
  })

  test('uses the curves of the reviews', () => {
    expect(curveOf('classic')).toEqual(curves.classic)
    expect(curveOf('classic')?.by).toBeUndefined() // an exact table plays it
    expect(curveOf('bonus_a')?.by).toBe('heuristic')
    expect(curveOf('no-such-sheet')).toBeUndefined()
  })
})

test('groups come in the order in which they first appear', () => {
  const games = ['longo', 'classic', 'longo'].map((game, at) => played({ game, at }))
  const groups = groupBy(games, ({ game }) => game)
  expect(groups.map(([game, group]) => [game, group.map(({ at }) => at)])).toEqual([
    ['longo', [0, 2]],
    ['classic', [1]],
  ])
})

test('sum and mean are what they say', () => {
  expect(sum([])).toBe(0)
  expect(sum([1, 2, 3.5])).toBe(6.5)
  expect(mean([1, 2, 6])).toBe(3)
})
