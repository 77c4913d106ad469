import { expect, test } from 'vitest'
import type { TableEvent } from '../src/lib/protocol'
import { addEvents, turnMovesOf } from '../src/table/turnMoves'

const revealed = (ask: string, ...moves: (string[] | null)[]): TableEvent => ({
  type: 'revealed',
  ask,
  moves,
})
const crossed = (
  seat: number,
  cell: string,
  source: Extract<TableEvent, { type: 'crossed' }>['source'],
): TableEvent => ({ type: 'crossed', seat, cell, source })
const penalty = (seat: number): TableEvent => ({ type: 'penalty', seat, penalties: 1 })

test('a turn of the log holds no passes and no chosen rows', () => {
  const turn = {
    turn: 2,
    active: 0,
    roll: null,
    announced: 8,
    columns: [['y11', '?g', '+g2'], ['-'], ['x']],
  }
  expect(turnMovesOf(turn)).toEqual([['y11', '+g2'], [], ['x']])
  expect(turnMovesOf(undefined)).toEqual([])
})

test('action 1 begins a new story', () => {
  const old = [['r2'], ['x']]
  expect(addEvents(old, [revealed('4.1', ['r5'], ['-'], null)])).toEqual([[], [], null])
})

test('crosses are added to the seat that made them', () => {
  const events = [
    revealed('4.1', ['r5'], ['b8']),
    crossed(0, 'r5', 'white'),
    crossed(1, 'b8', 'white'),
  ]
  expect(addEvents([], events)).toEqual([['r5'], ['b8']])
})

test('action 2 goes on with the story of action 1', () => {
  const before = [['r5'], [], ['b8']]
  const events = [revealed('4.2', ['+y3'], null, null), crossed(0, 'y3', 'colour')]
  expect(addEvents(before, events)).toEqual([['r5', '+y3'], [], ['b8']])
})

test('a player who was not asked in action 1 begins in action 2', () => {
  const before = [null, ['r5']]
  expect(addEvents(before, [revealed('4.2', ['+y3'], null), crossed(0, 'y3', 'colour')])).toEqual([
    ['+y3'],
    ['r5'],
  ])
})

test('each cross has the sign of what allowed it', () => {
  const sources = ['white', 'lucky', 'swap', 'colour', 'card', 'bonus', 'chain'] as const
  const events = sources.map((source, place) => crossed(0, `r${place + 2}`, source))
  expect(addEvents([[]], events)).toEqual([['r2', '*r3', '~r4', '+r5', '+r6', '+r7', '+r8']])
})

test('a penalty is an x, also for a player without a cross', () => {
  expect(addEvents([['r5'], null], [penalty(1)])).toEqual([['r5'], ['x']])
})

test('nothing else changes the story', () => {
  const story = [['r5'], null]
  const others: TableEvent[] = [
    { type: 'paused', paused: true },
    { type: 'row_closed', row: 0, seats: [0] },
    { type: 'timed_out', seat: 1 },
  ]
  expect(addEvents(story, others)).toEqual(story)
})
