import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  clearNotes,
  noteFacts,
  notesOf,
  storageFailed,
  updateNotes,
  type DiceNotes,
  type Facts,
} from '../src/lib/diceNotes'
import { receiptFile, receiptFor, receiptOf } from '../src/lib/diceReceipt'

const TABLE = 'BCDFGHJK'
const KEY = `rowlock.dice.${TABLE}`

beforeEach(clearNotes)
afterEach(() => {
  vi.restoreAllMocks()
})

const note = (facts: Facts): DiceNotes => noteFacts(TABLE, Object.entries(facts))
const stored = (): Partial<DiceNotes> | null => {
  const notes: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
  return typeof notes === 'object' ? notes : null
}

describe('what was seen', () => {
  test('is stored, and never replaced', () => {
    expect(note({ 'roll 1': '41 3256' }).conflict).toBeNull()
    const notes = note({ 'roll 1': '66 6666', 'roll 2': '11 1111' })
    expect(notes.seen).toEqual({ 'roll 1': '41 3256', 'roll 2': '11 1111' })
    expect(notes.conflict).toEqual({ what: 'seen', turn: 1 })
    expect(stored()).toMatchObject({ seen: notes.seen, conflict: notes.conflict })
  })

  test('is compared with what another tab saw', () => {
    note({ 'roll 1': '41 3256' })
    const other = { ...notesOf(TABLE), seen: { 'roll 1': '41 3256', 'roll 2': '11 1111' } }
    localStorage.setItem(KEY, JSON.stringify(other))
    expect(note({ 'roll 2': '22 2222' }).conflict).toEqual({ what: 'seen', turn: 2 })
  })

  test('by two tabs at the same moment is compared, too', () => {
    note({ 'roll 1': '41 3256' })
    localStorage.setItem(KEY, JSON.stringify({ ...notesOf(TABLE), seen: { 'roll 1': '66 6666' } }))
    expect(notesOf(TABLE).conflict).toEqual({ what: 'seen', turn: 1 })
  })

  test('of a long game leaves out moves, never a roll, and stays below 8 kB', () => {
    receiptFor(TABLE, 0, 1, '0'.repeat(64))
    for (let turn = 1; turn <= 240; turn++)
      note({ [`roll ${turn}`]: '41 3256', [`turn ${turn}`]: 'r5 +b10|y5|-|g8|-' })
    const about = Object.keys(notesOf(TABLE).seen)
    expect(about.filter((key) => key.startsWith('roll '))).toHaveLength(240)
    expect(about.filter((key) => key.startsWith('turn ')).length).toBeGreaterThan(30)
    expect(localStorage.getItem(KEY)?.length).toBeLessThan(8_000)
    expect(receiptFile(TABLE)?.length).toBeLessThan(8_000)
  })
})

describe('notes', () => {
  test('of games that are not over are never pushed out', () => {
    for (let n = 0; n < 60; n++) updateNotes(`TABLE${n}`, {})
    expect(localStorage.getItem('rowlock.dice.TABLE0')).not.toBeNull()
  })

  test('of finished games are stored for the last twenty', () => {
    let now = 1_000_000_000_000
    vi.spyOn(Date, 'now').mockImplementation(() => now++)
    for (let n = 0; n < 25; n++) updateNotes(`TABLE${n}`, { over: true })
    const left = Array.from({ length: 25 }, (_, n) => n).filter(
      (n) => localStorage.getItem(`rowlock.dice.TABLE${n}`) !== null,
    )
    expect(left).toEqual(Array.from({ length: 20 }, (_, n) => n + 5))
  })

  test('that the browser refuses to store last as long as the page', () => {
    vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
      throw new Error('full')
    })
    note({ 'roll 1': '41 3256' })
    expect(storageFailed()).toBe(true)
    expect(notesOf(TABLE).seen).toEqual({ 'roll 1': '41 3256' })
  })

  test('of earlier versions of this page are read', () => {
    localStorage.setItem('rowlock.slips', JSON.stringify([{ table: TABLE, member: 3 }]))
    expect(receiptOf(TABLE)?.member).toBe(3)
  })

  test('that cannot be read are none', () => {
    localStorage.setItem(KEY, 'not JSON')
    localStorage.setItem('rowlock.slips', 'not JSON')
    expect(receiptOf(TABLE)).toBeNull()
    expect(receiptFor(TABLE, 0, 1, '00')).not.toBeNull()
  })

  test('are forgotten with everything else', () => {
    receiptFor(TABLE, 0, 1, '00')
    clearNotes()
    expect(receiptOf(TABLE)).toBeNull()
    expect(localStorage.getItem(KEY)).toBeNull()
  })
})
