import { expect, test } from 'vitest'
import { placesOf } from '../src/sheet/folding'

const drawn = (last: number, capacity: number, needed: number[] = [], cells = 11): string =>
  placesOf({ cells, last, needed: new Set(needed), capacity })
    .map((place) =>
      typeof place === 'number'
        ? String(place)
        : `${place.done ? 'done' : 'free'} ${place.from}-${place.to}`,
    )
    .join(' ')

test('a new row that fits shows all of its cells', () => {
  expect(drawn(-1, 11)).toBe('0 1 2 3 4 5 6 7 8 9 10')
})

test('what is done folds into one place, the rightmost cross stays', () => {
  expect(drawn(5, 11)).toBe('done 0-4 5 6 7 8 9 10')
})

test('a single cell is not folded: nothing would be won', () => {
  expect(drawn(1, 11)).toBe('0 1 2 3 4 5 6 7 8 9 10')
})

test('free cells fold from the right as far as they must', () => {
  expect(drawn(-1, 10)).toBe('0 1 2 3 4 5 6 7 8 free 9-10')
  expect(drawn(4, 10, [], 15)).toBe('done 0-3 4 5 6 7 8 9 10 11 free 12-14')
})

test('what is asked about is never folded', () => {
  expect(drawn(-1, 10, [12], 15)).toBe('0 1 2 3 4 5 6 free 7-11 12 free 13-14')
  expect(drawn(6, 10, [2, 3], 15)).toBe('done 0-1 2 3 done 4-5 6 7 8 9 10 free 11-14')
})

test('every position is in exactly one place', () => {
  for (let last = -1; last < 15; last++)
    for (let capacity = 4; capacity < 16; capacity++) {
      const positions = placesOf({
        cells: 15,
        last,
        needed: new Set([last + 2]),
        capacity,
      }).flatMap((place) =>
        typeof place === 'number'
          ? [place]
          : Array.from({ length: place.to - place.from + 1 }, (_, i) => place.from + i),
      )
      expect(positions).toEqual(Array.from({ length: 15 }, (_, i) => i))
    }
})
