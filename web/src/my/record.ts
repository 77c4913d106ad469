/** A game of this device, read from its record alone: headers, dice and penalties as they stand there. */
import type { StoredRecord } from './store'

export interface Played extends StoredRecord {
  /** The day that the record names: 2026-11-16; empty where it names none. */
  date: string
  /** The sheet, or the card game. */
  game: string
  /** The player's seat, from 0. */
  seat: number
  totals: number[]
  /** The level of every seat that a bot played; null for people. */
  levels: (string | null)[]
  /** Locks that the player crossed; null where the record does not tell. */
  locks: number | null
  penalties: number
  /** Every die that was rolled. */
  dice: number[]
  /** How many sides they have, where the record brings its own sheet along. */
  sides?: number | undefined
  /** Whether it was the game of its day. */
  daily: boolean
}

/** How the dice of a game of the day are called (docs/daily.md). */
const DAILY = 'rowlock-daily-'
/** A header of this page: which seat was the player's, from 1. */
const YOU = 'You'
const FIRST = '[Rowlock "'
const HEADER = /^\s*\[(\w+)\s+"([^"]*)"\]/
/** In a sheet's file; within a header its lines end with a backslash and an n. */
const SIDES = /^\s*sides\s*=\s*(\d+)/m
const TURN = /^\s*\d+\.([^;]*)/

/** The record with the player's seat in it, from 0. */
export function withSeat(record: string, seat: number): string {
  return record.replace('\n', `\n[${YOU} "${seat + 1}"]\n`)
}

/** One file may hold many records, one after the other. */
export function recordsIn(file: string): string[] {
  return file.split(/^(?=\[Rowlock ")/m).filter((text) => text.startsWith(FIRST))
}

class Reader {
  readonly headers = new Map<string, string>()
  /** The dice or cards of each turn, then what every seat answered. */
  readonly turns: string[][] = []

  constructor(record: string) {
    for (const line of record.split('\n')) {
      const [, key, value] = HEADER.exec(line) ?? []
      if (key !== undefined && value !== undefined) this.headers.set(key, value)
      const turn = TURN.exec(line)?.[1]
      if (turn !== undefined) this.turns.push(turn.split('|').map((part) => part.trim()))
    }
  }

  words(key: string, by: string | RegExp): string[] {
    return (
      this.headers
        .get(key)
        ?.trim()
        .split(by)
        .map((word) => word.trim()) ?? []
    )
  }

  get levels(): (string | null)[] {
    const bots = this.words('Bots', ',')
    return this.words('Players', ',').map((_, seat) => {
      const bot = bots[seat]
      return bot && bot !== '-' ? bot : null
    })
  }

  /** The seat that the record says, the only person's, or the one that bears this name. */
  seat(name: string): number {
    if (this.headers.has(YOU)) return Number(this.headers.get(YOU)) - 1
    const people = this.levels.flatMap((level, seat) => (level === null ? [seat] : []))
    const [only, ...more] = people
    return only !== undefined && !more.length ? only : this.words('Players', ',').indexOf(name)
  }

  /** Of the dice of a sheet that stands in the record itself. */
  get sides(): number | undefined {
    const [, sides] = SIDES.exec(this.headers.get('Sheet')?.replaceAll('\\n', '\n') ?? '') ?? []
    return sides ? Number(sides) : undefined
  }

  get dice(): number[] {
    const rolls = this.turns.map(([roll = '']) => roll).filter((roll) => !roll.startsWith('t'))
    return rolls.flatMap((roll) => roll.split('').map(Number)).filter((die) => die > 0)
  }
}

/** The player's seat in a record, from 0; -1 where nobody can tell. */
export const seatOf = (record: string, name: string): number => new Reader(record).seat(name)

/** A record to keep: known by its table, or else by its turns. */
export function recordToStore(record: string, now: number): StoredRecord {
  const { headers, turns } = new Reader(record)
  const at = Date.parse(headers.get('Date') ?? '')
  return {
    id: headers.get('Table') ?? JSON.stringify(turns),
    record,
    at: Number.isNaN(at) ? now : at,
  }
}

/** A finished game; null where it is not finished, or nobody can tell which seat was the player's. */
export function readGame(kept: StoredRecord, name: string): Played | null {
  const found = new Reader(kept.record)
  const totals = found.words('Result', /\s+/).map(Number)
  const seat = found.seat(name)
  const own = totals[seat]
  if (own === undefined || totals.some(Number.isNaN)) return null
  const locks = found.words('Locks', /\s+/)[seat]
  return {
    ...kept,
    date: found.headers.get('Date') ?? '',
    game: found.headers.get('Turns') === 'cards' ? 'cards' : (found.headers.get('Variant') ?? ''),
    seat,
    totals,
    levels: found.levels,
    locks: locks === undefined ? null : Number(locks),
    penalties: found.turns.filter((turn) => turn[seat + 1]?.split(/\s+/).includes('x')).length,
    dice: found.dice,
    sides: found.sides,
    daily: found.headers.get('Dice')?.startsWith(DAILY) ?? false,
  }
}
