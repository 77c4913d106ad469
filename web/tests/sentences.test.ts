import { beforeAll, describe, expect, test } from 'vitest'
import { loadLanguage } from '../src/i18n/i18n.svelte'
import type { TableEvent, ResultView, TableView, VariantInfo } from '../src/lib/protocol'
import {
  closingWords,
  endWords,
  eventsWords,
  sentence,
  situation,
  turnMovesWords,
} from '../src/table/sentences'
import { play, serveSheets, sitDown } from './atTable'
import { classic, decision, option } from './fixtures'

const mixed = (): VariantInfo => classic({ id: 'mixx_a', mixed: true })
const sixPenalties = (): VariantInfo =>
  classic({ id: 'six', penalties_to_end: 6, penalty_points: 7 })
const threeRows = (): VariantInfo => classic({ id: 'three', closed_rows_to_end: 3 })

beforeAll(async () => {
  serveSheets(classic(), mixed(), sixPenalties(), threeRows())
  await loadLanguage('en')
})

const BOTH = { member: 0, host: true, seats: [0, 1] }
const WATCHER = { member: null, host: false, seats: [] }

describe('what everybody did', () => {
  const story = async (
    moves: (string[] | null)[],
    view: Partial<TableView> = {},
  ): Promise<string> => turnMovesWords((await sitDown(view))[0], moves)

  test('comes seat by seat, and those who passed come together at the end', async () => {
    expect(await story([['r8', '+g7'], [], []])).toBe(
      'You cross red 8 and green 7. Ben and Cleo pass.',
    )
    expect(await story([[], ['x'], ['y8']])).toBe(
      'Ben takes a penalty. Cleo crosses yellow 8. You pass.',
    )
    expect(await story([[], [], ['r8']])).toBe('Cleo crosses red 8. You pass. Ben passes.')
  })

  test('leaves out players who were not asked', async () => {
    expect(await story([null, ['-'], null])).toBe('Ben passes.')
    expect(await story([])).toBe('')
  })

  test('calls all by name where several people share this device', async () => {
    expect(await story([['r8'], [], null], { you: BOTH })).toBe('Ann crosses red 8. Ben passes.')
  })
})

describe('what a batch of events comes to', () => {
  const news = async (...events: TableEvent[]): Promise<string[]> =>
    eventsWords((await sitDown())[0], events)
  const revealed = (ask: string, ...moves: (string[] | null)[]): TableEvent => ({
    type: 'revealed',
    ask,
    moves,
  })

  test('is one story of an action, with the crosses that it caused', async () => {
    const sentences = await news(
      revealed('3.1', ['r8'], ['-'], ['y8']),
      { type: 'crossed', seat: 0, cell: 'r8', source: 'white' },
      { type: 'crossed', seat: 2, cell: 'y8', source: 'white' },
      { type: 'crossed', seat: 2, cell: 'y9', source: 'bonus' },
    )
    expect(sentences).toEqual(['You cross red 8. Cleo crosses yellow 8 and yellow 9. Ben passes.'])
  })

  test('of action 2 leaves out the crosses of action 1', async () => {
    const sentences = await news(revealed('3.2', ['+r9'], null, null), {
      type: 'crossed',
      seat: 0,
      cell: 'r9',
      source: 'colour',
    })
    expect(sentences).toEqual(['You cross red 9.'])
  })

  test('mentions a penalty once, as part of the story', async () => {
    const penalty: TableEvent = { type: 'penalty', seat: 0, penalties: 1 }
    expect(await news(revealed('3.2', ['-'], null, null), penalty)).toEqual(['You take a penalty.'])
  })

  test('mentions other events in the order in which they happened', async () => {
    const sentences = await news(
      { type: 'timed_out', seat: 1 },
      revealed('3.1', ['-'], ['-'], ['-']),
      {
        type: 'rolled',
        turn: 4,
        seat: 1,
        roll: { white: [1, 2], colours: [null, null, null, null] },
      },
    )
    expect(sentences).toEqual([
      'Ben: time is up.',
      'You pass. Ben and Cleo pass.',
      'Ben rolls 1 and 2: 3.',
    ])
  })
})

