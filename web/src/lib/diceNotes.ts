/**
 * What this device stores about the dice of each table, in this browser only: its receipt, what it
 * saw of the game, and the first contradiction. All tabs share it. Notes are added, never replaced.
 */
import { readStored, removeStored, storedKeys, writeStored } from './stored'
import type { DiceReceipt } from './diceReceipt'
import type { Conflict } from './startProof'

/** What a device saw, by what it is about: `roll 3` is `41 3256`. */
export type Facts = Readonly<Record<string, string>>
export type Fact = readonly [about: string, value: string]

export interface DiceNotes {
  receipt: DiceReceipt | null
  seen: Facts
  /** The first thing told that contradicts what was stored. */
  conflict: Conflict | null
  /** The date, if this device began the game of a day here. */
  day: string
  /** Whether the game is over: only then may the notes be deleted to make room. */
  over: boolean
  /** When they were last changed, in milliseconds since 1970. */
  at: number
}

const PREFIX = 'rowlock.dice.'
/** Where earlier versions of this page stored all receipts in one list. */
const EARLIER_KEY = 'rowlock.slips'
const MAX_FINISHED = 20
const MAX_AGE_MS = 400 * 86_400_000
/** Characters of what was seen: with more, details are left out; and a limit that no game reaches. */
const MAX_DETAILS = 3_000
const MAX_SEEN = 7_000
const NO_NOTES: DiceNotes = {
  receipt: null,
  seen: {},
  conflict: null,
  day: '',
  over: false,
  at: 0,
}
/** The notes of this page; all there is in a browser that stores nothing. */
const here = new Map<string, DiceNotes>()
let failed = false

/** Whether the browser refused to store notes: they last as long as this page is open. */
export const storageFailed = (): boolean => failed

export function notesOf(table: string): DiceNotes {
  const own = here.get(table)
  const stored = readStored<DiceNotes | null>(PREFIX + table, null) ?? earlierNotes(table)
  if (!own || !stored) return own ?? stored ?? NO_NOTES
  const conflict = own.conflict ?? stored.conflict ?? contradiction(own.seen, stored.seen)
  return { ...stored, seen: { ...own.seen, ...stored.seen }, conflict }
}

export function updateNotes(table: string, change: Partial<DiceNotes>): DiceNotes {
  const notes = { ...notesOf(table), ...change, at: Date.now() }
  here.set(table, notes)
  const isNew = !storedKeys(PREFIX + table).length
  failed = !writeStored(PREFIX + table, notes)
  if (failed) removeStored(PREFIX + table)
  else if (isNew) makeRoom()
  return notes
}

/** Adds what was seen; the first contradiction to what was seen before is stored, too. */
export function noteFacts(table: string, facts: readonly Fact[]): DiceNotes {
  const notes = notesOf(table)
  const seen = { ...notes.seen }
  let { conflict } = notes
  let size = JSON.stringify(seen).length
  for (const [about, value] of facts) {
    if (about in seen) {
      if (seen[about] !== value) conflict ??= { what: 'seen', turn: turnOf(about) }
    } else if (size < (isDetail(about) ? MAX_DETAILS : MAX_SEEN)) {
      seen[about] = value
      size += about.length + value.length
    }
  }
  const isNew = Object.keys(seen).length > Object.keys(notes.seen).length
  if (!isNew && conflict === (here.get(table)?.conflict ?? null)) return notes
  return updateNotes(table, { seen, conflict })
}

export function clearNotes(): void {
  here.clear()
  failed = false
  for (const key of storedKeys(PREFIX)) removeStored(key)
  removeStored(EARLIER_KEY)
}

/** The first thing that two tell differently. */
export function contradiction(seen: Facts, told: Facts): Conflict | null {
  const about = Object.keys(seen).find((key) => told[key] !== undefined && told[key] !== seen[key])
  return about === undefined ? null : { what: 'seen', turn: turnOf(about) }
}

/** The turn that a fact is about; 0 for the start. */
export function turnOf(about: string): number {
  const [what, turn] = about.split(' ')
  return what === 'lucky' ? 0 : Number(turn ?? 0)
}

/** Facts that are left out when there is no room: the dice and cards that were shown never are. */
function isDetail(about: string): boolean {
  return /^(turn|display|hand) /.test(about)
}

function earlierNotes(table: string): DiceNotes | null {
  const receipt = readStored<DiceReceipt[]>(EARLIER_KEY, []).find((each) => each.table === table)
  return receipt ? { ...NO_NOTES, receipt } : null
}

/** Deletes notes of finished games beyond the newest ones. */
function makeRoom(): void {
  const all = storedKeys(PREFIX).map((key) => ({ key, ...readStored(key, NO_NOTES) }))
  const finished = all.filter(({ over }) => over).sort((a, b) => b.at - a.at)
  const old = all.filter(({ at }) => at < Date.now() - MAX_AGE_MS)
  for (const { key } of [...finished.slice(MAX_FINISHED), ...old]) removeStored(key)
}
