import { expect, test } from 'vitest'
import { layoutOf } from '../src/lib/layout'
import { otherKeys } from '../src/table/dock/moveKeys'
import { classic, decision } from './fixtures'

const layout = layoutOf(classic())
const options = (...moves: string[]) => decision('action1', moves).legal
const places = (moves: string[], ...shown: string[]) =>
  otherKeys(layout, options(...moves), new Set(shown)).map(
    ({ move, column, line }) => `${move} ${column}/${line}`,
  )

test('moves with a key of their own and passing get no other one', () => {
  expect(places(['-', 'r8', 'b8'], 'r8', 'b8')).toEqual([])
})

test('a swap lies below the key of its row, a second one in the next line', () => {
  expect(places(['-', 'y8', '~r6', '~y6', '~r5'], 'y8')).toEqual(['~r5 0/0', '~y6 1/0', '~r6 0/1'])
})

test('a bonus cell lies below the two rows beside it, then in any free column', () => {
  expect(places(['+o4', '+o7', '+o9', '+c5'])).toEqual(['+o4 0/0', '+o7 1/0', '+c5 2/0', '+o9 3/0'])
})
