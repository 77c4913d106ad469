import { expect, test } from 'vitest'
import { factsOfReplay, factsOfView } from '../src/lib/seenGame'
import type { LogTurn, Replay, TableView } from '../src/lib/protocol'
import { seatView, tableView } from './fixtures'

const FIRST: LogTurn = {
  turn: 1,
  active: 1,
  roll: { white: [4, 1], colours: [3, 2, null, 6] },
  announced: 5,
  columns: [['r5'], ['-', '+b10'], []],
}

const seenIn = (view: TableView) => Object.fromEntries(factsOfView(view))

test('a view shows players, who began, and the roll of its turn', () => {
  expect(seenIn(tableView())).toEqual({ seats: '3', first: '1', 'roll 3': '35 2541' })
})

test('finished turns come with their rolls and moves', () => {
  const facts = { 'roll 1': '41 32-6', 'turn 1': 'r5|- +b10|' }
  expect(seenIn(tableView({ log: [FIRST] }))).toMatchObject(facts)
  const ended = tableView({ events: [{ type: 'turn_ended', log: FIRST }] })
  expect(seenIn(ended)).toMatchObject(facts)
})

test('before the start there is nothing to see', () => {
  expect(seenIn(tableView({ stage: 'starting', turn: 0 }))).toEqual({})
})

test('lucky numbers are those of a seat', () => {
  const seats = [seatView(0, 'Ann', { lucky: [6, 11] }), seatView(1, 'Ben', { lucky: [5, 10] })]
  expect(seenIn(tableView({ seats, turn: 1 }))).toMatchObject({
    'lucky 0': '6&11',
    'lucky 1': '5&10',
  })
})

test('cards: the display and the own hand before one is taken, then what was taken and announced', () => {
  const cards = {
    jokers: true,
    hands: [
      {
        seat: 0,
        cards: [
          { number: 9, colour: 1 },
          { number: 7, colour: null },
        ],
      },
    ],
    display: [8, 2],
    top: 5,
    pile: 20,
    discards: [],
  }
  const view = tableView({ phase: 'take', roll: null, announced: 0, cards })
  expect(seenIn(view)).toMatchObject({ 'display 3': '2,8', 'hand 3 0': 'j7 y9' })
  const taken = tableView({
    roll: null,
    cards,
    announced: 5,
    events: [
      { type: 'taken', seat: 2, numbers: [11, 4], announced: 8 },
      { type: 'turn_ended', log: { ...FIRST, turn: 2, roll: null, announced: 8 } },
      { type: 'taken', seat: 0, numbers: [2], announced: 5 },
    ],
  })
  expect(seenIn(taken)).toMatchObject({
    'take 2': '4,11',
    'announced 2': '8',
    'take 3': '2',
    'announced 3': '5',
  })
})

test('a replay tells the same facts', () => {
  const replay: Replay = {
    table: 'BCDFGHJK',
    options: {},
    names: ['Ann', 'Ben', 'Cleo'],
    lucky: [
      [6, 11],
      [5, 10],
      [4, 9],
    ],
    first: 1,
    turns: [
      { turn: 0, log: null, events: [], sheets: [], closed: [] },
      { turn: 1, log: FIRST, events: [], sheets: [], closed: [], take: [7] },
    ],
    fair: { scheme: '', commitment: '', seeds: [], seed: null },
    result: { reason: 'four_penalties', winners: [] },
  }
  expect(factsOfReplay(replay)).toEqual({
    seats: '3',
    first: '1',
    'lucky 0': '6&11',
    'lucky 1': '5&10',
    'lucky 2': '4&9',
    'take 1': '7',
    'roll 1': '41 32-6',
    'turn 1': 'r5|- +b10|',
  })
})
