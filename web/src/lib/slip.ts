/**
 * What this device writes down before a game, so that nobody can tell it another story afterwards.
 * Kept in the browser only; `rowlock verify --kept` reads the same text.
 */
export interface Slip {
  slip: 'rowlock-dice-2'
  table: string
  member: number
  round: number
  commitment: string
  /** This device's share in the dice: 128 random bits. */
  share: string
  /** The list of seals, as it was shown before the share was opened. */
  list: string[] | null
  /** The commitments of the rounds before. */
  before: string[]
}

const KEY = 'rowlock.slips'
const MOST = 20
/** A browser that stores nothing remembers as long as the page is open. */
const here = new Map<string, Slip>()

function stored(): Slip[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as Slip[]
  } catch {
    return []
  }
}

export function slipOf(table: string): Slip | null {
  return stored().find((slip) => slip.table === table) ?? here.get(table) ?? null
}

export function writeDown(slip: Slip): void {
  here.set(slip.table, slip)
  const others = stored().filter((other) => other.table !== slip.table)
  try {
    localStorage.setItem(KEY, JSON.stringify([slip, ...others].slice(0, MOST)))
  } catch {
    // Without storage the slip lasts as long as this page.
  }
}

export function tearUp(): void {
  here.clear()
  localStorage.removeItem(KEY)
}

function newShare(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('')
}

/**
 * The slip for what the server promises now; a new one where the promise is new. Null when the
 * server begins again without counting: one round has one promise and one share.
 */
export function slipFor(table: string, member: number, round: number, commitment: string): Slip | null {
  const old = slipOf(table)
  const same = old?.round === round && old.commitment === commitment
  if (same && old.member === member) return old
  // Who was removed and came back has another number, and another share if the first is not told.
  if (old && (same ? old.list : round <= old.round)) return null
  const before = !old ? [] : same ? old.before : [...old.before, old.commitment]
  const slip: Slip = { slip: 'rowlock-dice-2', table, member, round, commitment, share: newShare(), list: null, before }
  writeDown(slip)
  return slip
}
