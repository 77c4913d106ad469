/**
 * Dice receipts: what this device stores about the dice before a game, so that a server cannot claim
 * something else afterwards. `rowlock verify --kept` reads the same text.
 */
import { notesOf, updateNotes } from './diceNotes'
import type { SealedScheme } from './startProof'

export interface DiceReceipt {
  /** The scheme. Files and older browsers call a receipt a slip. */
  slip: SealedScheme
  table: string
  member: number
  round: number
  commitment: string
  /** This device's share in the dice: 128 random bits. */
  share: string
  /** The list of seals, as it was shown before the share was opened. */
  list: string[] | null
  /** The terms of the game that came with the list; none in an earlier scheme. */
  terms?: string
  /** The commitments of the rounds before. */
  before: string[]
  /** The server has acknowledged the seal. */
  sealed?: boolean
  /** The server has acknowledged the share: this device opened in time. */
  opened?: boolean
  /** All other seats were bots: once this device has opened, the start cannot fail. */
  alone?: boolean
  /** Another device of this player has sealed a share in place of this one. */
  replaced?: boolean
  /** How many rounds before failed although this device had opened in time. */
  repeats?: number
}

export function receiptOf(table: string): DiceReceipt | null {
  return notesOf(table).receipt
}

export function saveReceipt(receipt: DiceReceipt): void {
  updateNotes(receipt.table, { receipt })
}

/** The receipt as a file, with what this device saw of the game; null if there is none. */
export function receiptFile(table: string): string | null {
  const { receipt, seen, conflict } = notesOf(table)
  return receipt && JSON.stringify({ ...receipt, seen, conflict: conflict?.what ?? '' })
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
  scheme: SealedScheme = 'rowlock-dice-3',
): DiceReceipt | null {
  const old = receiptOf(table)
  const same = old?.round === round && old.commitment === commitment && old.slip === scheme
  if (same && old.member === member) return old
  // Who was removed and came back has another number, and another share if the first is not told.
  if (old && (old.slip !== scheme || (same ? old.list : round <= old.round))) return null
  const before = !old ? [] : same ? old.before : [...old.before, old.commitment]
  const receipt: DiceReceipt = {
    slip: scheme,
    table,
    member,
    round,
    commitment,
    share: newShare(),
    list: null,
    before,
    repeats: (old?.repeats ?? 0) + (old?.opened ? 1 : 0),
  }
  saveReceipt(receipt)
  return receipt
}
