/** The tables of this device: tokens and what the list at home shows. Kept in the browser only. */
import { createTable, peekTable, Refusal } from './api'
import { gameOf } from './layout'
import type { CreateTable, TableView } from './protocol'
import { own } from './own.svelte'
import { go } from './route.svelte'
import { slipFor, tearUp } from './slip'

type Stage = TableView['stage']

export interface Kept {
  table: string
  token: string | null
  variant: string
  names: string[]
  at: number
  stage: Stage
  turn: number
  totals?: number[]
  /** A game that had begun and was not there any more: nobody will ever see its end. */
  vanished?: boolean
  /** This device has asked to be called when it is its player's turn. */
  called?: boolean
}

const KEY = 'rowlock.tables'
const MOST = 20
/** The player's key to games of the day, and their groups (`daily/day.ts`). */
export const DAYS = 'rowlock.days'
/** The records of finished games, and which level they look like (`my/`). */
export const RECORDS = 'rowlock'
export const LEVEL = 'rowlock.level'

export function keptGames(): Kept[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as Kept[]
  } catch {
    return []
  }
}

function write(games: Kept[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(games.slice(0, MOST)))
  } catch {
    // Without storage the game is still playable in this tab.
  }
}

export function tokenOf(table: string): string | null {
  return keptGames().find((game) => game.table === table)?.token ?? null
}

export function keep(game: Partial<Kept> & { table: string }): void {
  const games = keptGames()
  const old = games.find((other) => other.table === game.table)
  const fresh: Kept = {
    token: null, variant: 'classic', names: [], stage: 'lobby', turn: 0,
    ...old, ...game, at: Date.now(),
  }
  write([fresh, ...games.filter((other) => other.table !== game.table)])
}

const BEGUN: readonly Stage[] = ['starting', 'playing']

/** Notes that a table is not there any more, if its game had begun. */
export function noteVanished(table: string): void {
  write(keptGames().map((game) => (game.table === table && BEGUN.includes(game.stage) ? { ...game, vanished: true } : game)))
}

/** Asks after every game that should still go on. */
export async function findVanished(): Promise<void> {
  const running = keptGames().filter((game) => BEGUN.includes(game.stage) && !game.vanished)
  for (const { table } of running)
    await peekTable(table).catch((error: unknown) => {
      if (error instanceof Refusal && error.code === 'no_such_table') noteVanished(table)
    })
}

export function forget(table: string): void {
  write(keptGames().filter((game) => game.table !== table))
}

export function forgetAll(): void {
  localStorage.removeItem(KEY)
  localStorage.removeItem('rowlock.settings')
  localStorage.removeItem('rowlock.sheets')
  localStorage.removeItem(DAYS)
  localStorage.removeItem(LEVEL)
  indexedDB.deleteDatabase(RECORDS)
  tearUp()
}

/** A new table: made, kept and opened. */
export async function startTable(wanted: CreateTable): Promise<void> {
  wanted = { ...wanted, options: { ...wanted.options, sheet: own.file(wanted.options.variant) } }
  const { table, token, member, round, commitment } = await createTable(wanted)
  if (wanted.options.dice !== 'real') slipFor(table, member, round, commitment)
  keep({ table, token, variant: gameOf(wanted.options), stage: wanted.start ? 'starting' : 'lobby' })
  go(`t/${table}`)
}
