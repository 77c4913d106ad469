import { describe, expect, test } from 'vitest'
import expected from '../../tests/compat/expected/records.json'
import { readGame, recordsIn, seatOf, recordToStore, withSeat, type Played } from '../src/my/record'
import { filesIn, textOf } from './files'

const read = (record: string, name = ''): Played | null =>
  readGame({ id: 'T', record, at: 0 }, name)

/** Ann against a bot; Ann has 30 points and one lock. */
const DUEL = `[Rowlock "1"]
[Variant "classic"]
[Players "Ann, Ben"]
[First "1"]
[Table "WON"]
[Date "2026-11-15"]
[Bots "-, hard"]
[Locks "1 1"]
[Result "30 29"]
1. 11 2345 | r2 | y2
2. 12 3456 | r3 | x
3. 61 -635 | +y7 | -
`
const changed = (header: string, line: string): string =>
  DUEL.replace(new RegExp(`^\\[${header} .*\\n`, 'm'), line)

describe('a record of every kind that the library wrote', () => {
  const folder = 'tests/compat/records'
  const finished = Object.entries(expected).filter(([name]) => name.endsWith('-finished.rowlock'))

  test('is there', () => {
    const written = filesIn(folder).filter((name) => name.endsWith('-finished.rowlock'))
    expect(finished.map(([name]) => name).sort()).toEqual(written)
  })

  test.each(finished)(
    '%s has the totals and penalties that the library computed',
    (name, { replay }) => {
      const record = textOf(`${folder}/${name}`)
      const players = replay.out.flatMap((game) => game.players)
      expect(players).toHaveLength(3)
      const games = players.map((_, seat) => read(withSeat(record, seat)))
      for (const game of games) expect(game?.totals).toEqual(players.map(({ total }) => total))
      expect(games.map((game) => game?.penalties)).toEqual(
        players.map(({ penalties }) => penalties),
      )
      expect(games.map((game) => game?.seat)).toEqual([0, 1, 2])
    },
  )

  test('a game that is not over is none', () => {
    const record = textOf(`${folder}/classic-unfinished.rowlock`)
    expect(read(withSeat(record, 0))).toBeNull()
  })
})

test('everything that figures are made of is read', () => {
  expect(read(DUEL)).toEqual({
    id: 'T',
    record: DUEL,
    at: 0,
    date: '2026-11-15',
    game: 'classic',
    seat: 0,
    totals: [30, 29],
    levels: [null, 'hard'],
    locks: 1,
    penalties: 0,
    dice: [1, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 6, 6, 1, 6, 3, 5],
    sides: undefined,
    daily: false,
  })
})

describe('the player of a record', () => {
  test('is the one that the record names', () => {
    expect(seatOf(withSeat(DUEL, 1), 'Ann')).toBe(1)
    expect(read(withSeat(DUEL, 1))?.penalties).toBe(1)
  })

  test('is the only person where the others are bots', () => {
    expect(seatOf(DUEL, 'Zoe')).toBe(0)
    expect(seatOf(changed('Bots', '[Bots "easy, -"]\n'), 'Zoe')).toBe(1)
  })

  test('is the person with this name where there are several', () => {
    const people = changed('Bots', '')
    expect(seatOf(people, 'Ben')).toBe(1)
    expect(seatOf(people, 'Zoe')).toBe(-1)
    expect(read(people, 'Zoe')).toBeNull()
  })
})

test('the seat is written behind the first header, counted from 1', () => {
  expect(withSeat(DUEL, 1).split('\n').slice(0, 3)).toEqual([
    '[Rowlock "1"]',
    '[You "2"]',
    '[Variant "classic"]',
  ])
})

test('missing locks are null, a missing date is empty, and without a result there is no game', () => {
  expect(read(changed('Locks', ''))?.locks).toBeNull()
  expect(read(changed('Date', ''))?.date).toBe('')
  expect(read(changed('Result', ''))).toBeNull()
  expect(read(changed('Result', '[Result "30 ?"]\n'))).toBeNull()
})

test('a game of the day is known by its dice', () => {
  expect(read(DUEL)?.daily).toBe(false)
  expect(read(changed('Table', '[Dice "rowlock-daily-1"]\n'))?.daily).toBe(true)
  expect(read(changed('Table', '[Dice "rowlock-dice-2"]\n'))?.daily).toBe(false)
})

test('a card game has no dice, whatever sheet it was played on', () => {
  const cards = changed('First', '[Turns "cards"]\n').replace(/^1\..*$/m, '1. t12 2 | r2 | x')
  const game = read(cards)
  expect(game?.game).toBe('cards')
  expect(game?.dice).toEqual([1, 2, 3, 4, 5, 6, 6, 1, 6, 3, 5]) // of the other two turns
})

test('the dice of an own sheet have the sides that its file says', () => {
  // Only a line that begins with the word says it, not the name of the sheet.
  const sheet = String.raw`[about]\nid = 'mine'\nname = 'sides = 3'\n[dice]\nsides = 8\n[lock]`
  expect(read(changed('Table', `[Sheet "${sheet}"]\n`))?.sides).toBe(8)
  expect(read(DUEL)?.sides).toBeUndefined()
})

test('remarks are no moves', () => {
  const remark = DUEL.replace('| r2 | y2', '| r2 | y2 ; not an x')
  expect(read(withSeat(remark, 1))?.penalties).toBe(1)
})

test('one file holds many records', () => {
  const file = `a letter to go with them\n${DUEL}\n${changed('Table', '')}`
  expect(recordsIn(file)).toEqual([`${DUEL}\n`, changed('Table', '')])
  expect(recordsIn('no record at all')).toEqual([])
})

describe('a record to keep', () => {
  test('is known by its table, and is as old as its date', () => {
    const noon = Date.UTC(2026, 10, 15)
    expect(recordToStore(DUEL, 5)).toEqual({ id: 'WON', record: DUEL, at: noon })
  })

  test('is known by its turns where it has no table', () => {
    const nameless = changed('Table', '')
    const same = recordToStore(nameless.replace('Ann', 'Anna'), 5)
    expect(recordToStore(nameless, 5).id).toBe(same.id)
    expect(recordToStore(nameless.replace('| r2', '| -'), 5).id).not.toBe(same.id)
  })

  test('is as old as its arrival where it has no date', () => {
    expect(recordToStore(changed('Date', ''), 5).at).toBe(5)
    expect(recordToStore(changed('Date', '[Date "some day"]\n'), 5).at).toBe(5)
  })
})
