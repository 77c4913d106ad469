/**
 * This device's part in the dice of a table: it seals a share, checks the list that is fixed at the
 * start, and only then opens what it sealed. docs/fair-dice.md tells why.
 */
import type { ClientMessage, Fair, TableView } from './protocol'
import { hex, sha256, text } from './sha256'
import { slipFor, slipOf, writeDown, type Slip } from './slip'

const SCHEME = 'rowlock-dice-2'

export function sealOf(table: string, commitment: string, member: number, share: string): string {
  return hex(sha256(text(`${SCHEME}:seal:${table}:${commitment}:${member}:${share}`)))
}

export function commitmentOf(table: string, round: number, seed: string): string {
  return hex(sha256(text(`${SCHEME}:seed:${table}:${round}:${seed}`)))
}

/** The line of this device in the list. */
function lineOf(slip: Slip): string {
  return `${slip.member}=${sealOf(slip.table, slip.commitment, slip.member, slip.share)}`
}

/** What is wrong with a start, so that this device does not go along. */
export type Alarm = 'round' | 'share' | 'list'

export class Shares {
  alarm: Alarm | null = null
  private sealed = ''
  private opened = ''

  /** What this device has to say to the table as it is now. */
  answer(view: TableView): ClientMessage | null {
    const { fair, you } = view
    if ((view.stage !== 'lobby' && view.stage !== 'starting') || fair.scheme !== SCHEME) return null
    if (view.options.dice === 'real' || you.member === null || !you.seats.length) return null
    const slip = slipFor(view.table, you.member, fair.round ?? 1, fair.commitment)
    this.alarm = slip ? null : 'round'
    if (!slip) return null
    return fair.list ? this.open(slip, fair.list) : this.seal(slip, you.seal ?? '')
  }

  /** Once for each share: where somebody has two devices at one table, the later one counts. */
  private seal(slip: Slip, known: string): ClientMessage | null {
    const seal = sealOf(slip.table, slip.commitment, slip.member, slip.share)
    if (known === seal || this.sealed === seal) return null
    this.sealed = seal
    return { type: 'seal', round: slip.round, seal }
  }

  private open(slip: Slip, list: string[]): ClientMessage | null {
    const mine = list.filter((line) => line.startsWith(`${slip.member}=`))
    if (!mine.length || mine.some((line) => line !== lineOf(slip))) this.alarm = 'share'
    else if (slip.list && String(slip.list) !== String(list)) this.alarm = 'list'
    if (this.alarm || this.opened === slip.share) return null
    writeDown({ ...slip, list })
    this.opened = slip.share
    return { type: 'open', round: slip.round, share: slip.share }
  }
}

/** What this device can say at the end about how the dice began. */
export type Proof = 'proved' | 'unseen' | 'self' | 'round' | 'commitment' | 'share' | 'replaced' | 'list' | 'reused'

/** Those that only a server that cheats brings about. */
export const CHEATED: ReadonlySet<Proof> = new Set(['round', 'commitment', 'share', 'list', 'reused'])

/** Compares a finished game with what this device wrote down before it. */
export function proofOf(table: string, fair: Fair): Proof {
  if (fair.scheme !== SCHEME) return 'self'
  const slip = slipOf(table)
  const round = fair.round ?? 1
  const list = fair.list ?? []
  if (!slip || slip.round < round) return 'unseen'
  if (slip.round > round) return 'round'
  if (slip.commitment !== fair.commitment) return 'commitment'
  if (!list.includes(lineOf(slip))) {
    const another = list.some((line) => line.startsWith(`${slip.member}=`))
    return another && !slip.list ? 'replaced' : 'share'
  }
  if (!slip.list) return 'unseen'
  if (String(slip.list) !== String(list)) return 'list'
  const earlier = Array.from({ length: round - 1 }, (_, i) => commitmentOf(table, i + 1, fair.seed ?? ''))
  return earlier.some((commitment) => slip.before.includes(commitment)) ? 'reused' : 'proved'
}