describe('the banner of a closed row', () => {
  const closing = async (view: Partial<TableView>, ...events: TableEvent[]) =>
    closingWords((await sitDown({ ...view, events }))[0], view.closed ?? [], events)
  const RED: TableEvent[] = [
    { type: 'row_closed', row: 0, seats: [1] },
    { type: 'die_removed', colour: 0 },
  ]

  test('says who closed it, that its die is out, and that one more ends the game', async () => {
    expect(await closing({ closed: [0] }, ...RED)).toEqual([
      ['Ben closed red'],
      'The red die is out of the game. One more closed row and the game ends.',
    ])
  })

  test('does not say so where the sheet takes three rows, or after the end', async () => {
    const three = await closing({ closed: [0], options: { variant: 'three' } }, ...RED)
    expect(three).toEqual([['Ben closed red'], 'The red die is out of the game.'])
    const over = await closing({ closed: [0], stage: 'over' }, ...RED)
    expect(over[1]).toBe('The red die is out of the game.')
  })

  test('has a title for each row', async () => {
    const both: TableEvent[] = [
      { type: 'row_closed', row: 0, seats: [0, 1] },
      { type: 'row_closed', row: 3, seats: [2] },
    ]
    expect(await closing({ closed: [0, 3] }, ...both)).toEqual([
      ['Ann and Ben closed red', 'Cleo closed blue'],
      '',
    ])
  })
})

describe('the end', () => {
  const end = async (view: Partial<TableView>): Promise<string> =>
    endWords((await sitDown(view))[0])

  test('names its reason', async () => {
    const rows: ResultView = { reason: 'two_rows_closed', winners: [0] }
    expect(await end({ stage: 'over', result: rows, closed: [0, 3] })).toBe(
      'Game over: 2 rows closed.',
    )
    const penalties: ResultView = { reason: 'four_penalties', winners: [1] }
    expect(await end({ stage: 'over', result: penalties })).toBe('Game over: 4 penalties.')
    expect(await end({ stage: 'over', result: penalties, options: { variant: 'six' } })).toBe(
      'Game over: 6 penalties.',
    )
  })
})

