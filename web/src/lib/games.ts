/** The tables of this device: tokens and what the list at home shows. Kept in the browser only. */
import { createTable } from './api'
import { gameOf } from './layout'
import type { CreateTable } from './protocol'
import { go } from './route.svelte'

export interface Kept {
  table: string
  token: string | null
  variant: string
  names: string[]
  at: number
  stage: 'lobby' | 'playing' | 'over'
  turn: number
  totals?: number[]
}

const KEY = 'rowlock.tables'
const MOST = 20

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

export function forget(table: string): void {
  write(keptGames().filter((game) => game.table !== table))
}

export function forgetAll(): void {
  localStorage.removeItem(KEY)
  localStorage.removeItem('rowlock.settings')
}

/** A new table: made, kept and opened. */
export async function startTable(wanted: CreateTable): Promise<void> {
  const { table, token } = await createTable(wanted)
  keep({ table, token, variant: gameOf(wanted.options), stage: wanted.start ? 'playing' : 'lobby' })
  go(`t/${table}`)
}
