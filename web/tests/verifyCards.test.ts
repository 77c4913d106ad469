import { expect, test } from 'vitest'
import scenario from '../../spec/cards/new_pile.json'
import { verifyCards, type CardCheck } from '../src/lib/verifyCards'
import type { TableEvent, Replay, ReplayTurn } from '../src/lib/protocol'

// Five players use the pile up: the scenario was worked out by hand. In turn 10 the discards are
// shuffled, and the new pile lies there from the beginning of the turn.
const DECK = scenario.deck.split(' ')
const PILE = scenario.steps.flatMap((step) => ('deal' in step ? (step.deal ?? '').split(' ') : []))

/** What the active player took, the number announced then, and the cards played. */
const TURNS: readonly (readonly [number[], number, string])[] = [
  [[3], 9, 'r2 r3 r4'],
  [[4], 10, 'y3 y4 y5'],
  [[5], 11, 'g10 g11 g12'],
  [[6], 6, 'b10 b11 b12'],
  [[8], 7, 'r5 r6 r7'],
  [[9, 10, 11], 10, 'y2'],
  [[6, 7, 8], 8, 'y6'],
  [[9, 10, 11], 4, 'y9'],
  [[7, 8, 9], 7, 'g9'],
  [[3, 4, 5], 12, ''],
]

function turnOf(turn: number, take: number[], announced: number, played: string): ReplayTurn {
  const seat = (turn - 1) % 5
  const cards = played.split(' ').filter(Boolean)
  const events: TableEvent[] = cards.length ? [{ type: 'cards_played', seat, cards }] : []
  const log = { turn, active: seat, roll: null, announced, columns: [] }
  return { turn, log, take, events, sheets: [], closed: [], pile: turn === 10 ? PILE : null }
}

const GAME: Replay = {
  table: 'BCDFGHJK',
  options: { cards: true },
  names: ['Ann', 'Ben', 'Cleo', 'Dan', 'Eve'],
  lucky: [],
  first: 0,
  turns: TURNS.map(([take, announced, played], at) => turnOf(at + 1, take, announced, played)),
  fair: { scheme: 'rowlock-dice-2', commitment: '', seeds: [], seed: '' },
  result: { reason: 'four_penalties', winners: [] },
  deck: DECK,
}

/** Shuffles as the scenario does: the right cards, sorted as text, in its order. */
function shuffle(sorted: string[], pile: number): string[] {
  const order = [DECK, PILE][pile] ?? []
  expect(sorted).toEqual(order.toSorted())
  return order
}

/** The game with other turns. */
function follow(change: (turn: ReplayTurn) => Partial<ReplayTurn> = () => ({})): CardCheck {
  const turns = GAME.turns.map((turn) => ({ ...turn, ...change(turn) }))
  return verifyCards({ ...GAME, turns }, shuffle)
}
const only =
  (wanted: number, change: Partial<ReplayTurn>) =>
  ({ turn }: ReplayTurn): Partial<ReplayTurn> =>
    turn === wanted ? change : {}

test('every card of a game with two shuffles is where the deal put it', () => {
  expect([DECK.length, PILE.length]).toEqual([44, 19])
  const { facts, ...check } = follow()
  expect(check).toEqual({ shuffles: 2, wrong: null })
  // By hand: four cards for each of five, four in the display.
  const display = DECK.slice(20, 24).map((card) => Number(card.slice(1)))
  expect(facts['display 1']).toBe(display.sort((a, b) => a - b).join(','))
  expect(facts['hand 1 4']).toBe(DECK.slice(16, 20).sort().join(' '))
})

test('another deck than the one drawn is wrong from the start', () => {
  const [first = '', second = '', ...others] = DECK
  const deck = [second, first, ...others]
  expect(verifyCards({ ...GAME, deck }, shuffle).wrong).toBe(0)
  expect(verifyCards({ ...GAME, deck: null }, shuffle).wrong).toBe(0)
})

test('only a number that lies in the display can be taken', () => {
  expect(follow(only(2, { take: [12] })).wrong).toBe(2)
  expect(follow(only(6, { take: [9, 9, 11] })).wrong).toBe(6) // one 9 lies there, not two
})

test('the announced number is the top of the pile', () => {
  const log = { turn: 4, active: 3, roll: null, announced: 7, columns: [] }
  expect(follow(only(4, { log })).wrong).toBe(4)
})

test('only cards of the own hand can be played, each of them once', () => {
  const playing = (turn: number, seat: number, ...cards: string[]) =>
    follow(only(turn, { events: [{ type: 'cards_played', seat, cards }] })).wrong
  expect(playing(1, 0, 'j13')).toBe(1) // no player has it
  expect(playing(1, 0, 'b2')).toBe(1) // Cleo has it
  expect(playing(1, 0, 'r2', 'r2')).toBe(1)
})

test('a new pile holds what was discarded, in the order that is drawn', () => {
  const [first = '', second = '', ...others] = PILE
  expect(follow(only(10, { pile: [second, first, ...others] })).wrong).toBe(10)
  expect(follow(only(10, { pile: null })).wrong).toBe(10)
})

test('a new pile before the old one is empty is wrong', () => {
  expect(follow(only(5, { pile: PILE })).wrong).toBe(5)
})

test('a game with jokers is dealt from 55 cards', () => {
  const shuffled: string[][] = []
  verifyCards({ ...GAME, options: { cards: true, jokers: true } }, (sorted) => {
    shuffled.push(sorted)
    return sorted
  })
  expect(shuffled.map(({ length }) => length)).toEqual([55])
  expect(shuffled[0]?.filter((card) => card.startsWith('j'))).toHaveLength(11)
})
