import { beforeAll, describe, expect, test } from 'vitest'
import { loadLanguage } from '../src/i18n/i18n.svelte'
import type { DiceCheck } from '../src/lib/verifyDice'
import { Refusal } from '../src/lib/api'
import { cellOf, coloursOf, gameOf, isSpecial, layoutOf } from '../src/lib/layout'
import { sheetOf } from '../src/lib/masks'
import type { TableEvent, TableView, VariantInfo } from '../src/lib/protocol'
import {
  botWords,
  cellWords,
  alarmWords,
  checkWords,
  closedWords,
  dieOut,
  emoteText,
  eventWords,
  failure,
  gameName,
  levelName,
  moveWords,
  reasonWords,
  refusal,
  rowName,
  seatTitle,
  signWords,
  sumWords,
  variantName,
} from '../src/lib/words'
import { serveSheets, sitDown } from './atTable'
import { classic, seatView, sheetView, withCells } from './fixtures'

const layout = layoutOf(classic())
/** A sheet whose rows hold several colours. */
const mixed = (): VariantInfo => classic({ id: 'mixx_a', mixed: true })

beforeAll(async () => {
  serveSheets(classic(), mixed())
  await loadLanguage('en')
})

describe('a refusal', () => {
  test('is chosen by its code', () => {
    expect(refusal('row_closed')).toBe('This row is closed.')
    expect(failure(new Refusal('offline', ''))).toBe('No connection to the server.')
  })

  test('with an unknown code is a general one', () => {
    expect(refusal('made_up')).toBe('Something went wrong. Please try again.')
    expect(failure(new Error('no code'))).toBe('Something went wrong. Please try again.')
  })
})

