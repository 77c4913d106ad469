/**
 * Dice receipts: what this device saves about the dice before a game, so that a server cannot claim
 * something else afterwards. Stored in this browser only; `rowlock verify --kept` reads the same text.
 */
import { readStored, writeStored } from './stored'

export interface DiceReceipt {
  /** The scheme. Files and older browsers call a receipt a slip. */
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
const MAX_RECEIPTS = 20
/** A browser that stores nothing remembers as long as the page is open. */
const here = new Map<string, DiceReceipt>()

const stored = (): DiceReceipt[] => readStored<DiceReceipt[]>(KEY, [])

export function receiptOf(table: string): DiceReceipt | null {
  return stored().find((receipt) => receipt.table === table) ?? here.get(table) ?? null
}

export function saveReceipt(receipt: DiceReceipt): void {
  here.set(receipt.table, receipt)
  const others = stored().filter((other) => other.table !== receipt.table)
  writeStored(KEY, [receipt, ...others].slice(0, MAX_RECEIPTS))
}

export function clearReceipts(): void {
  here.clear()
  localStorage.removeItem(KEY)
}

function newShare(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('')
}

/**
 * The receipt for what the server promises now; a new one where the promise is new. Null when the
 * server begins again without counting: one round has one promise and one share.
 */
export function receiptFor(
  table: string,
  member: number,
  round: number,
  commitment: string,
): DiceReceipt | null {
  const old = receiptOf(table)
  const same = old?.round === round && old.commitment === commitment
  if (same && old.member === member) return old
  // Who was removed and came back has another number, and another share if the first is not told.
  if (old && (same ? old.list : round <= old.round)) return null
  const before = !old ? [] : same ? old.before : [...old.before, old.commitment]
  const receipt: DiceReceipt = {
    slip: 'rowlock-dice-2',
    table,
    member,
    round,
    commitment,
    share: newShare(),
    list: null,
    before,
  }
  saveReceipt(receipt)
  return receipt
}
