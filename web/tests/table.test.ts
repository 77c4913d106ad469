import { beforeAll, describe, expect, test } from 'vitest'
import type {
  AnswersCounted,
  Decision,
  AnswerAccepted,
  TableEvent,
  LogTurn,
} from '../src/lib/protocol'
import { choices, stamp } from '../src/lib/table.svelte'
import { serveSheets, sitDown } from './atTable'
import { classic, decision, option, seatView, sheetView, tableView } from './fixtures'

beforeAll(() => {
  serveSheets(classic())
})

const logTurn = (turn: number): LogTurn => ({
  turn,
  active: 0,
  roll: null,
  announced: 8,
  columns: [['r8'], ['-'], ['-']],
})
const NUMBER = decision('action1', ['-', 'r8'])

describe('the answer of another player', () => {
  const answered = (seq: number): AnswersCounted => ({
    type: 'answered',
    seq,
    ask: '3.1',
    seat: 1,
    answered: true,
    owing: [0, 2],
  })

  test('changes only who owes one', async () => {
    const [table, server] = await sitDown({ decisions: [NUMBER] })
    server.receive(answered(8))
    expect(table.view).toMatchObject({ seq: 8, owing: [0, 2], decisions: [NUMBER] })
    expect(table.view.seats.map((seat) => seat.answered)).toEqual([false, true, false])
  })

  test('that is old news changes nothing', async () => {
    const [table, server] = await sitDown()
    server.receive(answered(7))
    expect([table.view.owing, server.resyncs]).toEqual([[0, 1, 2], 0])
  })

  test('after a gap in the numbers makes the page ask for everything again', async () => {
    const [table, server] = await sitDown()
    server.receive(answered(9))
    expect([table.view.seq, server.resyncs]).toEqual([7, 1])
  })
})

describe('the own answer', () => {
  const given = (change: Partial<Decision> = {}): AnswerAccepted => ({
    type: 'given',
    seq: 8,
    owing: [1, 2],
    decision: { ...NUMBER, owed: false, answer: ['r8'], legal: [], ...change },
  })

  test('can be changed to what could be answered before', async () => {
    const [table, server] = await sitDown({ decisions: [NUMBER] })
    server.receive(given())
    expect(table.decision(0)).toMatchObject({ owed: false, answer: ['r8'], legal: [] })
    expect(choices(table.decision(0)).map(({ move }) => move)).toEqual(['-', 'r8'])
    expect(table.view.owing).toEqual([1, 2])
  })

  test('to another question makes the page ask for everything again', async () => {
    for (const other of [given({ ask: '3.2' }), given({ kind: 'choice' }), given({ seat: 1 })]) {
      const [table, server] = await sitDown({ decisions: [NUMBER] })
      server.receive(other)
      expect([table.decision(0), server.resyncs]).toEqual([NUMBER, 1])
    }
  })
})

test('an answer that stands offers what it could be changed to', () => {
  expect(choices(null)).toEqual([])
  expect(choices(NUMBER)).toHaveLength(2)
  expect(choices({ ...NUMBER, legal: [] })).toEqual([])
  expect(choices({ ...NUMBER, legal: [], first: [option('g8')] })).toEqual([option('g8')])
})

describe('after a reconnection', () => {
  test('the turns that went by are noted', async () => {
    const [table, server] = await sitDown()
    server.receive(tableView({ seq: 20, turn: 6, log: [] }))
    expect(table.missed).toEqual([3, 6])
  })

  test('nothing is noted in the same turn, or after the first view', async () => {
    const [table, server] = await sitDown({ log: [] })
    expect(table.missed).toBeNull()
    server.receive(tableView({ seq: 20, log: [] }))
    expect(table.missed).toBeNull()
  })

  test('its events are past, and not played live', async () => {
    const [table, server] = await sitDown()
    const live: boolean[] = []
    table.onevents = (_, isLive) => live.push(isLive)
    server.receive(tableView({ seq: 8 }))
    server.receive(tableView({ seq: 20, log: [] }))
    expect(live).toEqual([true, false])
  })
})

