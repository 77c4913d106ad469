/** The tables of this device: tokens and what the list at home shows. Kept in the browser only. */
import { t } from '../i18n/i18n.svelte'
import { createTable, peekTable, Refusal } from './api'
import { gameOf } from './layout'
import type { CreateTable, TableView } from './protocol'
import { ownSheets } from './ownSheets.svelte'
import { go } from './route.svelte'
import { clearNotes } from './diceNotes'
import { receiptFor } from './diceReceipt'
import { readStored, writeStored } from './stored'
import { PUZZLES_KEY } from './puzzleDay'
import { noteDay, STREAKS_KEY } from './streak'

type Stage = TableView['stage']

export interface StoredGame {
  table: string
  token: string | null
  variant: string
  names: string[]
  /** The seats played at this device. */
  mine?: number[]
  at: number
  stage: Stage
  turn: number
  totals?: number[]
  /** The seats that won. */
  winners?: number[]
  /** The date, if it is the game of a day. */
  day?: string
  /** The player of this device was asked for something when it last looked. */
  waits?: boolean
  /** A game that had begun and was not there any more: nobody will ever see its end. */
  vanished?: boolean
  /** This device has asked to be called when it is its player's turn. */
  called?: boolean
}

/** Everybody at a table; one's own name as "You". */
export function namesOf({ names, mine = [] }: StoredGame): string[] {
  return names.map((name, seat) => (mine.length === 1 && mine[0] === seat ? t('you') : name))
}

/** Everybody but the one person at this device. */
export function othersOf({ names, mine = [] }: StoredGame): string[] {
  return mine.length === 1 ? names.filter((_, seat) => seat !== mine[0]) : names
}

const KEY = 'rowlock.tables'
const MAX_GAMES = 20
/** The player's key to games of the day, and their groups (`daily/day.ts`). */
export const DAYS_KEY = 'rowlock.days'
/** The records of finished games, and which level they look like (`my/`). */
export const RECORDS_DATABASE = 'rowlock'
export const LEVEL_KEY = 'rowlock.level'

export function storedGames(): StoredGame[] {
  return readStored<StoredGame[]>(KEY, [])
}

function write(games: StoredGame[]): void {
  writeStored(KEY, games.slice(0, MAX_GAMES))
}

export function tokenOf(table: string): string | null {
  return storedGames().find((game) => game.table === table)?.token ?? null
}

export function storeGame(game: Partial<StoredGame> & { table: string }): void {
  const games = storedGames()
  const old = games.find((other) => other.table === game.table)
  const fresh: StoredGame = {
    token: null,
    variant: 'classic',
    names: [],
    stage: 'lobby',
    turn: 0,
    ...old,
    ...game,
    at: Date.now(),
  }
  write([fresh, ...games.filter((other) => other.table !== game.table)])
}

/** Stores a table as it is now. */
export function storeTable(table: string, token: string | null, view: TableView): void {
  storeGame({
    table,
    token,
    variant: gameOf(view.options),
    names: view.seats.filter((seat) => seat.kind !== 'open').map((seat) => seat.name ?? ''),
    mine: view.you.seats,
    stage: view.stage,
    turn: view.turn,
    waits: view.owing.some((seat) => view.you.seats.includes(seat)),
    ...(view.day ? { day: view.day } : {}),
    ...(view.stage === 'over'
      ? {
          totals: view.seats.map((s) => s.sheet?.total ?? 0),
          winners: view.result?.winners ?? [],
        }
      : {}),
  })
  if (view.day && view.stage === 'over') noteDay('game', view.day)
}

/** Games of this device that go on, those that wait for its player first. */
export function unfinishedGames(): StoredGame[] {
  const games = storedGames().filter(
    (game) => game.stage !== 'over' && game.token && !game.vanished,
  )
  return games.sort((a, b) => Number(b.waits ?? false) - Number(a.waits ?? false))
}

/** Finished games that the player of this device took part in, the last first. */
export function finishedGames(): StoredGame[] {
  return storedGames().filter((game) => game.stage === 'over' && game.totals && game.token)
}

const BEGUN: readonly Stage[] = ['starting', 'playing']

/** Notes that a table is not there any more, if its game had begun. */
export function markVanished(table: string): void {
  write(
    storedGames().map((game) =>
      game.table === table && BEGUN.includes(game.stage) ? { ...game, vanished: true } : game,
    ),
  )
}

/** Asks after every game that should still go on. */
export async function findVanished(): Promise<void> {
  const running = storedGames().filter((game) => BEGUN.includes(game.stage) && !game.vanished)
  for (const { table } of running)
    await peekTable(table).catch((error: unknown) => {
      if (error instanceof Refusal && error.code === 'no_such_table') markVanished(table)
    })
}

export function removeGame(table: string): void {
  write(storedGames().filter((game) => game.table !== table))
}

/** Undoes a removal: the game is in the list again, in its place. */
export function putBack(game: StoredGame): void {
  write([...storedGames(), game].sort((a, b) => b.at - a.at))
}

export function clearStorage(): void {
  localStorage.removeItem(KEY)
  localStorage.removeItem('rowlock.settings')
  localStorage.removeItem('rowlock.sheets')
  localStorage.removeItem(DAYS_KEY)
  localStorage.removeItem(LEVEL_KEY)
  localStorage.removeItem(STREAKS_KEY)
  localStorage.removeItem(PUZZLES_KEY)
  indexedDB.deleteDatabase(RECORDS_DATABASE)
  clearNotes()
}

/** A new table: made, kept and opened. */
export async function startTable(wanted: CreateTable): Promise<void> {
  wanted = {
    ...wanted,
    options: { ...wanted.options, sheet: ownSheets.file(wanted.options.variant) },
  }
  const { table, token, member, round, commitment } = await createTable(wanted)
  if (wanted.options.dice !== 'real') receiptFor(table, member, round, commitment)
  storeGame({
    table,
    token,
    variant: gameOf(wanted.options),
    stage: wanted.start ? 'starting' : 'lobby',
  })
  go(`t/${table}`)
}
