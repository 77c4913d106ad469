import { beforeAll, expect, test } from 'vitest'
import { digitsOf } from '../src/daily/digits'
import { loadLanguage } from '../src/i18n/i18n.svelte'
import type { DayLine } from '../src/lib/protocol'
import { amount } from '../src/review/words'

beforeAll(() => loadLanguage('en'))

const line = (place: number, given_away: number): DayLine => ({
  place,
  name: 'Ann',
  given_away,
  exact: true,
  score: 80,
})
/** What the board shows for these lines. */
const shown = (...lines: DayLine[]): string[] => {
  const digits = digitsOf(lines, 'points')
  return lines.map((one) => amount(one.given_away, 'points', digits))
}

test('one digit is enough where it tells the places apart', () => {
  expect(shown(line(1, 3.01), line(2, 3.31))).toEqual(['3.0 points', '3.3 points'])
  expect(shown(line(1, 3.01))).toEqual(['3.0 points'])
  expect(digitsOf([], 'points')).toBe(1)
})

test('a board tells apart what it ranks apart', () => {
  expect(shown(line(1, 3.01), line(2, 3.04))).toEqual(['3.01 points', '3.04 points'])
  expect(shown(line(1, 3.001), line(2, 3.002))).toEqual(['3.001 points', '3.002 points'])
})

test('players who share a place may show the same', () => {
  expect(shown(line(1, 3.01), line(1, 3.01), line(3, 3.31))).toEqual([
    '3.0 points',
    '3.0 points',
    '3.3 points',
  ])
})

test('there are at most four digits', () => {
  expect(digitsOf([line(1, 3.00001), line(2, 3.00002)], 'points')).toBe(4)
})

test('chances of winning are percentages with as many digits', () => {
  expect(digitsOf([line(1, 0.0301), line(2, 0.0331)], 'wins')).toBe(1)
  expect(digitsOf([line(1, 0.0301), line(2, 0.0304)], 'wins')).toBe(2)
})
