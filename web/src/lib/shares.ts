/**
 * This device's part in the dice of a table: it seals a share, checks the list that is fixed at the
 * start, and only then opens what it sealed. docs/fair-dice.md tells why.
 */
import type { ClientMessage, TableView } from './protocol'
import { notesOf, updateNotes } from './diceNotes'
import { receiptFor, receiptOf, saveReceipt, type DiceReceipt } from './diceReceipt'
import { isSealed, lineOf, sealOf } from './startProof'
import { fitsTerms, readTerms, termsDigest } from './terms'

/** Failed starts that are repeated without asking, counting those in which this device had opened. */
const MAX_REPEATS = 2

/** What is wrong with a start, so that this device does not go along (`repeats`: unless it may). */
export type StartProblem = 'round' | 'share' | 'list' | 'terms' | 'alone' | 'repeats'

export class Shares {
  problem: StartProblem | null = null
  private sealed = ''
  private opened = ''
  /** The round up to which the person has agreed to another start. */
  private agreed = 0

  /** What this device has to say to the table as it is now. */
  answer(view: TableView): ClientMessage | null {
    const { fair, you } = view
    this.problem = null
    const { scheme } = fair
    if ((view.stage !== 'lobby' && view.stage !== 'starting') || !isSealed(scheme)) return null
    if (view.options.dice === 'real' || you.member === null || !you.seats.length) return null
    const earlier = receiptOf(view.table)
    const receipt = receiptFor(view.table, you.member, fair.round ?? 1, fair.commitment, scheme)
    if (receipt && earlier?.alone && earlier.opened && earlier.round < receipt.round)
      updateNotes(view.table, { conflict: { what: 'repeated', turn: 0 } })
    if (!receipt) this.problem = 'round'
    else if (notesOf(view.table).conflict?.what === 'repeated') this.problem = 'alone'
    else if ((receipt.repeats ?? 0) > MAX_REPEATS && this.agreed < receipt.round)
      this.problem = 'repeats'
    if (!receipt || this.problem) return null
    return fair.list ? this.open(receipt, fair.list, view) : this.seal(receipt, you.seal ?? '')
  }

  /** The person has agreed to one more start. */
  agree(round: number): void {
    this.agreed = round
  }

  /** The server has stored what this device sent. */
  acknowledge(table: string, message: ClientMessage): void {
    const receipt = receiptOf(table)
    if (!receipt || !('round' in message) || message.round !== receipt.round) return
    if (message.type === 'seal') saveReceipt({ ...receipt, sealed: true })
    if (message.type === 'open') saveReceipt({ ...receipt, opened: true })
  }

  /** Once for each share: where somebody has two devices at one table, the later one counts. */
  private seal(receipt: DiceReceipt, known: string): ClientMessage | null {
    const { table, commitment, member, share, slip } = receipt
    const seal = sealOf(table, commitment, member, share, slip)
    if (known === seal) {
      if (!receipt.sealed) saveReceipt({ ...receipt, sealed: true })
      return null
    }
    if (receipt.sealed && known && !receipt.replaced) saveReceipt({ ...receipt, replaced: true })
    if (this.sealed === seal) return null
    this.sealed = seal
    return { type: 'seal', round: receipt.round, seal }
  }

  private open(receipt: DiceReceipt, list: string[], view: TableView): ClientMessage | null {
    const mine = list.filter((line) => line.startsWith(`${receipt.member}=`))
    if (!mine.length || mine.some((line) => line !== lineOf(receipt))) {
      // A seal that has not arrived in time is missing from an honest list.
      if (mine.length || receipt.sealed) this.problem = 'share'
      return null
    }
    const { terms = '' } = view.fair
    if (receipt.list && String(receipt.list) !== String(list)) this.problem = 'list'
    else if (receipt.slip !== 'rowlock-dice-2' && !terms)
      return null // a player has just left
    else if (receipt.slip !== 'rowlock-dice-2' && !areTerms(view, receipt)) this.problem = 'terms'
    if (this.problem || this.opened === receipt.share) return null
    const alone = view.seats.every(
      (seat) => seat.kind !== 'person' || seat.member === receipt.member,
    )
    saveReceipt({ ...receipt, list, terms, alone })
    this.opened = receipt.share
    return { type: 'open', round: receipt.round, share: receipt.share }
  }
}

/** Whether the terms are those of the game that is shown, and of this start if they came before. */
function areTerms({ fair, options, seats }: TableView, receipt: DiceReceipt): boolean {
  const { terms = '', digest } = fair
  const read = readTerms(terms)
  const names = seats.filter(({ kind }) => kind !== 'open').map(({ name }) => name ?? '')
  const isSame = !receipt.list || receipt.terms === terms
  return isSame && read !== null && termsDigest(terms) === digest && fitsTerms(read, options, names)
}
