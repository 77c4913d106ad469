import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clearNotes, notesOf, updateNotes } from '../src/lib/diceNotes'
import { receiptOf } from '../src/lib/diceReceipt'
import { FairSession } from '../src/lib/fairSession.svelte'
import type { LogTurn, TableView } from '../src/lib/protocol'
import { lineOf } from '../src/lib/startProof'
import { tableView } from './fixtures'
import { termsDigest, termsOf } from './referenceDice'

const TABLE = 'BCDFGHJK'
const TERMS = termsOf('Ann', 'Ben', 'Cleo')
const PROMISED = '11'.repeat(32)
let session: FairSession
let now = 1_000_000

beforeEach(() => {
  clearNotes()
  vi.spyOn(Date, 'now').mockImplementation(() => now)
  session = new FairSession(TABLE)
})
afterEach(() => {
  vi.restoreAllMocks()
})

const fairOf = (change: Partial<TableView['fair']> = {}): TableView['fair'] => ({
  scheme: 'rowlock-dice-3',
  commitment: PROMISED,
  seeds: [],
  seed: null,
  ...(change.list && { digest: termsDigest(TERMS), terms: TERMS }),
  ...change,
})
const lobby = (): TableView => tableView({ stage: 'lobby', turn: 0, roll: null, fair: fairOf() })

/** This device has sealed and opened; the list, as the server tells it honestly. */
function opened(): string[] {
  session.receive(lobby())
  const receipt = receiptOf(TABLE)
  const list = receipt ? [lineOf(receipt), '-', '-'] : []
  session.receive({ ...lobby(), stage: 'starting', fair: fairOf({ list }) })
  return list
}
const playing = (list: string[], change: Partial<TableView> = {}): TableView =>
  tableView({ fair: fairOf({ list }), ...change })

const logTurn = (turn: number, dice: number): LogTurn => ({
  turn,
  active: (turn - 1) % 3,
  roll: { white: [1, 1], colours: [dice, 1, 1, 1] },
  announced: 2,
  columns: [['-'], ['-'], ['-']],
})

describe('an honest game', () => {
  test('raises no alarm', () => {
    const list = opened()
    session.receive(playing(list, { log: [logTurn(1, 1), logTurn(2, 1)] }))
    session.receive(playing(list, { events: [{ type: 'turn_ended', log: logTurn(2, 1) }] }))
    expect([session.alarm, session.problem, session.storeless]).toEqual([null, null, false])
    expect(notesOf(TABLE).seen).toMatchObject({ 'roll 1': '11 1111', 'roll 3': '35 2541' })
  })

  test('raises none if its start was repeated while this device was away', () => {
    opened()
    now += 9_000
    const fair = fairOf({ round: 2, commitment: '22'.repeat(32), list: ['-', '-', '-'] })
    session.receive(tableView({ fair }))
    expect(session.alarm).toBeNull()
  })

  test('with real dice is not compared', () => {
    session.receive(tableView({ options: { dice: 'real' } }))
    expect(notesOf(TABLE).seen).toEqual({})
  })
})

describe('an alarm is raised at once', () => {
  const seen = (turn: number) => ({ what: 'seen', turn })

  test('if the dice of a turn change', () => {
    const list = opened()
    session.receive(playing(list))
    session.receive(playing(list, { roll: { white: [6, 6], colours: [6, 6, 6, 6] } }))
    expect(session.alarm).toEqual(seen(3))
  })

  test('if a finished turn is told with other dice than were shown', () => {
    const list = opened()
    session.receive(playing(list))
    session.receive(playing(list, { events: [{ type: 'turn_ended', log: logTurn(3, 2) }] }))
    expect(session.alarm).toEqual(seen(3))
  })

  test('if another game is told after a reconnection', () => {
    const list = opened()
    session.receive(playing(list, { log: [logTurn(1, 1), logTurn(2, 1)] }))
    session.receive(playing(list, { log: [logTurn(1, 2), logTurn(2, 1)] }))
    expect(session.alarm).toEqual(seen(1))
  })

  test('if a turn is missing after a reconnection', () => {
    const list = opened()
    session.receive(playing(list, { log: [logTurn(1, 1), logTurn(2, 1)] }))
    session.receive(playing(list, { log: [logTurn(1, 1)] }))
    expect(session.alarm).toEqual(seen(2))
  })

  test('if somebody else has the turn', () => {
    const list = opened()
    session.receive(playing(list))
    session.receive(playing(list, { active: 1 }))
    expect(session.alarm).toEqual(seen(0))
  })

  test('and is not forgotten by a new page', () => {
    const list = opened()
    session.receive(playing(list))
    session.receive(playing(list, { active: 1 }))
    const reloaded = new FairSession(TABLE)
    reloaded.receive(playing(list))
    expect(reloaded.alarm).toEqual(seen(0))
  })

  test('if a repeated start was hidden from this connected page', () => {
    opened()
    now += 8_000
    const fair = fairOf({ round: 2, commitment: '22'.repeat(32), list: ['-', '-', '-'] })
    session.receive(tableView({ fair }))
    expect(session.alarm).toEqual({ what: 'round', turn: 0 })
  })

  test('if the game is begun by another scheme, or is said to be of a day', () => {
    const list = opened()
    session.receive(playing(list, { fair: fairOf({ scheme: 'rowlock-dice-1' }) }))
    expect(session.alarm).toEqual({ what: 'scheme', turn: 0 })
    clearNotes()
    session.receive(playing(opened(), { day: '2026-11-16' }))
    expect(session.alarm).toEqual({ what: 'day', turn: 0 })
  })

  test('if a game of the day becomes that of another day, or none', () => {
    updateNotes(TABLE, { day: '2026-11-16' })
    session.receive(tableView({ day: '2026-11-16' }))
    expect(session.alarm).toBeNull()
    session.receive(tableView({ day: '2026-11-17' }))
    expect(session.alarm).toEqual({ what: 'day', turn: 0 })
  })
})