describe('a move', () => {
  test.each([
    ['r5', 'red 5'],
    ['+b10', 'blue 10'],
    ['*g16', 'lucky green 16'],
    ['~y8', 'swapped yellow 8'],
    ['o7', 'bonus 7 (red/yellow)'],
    ['c3', 'bonus 3 (green/blue)'],
    ['-', 'nothing'],
    ['x', 'penalty'],
    ['?g', 'green'],
    ['t4', '4'],
    ['t4,7', '4 + 7'],
    ['+r3,5', 'red 3 + 5'],
    ['+r3,5*/5', 'red 3 + 5★ (✕ 5)'],
    ['+b2,3,4/-', 'blue 2 + 3 + 4 (✕ nothing)'],
    ['+y3,5*', 'yellow 3 + 5★'],
  ])('%s is "%s"', (move, words) => {
    expect(moveWords(move)).toBe(words)
  })

  test('names a cell, if it crosses one of a row', () => {
    const cells = ['r5', '+b10', '*g16', '~y8', 'o7', '-', 'x', '?g', 't4', '+r3,5'].map(cellOf)
    expect(cells).toEqual(['r5', 'b10', 'g16', 'y8', 'o7', null, null, null, null, null])
  })

  test('is special if it crosses another number than the announced one', () => {
    expect(['*g16', '~y8', 'r5', '+b10', '-'].map(isSpecial)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })
})

describe('a cell', () => {
  test('goes by colour and number', () => {
    expect(['r2', 'y3', 'g11', 'b12'].map(cellWords)).toEqual([
      'red 2',
      'yellow 3',
      'green 11',
      'blue 12',
    ])
  })

  test('of a bonus row counts in the two rows beside it', () => {
    expect(['r5', 'b5', 'o5', 'c5'].map(coloursOf)).toEqual([[0], [3], [0, 1], [2, 3]])
  })

  test('explains the sign on it', () => {
    const [plain] = classic().rows[0] ?? []
    if (!plain) throw new Error('there is no cell')
    expect(signWords(plain)).toBe('')
    expect(signWords({ ...plain, double: true })).toBe('This cell counts as two crosses.')
    expect(signWords({ ...plain, symbol: 'star' })).toBe(
      'Both stars crossed: penalties cost nothing at the end.',
    )
    expect(signWords({ ...plain, box: true })).toMatch(/^A boxed cell: /)
  })
})

describe('a row', () => {
  test('goes by its colour, or by its number if its cells differ in colour', () => {
    expect([0, 1, 2, 3].map((row) => rowName(layout, row))).toEqual([
      'Red',
      'Yellow',
      'Green',
      'Blue',
    ])
    expect(rowName(layoutOf(mixed()), 2)).toBe('Row 3')
  })

  test('goes by the colour of its lock', () => {
    const print = withCells(classic(), { r12: { colour: 3 } })
    expect(rowName(layoutOf(print), 0)).toBe('Blue')
  })

  test('that is closed names the players who closed it', () => {
    const closed = (you: boolean, ...names: string[]): string =>
      closedWords(layout, 0, { you, names })
    expect(closed(true, 'Ann')).toBe('You closed red')
    expect(closed(false, 'Ben')).toBe('Ben closed red')
    expect(closed(false, 'Ben', 'Cleo')).toBe('Ben and Cleo closed red')
    expect(closed(false)).toBe('Red is closed')
    const row = closedWords(layoutOf(mixed()), 1, { you: false, names: ['Ben'] })
    expect(row).toBe('Ben closed row 2')
  })

  test('takes its die with it', () => {
    expect([0, 3].map(dieOut)).toEqual([
      'The red die is out of the game.',
      'The blue die is out of the game.',
    ])
  })
})

describe('the end', () => {
  test('has as many closed rows as there are, at least as many as it takes', () => {
    expect(reasonWords(layout, 'two_rows_closed', 3)).toBe('3 rows closed')
    expect(reasonWords(layout, 'two_rows_closed', 1)).toBe('2 rows closed')
    const one = layoutOf(classic({ closed_rows_to_end: 1 }))
    expect(reasonWords(one, 'two_rows_closed', 1)).toBe('1 row closed')
  })

  test('has as many penalties as this sheet allows', () => {
    expect(reasonWords(layout, 'four_penalties', 0)).toBe('4 penalties')
    expect(reasonWords(layoutOf(classic({ penalties_to_end: 6 })), 'four_penalties', 0)).toBe(
      '6 penalties',
    )
  })

  test('by hand says so', () => {
    expect(reasonWords(layout, 'finished', 0)).toBe('scored by hand')
  })
})

test('the foot of a sheet has the points of its rows, bonus, penalties and total', () => {
  const sheet = sheetView({ points: [28, 10, 0, 3], penalties: 1, penalties_cost: 5, total: 36 })
  expect(sumWords(layout, sheetOf(layout, sheet))).toBe(
    'Red 28, Yellow 10, Green 0, Blue 3, Penalties −5, Total 36',
  )
  const bonus = sheetOf(layout, { ...sheet, bonus: 13, total: -2 })
  expect(sumWords(layout, bonus)).toBe(
    'Red 28, Yellow 10, Green 0, Blue 3, Bonus 13, Penalties −5, Total −2',
  )
  const steps = layoutOf(withCells(classic(), { r7: { step: true } }))
  expect(sumWords(steps, bonus)).toContain(', Steps 13, ')
})

describe('a name', () => {
  test('of a sheet is the one of the page, or its id', () => {
    expect(variantName('bonus_b')).toBe('Bonus B')
    expect(variantName('my-sheet')).toBe('my-sheet')
    expect(variantName('longo-tulip-7')).toBe('Longo · tulip-7')
  })

  test('of a game is that of the card game or of the sheet', () => {
    expect(gameName({ variant: 'longo' })).toBe('Longo')
    expect(gameName({ variant: 'longo', cards: true })).toBe('Cards')
    expect(gameOf({})).toBe('classic')
  })

  test('of a level is the one of the page; an own bot goes by its class', () => {
    expect(levelName('champion')).toBe('champion')
    expect(levelName('my_bots.py:Sleepy')).toBe('Sleepy')
    expect(levelName('x', 'my_bots.py:Sleepy')).toBe('Sleepy')
  })

  test('of a seat includes the level of a bot', () => {
    expect(botWords({ kind: 'person' })).toBe('')
    expect(botWords({ kind: 'bot' })).toBe('bot')
    expect(seatTitle(seatView(1, 'Rex', { kind: 'bot', level: 'champion' }))).toBe(
      'Rex · bot, champion',
    )
    expect(seatTitle(seatView(1, 'Ben'))).toBe('Ben')
  })

  test('of an unknown emote is its id', () => {
    expect(emoteText('made_up')).toBe('made_up')
    expect(emoteText('wow')).toBe('Wow')
  })
})

describe('an event', () => {
  /** What it says to Ann, whose device this is. */
  async function announced(
    event: TableEvent,
    view: Partial<TableView> = {},
  ): Promise<string | null> {
    const [table] = await sitDown(view)
    return eventWords(event, table)
  }
  const roll = (seat: number, ...colours: (number | null)[]): TableEvent => ({
    type: 'rolled',
    turn: 3,
    seat,
    roll: { white: [3, 5], colours },
  })

  test('speaks to the reader without a name, and of others by theirs', async () => {
    expect(await announced({ type: 'penalty', seat: 0, penalties: 1 })).toBe('You take a penalty.')
    expect(await announced({ type: 'penalty', seat: 1, penalties: 1 })).toBe('Ben takes a penalty.')
  })

  test('calls everybody by name where several people share this device', async () => {
    const you = { member: 0, host: true, seats: [0, 1] }
    expect(await announced({ type: 'penalty', seat: 0, penalties: 1 }, { you })).toBe(
      'Ann takes a penalty.',
    )
  })

  test('a roll comes with its sum and the dice that are still in the game', async () => {
    expect(await announced(roll(0, 2, null, 4, 1))).toBe(
      'You roll 3 and 5: 8. Coloured dice: red 2, green 4, blue 1.',
    )
    expect(await announced(roll(1, null, null, null, null))).toBe('Ben rolls 3 and 5: 8.')
  })

  test.each<[TableEvent, string | null]>([
    [{ type: 'taken', seat: 1, numbers: [4], announced: 9 }, 'The number is 9.'],
    [{ type: 'taken', seat: 1, numbers: [4], announced: null }, null],
    [{ type: 'covered', seat: 1, covered: true }, 'A bot is playing for Ben.'],
    [{ type: 'covered', seat: 0, covered: false }, 'You are back.'],
    [{ type: 'left', seat: 1, name: 'Ben', kicked: false }, 'Ben has left.'],
    [{ type: 'left', seat: 1, name: 'Ben', kicked: true }, 'Ben was removed.'],
    [{ type: 'seated', seat: 1, name: 'Ben' }, 'Ben sits down.'],
    [{ type: 'timed_out', seat: 0 }, 'Your time is up.'],
    [{ type: 'paused', paused: true }, 'The game is paused.'],
    [{ type: 'paused', paused: false }, 'The game continues.'],
    [{ type: 'emoted', seat: 1, name: 'Ben', emote: 'wow' }, 'Ben: Wow'],
    [{ type: 'bonus_earned', seat: 0, symbol: 'diamond' }, 'You earn a bonus: diamond.'],
    [
      { type: 'said', line: { seq: 1, seat: 1, name: 'Ben', text: 'Well played', at: 0 } },
      'Ben: Well played',
    ],
    [{ type: 'crossed', seat: 0, cell: 'r5', source: 'white' }, null],
    [{ type: 'die_removed', colour: 0 }, null],
  ])('%j', async (event, words) => {
    expect(await announced(event)).toBe(words)
  })
})

describe('the check of a finished game', () => {
  type Wrong = NonNullable<DiceCheck['wrong']>
  const failed = (what: Wrong['what'], turn = 0): string =>
    checkWords({ wrong: { what, turn }, drawn: 0 }, false)

  test('says how much was right', () => {
    expect(checkWords({ wrong: null, drawn: 1 }, false)).toBe(
      'Checked on this page: the roll is correct.',
    )
    expect(checkWords({ wrong: null, drawn: 19 }, false)).toBe(
      'Checked on this page: all 19 rolls are correct.',
    )
    expect(checkWords({ wrong: null, drawn: 2 }, true)).toBe(
      'Checked on this page: all 2 shuffles and every card are correct.',
    )
  })

  test('says what is wrong and in which turn', () => {
    expect(failed('roll', 3)).toBe('Check failed: turn 3 should have had different dice.')
    expect(failed('cards', 0)).toBe('Check failed: turn 0 should have had different cards.')
    expect(failed('first')).toBe('Check failed: someone else should have gone first.')
    expect(failed('lucky')).toBe('Check failed: the lucky numbers should have been different.')
    expect(failed('seed')).toBe('Check failed: this is not the seed the server committed to.')
    expect(failed('share', 2)).toContain('player 2’s share does not match its seal')
    expect(failed('seen', 2)).toContain('turn 2 is told differently from what this device saw')
    expect(failed('seen', 0)).toContain('who began')
    expect(alarmWords({ what: 'scheme', turn: 0 })).toContain('by other rules for the dice')
  })
})