describe('the situation', () => {
  const situationIn = async (view: Partial<TableView>, bare = false): Promise<string> =>
    situation((await play(view))[0], bare)
  const NUMBER = decision('action1', ['-', 'r8', 'g8'])

  test('of a roll says whose turn it is', async () => {
    expect(await situationIn({ phase: 'roll' })).toBe('Your turn to roll.')
    expect(await situationIn({ phase: 'roll', active: 1 })).toBe('Ben’s turn.')
    expect(await situationIn({ phase: 'roll', you: BOTH })).toBe('Ann’s turn.')
  })

  test('of action 1 is the number and the rows that have it', async () => {
    const text = 'White dice: 8. You may cross the 8 in red or green.'
    expect(await situationIn({ decisions: [NUMBER] })).toBe(text)
    expect(await situationIn({ decisions: [NUMBER] }, true)).toBe(
      'You may cross the 8 in red or green.',
    )
  })

  test('names whole cells where rows hold several colours', async () => {
    const options = { variant: 'mixx_a' }
    expect(await situationIn({ decisions: [NUMBER], options })).toBe(
      'White dice: 8. You may cross red 8 or green 8.',
    )
  })

  test('names whole cells where luck, a swap field or a bonus row brings another one', async () => {
    const lucky = decision('action1', ['-', 'r8', '*g16', 'r8'])
    expect(await situationIn({ decisions: [lucky] }, true)).toBe('You may cross red 8 or green 16.')
    const swap = decision('action1', ['-', '~y5'])
    expect(await situationIn({ decisions: [swap] }, true)).toBe('You may cross swapped yellow 5.')
    const bonus = decision('action1', ['-', 'r8', 'o8'])
    expect(await situationIn({ decisions: [bonus] }, true)).toBe(
      'You may cross red 8 or bonus 8 (red/yellow).',
    )
  })

  test('of action 2 names the cells, and what passing costs', async () => {
    const free = decision('action2', ['-', '+r9', '+b3'], { ask: '3.2' })
    expect(await situationIn({ phase: 'action2', decisions: [free] }, true)).toBe(
      'Your action 2: red 9 or blue 3.',
    )
    const costly = decision('action2', [option('-', { penalty: true }), '+r9'], { ask: '3.2' })
    expect(await situationIn({ phase: 'action2', decisions: [costly] }, true)).toBe(
      'Your action 2: red 9. Passing means a penalty.',
    )
  })

  test('of a tie asks for a row and not for a cell', async () => {
    const tie = decision('choice', ['?r', '?y'], { answer: ['y11'] })
    expect(await situationIn({ phase: 'choice', decisions: [tie] }, true)).toBe(
      'Choose a row. Red or Yellow.',
    )
  })

  test('while waiting names the players who are awaited', async () => {
    expect(await situationIn({ owing: [1, 2] })).toBe('White dice: 8. Waiting for Ben and Cleo.')
    expect(await situationIn({ owing: [1], you: WATCHER })).toBe('White dice: 8. Waiting for Ben.')
    expect(await situationIn({ owing: [1], active: 1, phase: 'action2' })).toBe('Action 2: Ben.')
    expect(await situationIn({ owing: [1], active: 1, phase: 'take' })).toBe('Ben takes cards.')
  })

  test('of an answer that stands says what was chosen', async () => {
    const answered = (...answer: string[]) =>
      decision('action1', [], { owed: false, answer, first: [option('-'), option('r8')] })
    expect(await situationIn({ decisions: [answered('r8')] }, true)).toBe('You chose red 8.')
    expect(await situationIn({ decisions: [answered('-')] }, true)).toBe('You’re passing.')
  })

  test('without a choice says why', async () => {
    const only = decision('action1', ['-'])
    expect(await situationIn({ decisions: [only] })).toBe('White dice: 8. No 8 fits: you pass.')
    const penalty = decision('action2', [option('-', { penalty: true })])
    const phase = 'action2'
    expect(await situationIn({ phase, decisions: [penalty] })).toBe('Nothing fits: penalty −5.')
    expect(await situationIn({ phase, decisions: [penalty], options: { variant: 'six' } })).toBe(
      'Nothing fits: penalty −7.',
    )
    expect(await situationIn({ phase, decisions: [decision('action2', ['-'])] })).toBe(
      'Nothing fits: you pass.',
    )
    expect(await situationIn({ phase: 'take', decisions: [decision('take', ['t4'])] })).toBe(
      'There is only one option.',
    )
  })

  test('of a pause or the end says nothing else', async () => {
    expect(await situationIn({ paused: true, decisions: [NUMBER] })).toBe('Paused.')
    const result: ResultView = { reason: 'four_penalties', winners: [] }
    expect(await situationIn({ stage: 'over', result })).toBe('Game over: 4 penalties.')
  })

  test('with cards has no white dice, and says what is in the hand', async () => {
    const options = { cards: true }
    const cards = (owned: TableView['cards']): Partial<TableView> => ({
      options,
      cards: owned ?? null,
    })
    const take = decision('take', ['t4', 't4,7'])
    expect(await situationIn({ options, phase: 'take', decisions: [take] })).toBe(
      'Take cards from the display. 4 or 4 + 7.',
    )
    expect(await situationIn({ options, decisions: [NUMBER] })).toBe(
      'The number is 8. You may cross the 8 in red or green.',
    )
    const hand = [
      { number: 3, colour: 0 },
      { number: 7, colour: null },
    ]
    const hands = [{ seat: 0, cards: hand }]
    const view = cards({ jokers: true, hands, display: [], top: null, pile: 0, discards: [] })
    const lay = decision('action2', ['-', '+r3'], { ask: '3.2' })
    expect(await situationIn({ ...view, phase: 'action2', decisions: [lay] }, true)).toBe(
      'Play one to three cards of one colour. Your hand: red 3, joker 7.',
    )
  })
})

test('a line of the page ends with a full stop when it is spoken', () => {
  expect(['Red is closed', 'Really?', 'Paused.', 'Loading…'].map(sentence)).toEqual([
    'Red is closed.',
    'Really?',
    'Paused.',
    'Loading…',
  ])
})
