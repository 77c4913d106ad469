import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  findVanished,
  removeGame,
  clearStorage,
  storeGame,
  storedGames,
  finishedGames,
  unfinishedGames,
  markVanished,
  tokenOf,
} from '../src/lib/games'
import { receiptFor, receiptOf } from '../src/lib/diceReceipt'

beforeEach(() => {
  localStorage.removeItem('rowlock.tables')
})

const tables = (): string[] => storedGames().map(({ table }) => table)

describe('the list of games', () => {
  test('begins with the game that changed last', () => {
    storeGame({ table: 'ONE', token: 'key' })
    storeGame({ table: 'TWO' })
    storeGame({ table: 'ONE', turn: 4 })
    expect(tables()).toEqual(['ONE', 'TWO'])
    expect(storedGames()[0]).toMatchObject({ token: 'key', turn: 4, stage: 'lobby' })
    expect([tokenOf('ONE'), tokenOf('TWO'), tokenOf('NONE')]).toEqual(['key', null, null])
  })

  test('holds the last twenty', () => {
    for (let n = 1; n <= 21; n++) storeGame({ table: `T${n}` })
    expect(tables()).toHaveLength(20)
    expect(tables()).not.toContain('T1')
  })

  test('loses one game, or is empty if it cannot be read', () => {
    storeGame({ table: 'ONE' })
    storeGame({ table: 'TWO' })
    removeGame('ONE')
    expect(tables()).toEqual(['TWO'])
    localStorage.setItem('rowlock.tables', '{')
    expect(tables()).toEqual([])
  })
})

describe('what the start page shows', () => {
  beforeEach(() => {
    storeGame({ table: 'WAITS', token: 'key', stage: 'playing', waits: true })
    storeGame({ table: 'WATCHED', stage: 'playing' })
    storeGame({ table: 'OTHERS', token: 'key', stage: 'playing', waits: false })
    storeGame({ table: 'OVER', token: 'key', stage: 'over', totals: [40, 38] })
  })

  test('a table that waits for the player comes before one that changed later', () => {
    expect(unfinishedGames().map(({ table }) => table)).toEqual(['WAITS', 'OTHERS'])
  })

  test('results are those of games that were played here to the end', () => {
    storeGame({ table: 'REPLAYED', stage: 'over', totals: [1, 2] })
    expect(finishedGames().map(({ table }) => table)).toEqual(['OVER'])
  })
})

describe('a table that is gone', () => {
  const vanished = (): string[] =>
    storedGames().flatMap((game) => (game.vanished ? [game.table] : []))

  beforeEach(() => {
    storeGame({ table: 'LOBBY', stage: 'lobby' })
    storeGame({ table: 'OVER', stage: 'over' })
    storeGame({ table: 'STARTING', stage: 'starting' })
    storeGame({ table: 'PLAYING', stage: 'playing' })
  })

  test('vanished, if its game had begun and was not over', () => {
    for (const table of tables()) markVanished(table)
    expect(vanished().sort()).toEqual(['PLAYING', 'STARTING'])
  })

  test('is found by asking, and only by the answer that there is none', async () => {
    const asked: string[] = []
    vi.stubGlobal('fetch', (address: string) => {
      const table = address.split('/').at(-1) ?? ''
      asked.push(table)
      const code = table === 'PLAYING' ? 'no_such_table' : 'busy'
      return Promise.resolve(Response.json({ code, message: '' }, { status: 404 }))
    })
    await findVanished()
    expect(asked.sort()).toEqual(['PLAYING', 'STARTING'])
    expect(vanished()).toEqual(['PLAYING'])
    asked.length = 0
    await findVanished()
    expect(asked).toEqual(['STARTING']) // not asked about again
    vi.unstubAllGlobals()
  })
})

test('forgetting everything forgets games, settings, sheets, days, level, records and slips', () => {
  const deleteDatabase = vi.fn()
  vi.stubGlobal('indexedDB', { deleteDatabase })
  const keys = ['tables', 'settings', 'sheets', 'days', 'level', 'slips'].map(
    (key) => `rowlock.${key}`,
  )
  for (const key of keys) localStorage.setItem(key, '[]')
  receiptFor('BCDFGHJK', 0, 1, '00')
  clearStorage()
  expect(keys.map((key) => localStorage.getItem(key))).toEqual(keys.map(() => null))
  expect(receiptOf('BCDFGHJK')).toBeNull()
  expect(deleteDatabase).toHaveBeenCalledExactlyOnceWith('rowlock')
  vi.unstubAllGlobals()
})