test('a finished turn stands once in the log', async () => {
  const [table, server] = await sitDown({ log: [logTurn(1)] })
  const ended = (turn: number): TableEvent => ({ type: 'turn_ended', log: logTurn(turn) })
  server.receive(tableView({ seq: 8, events: [ended(2)] }))
  server.receive(tableView({ seq: 9, events: [ended(2), ended(3)] }))
  expect(table.log.map(({ turn }) => turn)).toEqual([1, 2, 3])
})

test('a line of the chat stands there once', async () => {
  const line = { seq: 5, seat: 1, name: 'Ben', text: 'Hello', at: 0 }
  const [table, server] = await sitDown({ chat: [line] })
  server.receive(tableView({ seq: 8, events: [{ type: 'said', line }] }))
  server.receive(tableView({ seq: 9, events: [{ type: 'said', line: { ...line, seq: 9 } }] }))
  expect(table.chat.map(({ seq }) => seq)).toEqual([5, 9])
})

describe('fresh crosses', () => {
  const crossed = (seat: number, cell: string): TableEvent => ({
    type: 'crossed',
    seat,
    cell,
    source: 'white',
  })

  test('are those of the last events, seat by seat and in order', async () => {
    const [table, server] = await sitDown()
    const events = [crossed(0, 'r8'), crossed(1, 'g8'), crossed(0, 'r9')]
    server.receive(tableView({ seq: 8, events }))
    expect(table.fresh).toEqual({ 0: ['r8', 'r9'], 1: ['g8'] })
  })

  test('stay until others come or another question is asked', async () => {
    const [table, server] = await sitDown({ events: [crossed(0, 'r8')] })
    server.receive(tableView({ seq: 8 }))
    expect(table.fresh).toEqual({ 0: ['r8'] })
    server.receive(tableView({ seq: 9, ask: '3.2' }))
    expect(table.fresh).toEqual({})
  })
})

describe('the players who closed a row', () => {
  const locked = sheetView({ rows: [1 << 11, 0, 0, 0] })
  const seats = [seatView(0, 'Ann'), seatView(1, 'Ben', { sheet: locked }), seatView(2, 'Cleo')]

  test('are those of the event', async () => {
    const events: TableEvent[] = [{ type: 'row_closed', row: 0, seats: [2] }]
    const [table] = await sitDown({ closed: [0], seats, events })
    expect(table.closers).toEqual({ 0: [2] })
  })

  test('are those with the lock on their sheets after a reload', async () => {
    const [table] = await sitDown({ closed: [0], seats })
    expect(table.closers).toEqual({ 0: [1] })
    expect(table.stamps((row) => table.closers[row] ?? [])).toEqual({ 0: 'Ben' })
  })

  test('without a name leave a tick', () => {
    expect(stamp([])).toBe('✓')
    expect(stamp(['Ann', 'Ben'])).toBe('Ann, Ben')
  })
})

test('the table stands in the list of games of this device, with its totals at the end', async () => {
  localStorage.removeItem('rowlock.tables')
  const seats = [seatView(0, 'Ann', { sheet: sheetView({ total: 30 }) }), seatView(1, 'Ben')]
  const [, server] = await sitDown({ seats: [...seats, seatView(2, '', { kind: 'open' })] })
  server.receive(tableView({ seq: 8, seats, stage: 'over', turn: 9 }))
  const games: unknown = JSON.parse(localStorage.getItem('rowlock.tables') ?? '[]')
  expect(games).toMatchObject([
    {
      table: 'BCDFGHJK',
      token: 'token',
      variant: 'classic',
      names: ['Ann', 'Ben'],
      stage: 'over',
      turn: 9,
      totals: [30, 0],
    },
  ])
})
