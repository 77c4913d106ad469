/**
 * This device's part in the dice of a table: it seals a share, checks the list that is fixed at the
 * start, and only then opens what it sealed. docs/fair-dice.md tells why.
 */
import type { ClientMessage, Fair, TableView } from './protocol'
import { hex, sha256, text } from './sha256'
import { receiptFor, receiptOf, saveReceipt, type DiceReceipt } from './diceReceipt'

const SCHEME = 'rowlock-dice-2'

export function sealOf(table: string, commitment: string, member: number, share: string): string {
  return hex(sha256(text(`${SCHEME}:seal:${table}:${commitment}:${member}:${share}`)))
}

export function commitmentOf(table: string, round: number, seed: string): string {
  return hex(sha256(text(`${SCHEME}:seed:${table}:${round}:${seed}`)))
}

/** The line of this device in the list. */
function lineOf(receipt: DiceReceipt): string {
  return `${receipt.member}=${sealOf(receipt.table, receipt.commitment, receipt.member, receipt.share)}`
}

/** What is wrong with a start, so that this device does not go along. */
export type StartProblem = 'round' | 'share' | 'list'

export class Shares {
  problem: StartProblem | null = null
  private sealed = ''
  private opened = ''

  /** What this device has to say to the table as it is now. */
  answer(view: TableView): ClientMessage | null {
    const { fair, you } = view
    if ((view.stage !== 'lobby' && view.stage !== 'starting') || fair.scheme !== SCHEME) return null
    if (view.options.dice === 'real' || you.member === null || !you.seats.length) return null
    const receipt = receiptFor(view.table, you.member, fair.round ?? 1, fair.commitment)
    this.problem = receipt ? null : 'round'
    if (!receipt) return null
    return fair.list ? this.open(receipt, fair.list) : this.seal(receipt, you.seal ?? '')
  }

  /** Once for each share: where somebody has two devices at one table, the later one counts. */
  private seal(receipt: DiceReceipt, known: string): ClientMessage | null {
    const seal = sealOf(receipt.table, receipt.commitment, receipt.member, receipt.share)
    if (known === seal || this.sealed === seal) return null
    this.sealed = seal
    return { type: 'seal', round: receipt.round, seal }
  }

  private open(receipt: DiceReceipt, list: string[]): ClientMessage | null {
    const mine = list.filter((line) => line.startsWith(`${receipt.member}=`))
    if (!mine.length || mine.some((line) => line !== lineOf(receipt))) this.problem = 'share'
    else if (receipt.list && String(receipt.list) !== String(list)) this.problem = 'list'
    if (this.problem || this.opened === receipt.share) return null
    saveReceipt({ ...receipt, list })
    this.opened = receipt.share
    return { type: 'open', round: receipt.round, share: receipt.share }
  }
}

/** What this device can say at the end about how the dice began. */
export type Proof =
  'proved' | 'unseen' | 'self' | 'round' | 'commitment' | 'share' | 'replaced' | 'list' | 'reused'

/** Those that only a server that cheats brings about. */
export const CHEATED: ReadonlySet<Proof> = new Set([
  'round',
  'commitment',
  'share',
  'list',
  'reused',
])

/** Compares a finished game with what this device wrote down before it. */
export function proofOf(table: string, fair: Fair): Proof {
  if (fair.scheme !== SCHEME) return 'self'
  const receipt = receiptOf(table)
  const round = fair.round ?? 1
  const list = fair.list ?? []
  if (!receipt || receipt.round < round) return 'unseen'
  if (receipt.round > round) return 'round'
  if (receipt.commitment !== fair.commitment) return 'commitment'
  if (!list.includes(lineOf(receipt))) {
    const another = list.some((line) => line.startsWith(`${receipt.member}=`))
    return another && !receipt.list ? 'replaced' : 'share'
  }
  if (!receipt.list) return 'unseen'
  if (String(receipt.list) !== String(list)) return 'list'
  const earlier = Array.from({ length: round - 1 }, (_, i) =>
    commitmentOf(table, i + 1, fair.seed ?? ''),
  )
  return earlier.some((commitment) => receipt.before.includes(commitment)) ? 'reused' : 'proved'
}
