/** This device's part in fair dice at one table, and what the lobby and the table show of it. */
import { noteFacts, notesOf, storageFailed, updateNotes } from './diceNotes'
import type { ClientMessage, TableView } from './protocol'
import { factsOfView } from './seenGame'
import { Shares, type StartProblem } from './shares'
import { CHEATED, proofOf, type Conflict } from './startProof'

/** A start takes longer than this, so none can be missed in a shorter time without a connection. */
const SHORT_GAP_MS = 9_000

export class FairSession {
  /** What is wrong with the start of the game. */
  problem = $state<StartProblem | null>(null)
  /** Who did not open a share, so that the last start failed. */
  unopened = $state.raw<string[]>([])
  /** The first thing in which the server contradicts what this device stored or saw. */
  alarm = $state.raw<Conflict | null>(null)
  /** This browser stores nothing: what is known of the dice is lost with this page. */
  storeless = $state(false)
  private readonly shares = new Shares()
  /** When the last view came, if this page has been connected since the lobby. */
  private heardAt: number | null = null

  constructor(private readonly table: string) {}

  /** Takes notes of a view, and returns the message that is due. */
  receive(view: TableView): ClientMessage | null {
    for (const event of view.events ?? [])
      if (event.type === 'start_failed') this.unopened = event.names
    const message = this.shares.answer(view)
    this.problem = this.shares.problem
    if (view.stage === 'playing' || view.stage === 'over') this.compare(view)
    else this.heardAt = Date.now()
    this.alarm = notesOf(this.table).conflict
    this.storeless = storageFailed()
    return message
  }

  /** The server has acknowledged a message of `receive`. */
  acknowledge(message: ClientMessage): void {
    this.shares.acknowledge(this.table, message)
  }

  /** The person agrees to one more start; the next view is answered. */
  agree(view: TableView): ClientMessage | null {
    this.shares.agree(view.fair.round ?? 1)
    return this.receive(view)
  }

  private compare(view: TableView): void {
    if (view.options.dice === 'real') return
    const notes = noteFacts(this.table, factsOfView(view))
    const conflict = notes.conflict ?? this.startConflict(view) ?? missingTurn(view, notes.seen)
    this.heardAt = null
    const over = view.stage === 'over'
    if (conflict !== notes.conflict || over !== notes.over)
      updateNotes(this.table, { conflict, over })
  }

  private startConflict(view: TableView): Conflict | null {
    const { receipt, day } = notesOf(this.table)
    if (day && (view.day ?? '') !== day) return { what: 'day', turn: 0 }
    const isConnected = this.heardAt !== null && Date.now() - this.heardAt < SHORT_GAP_MS
    const proof = proofOf(receipt, view, isConnected)
    return CHEATED.has(proof) ? { what: proof, turn: 0 } : null
  }
}

/** The first turn that this device saw and that is missing from the turns told to a new connection. */
function missingTurn(view: TableView, seen: Readonly<Record<string, string>>): Conflict | null {
  if (!view.log) return null
  const told = new Set(view.log.map(({ turn }) => `turn ${turn}`))
  const about = Object.keys(seen).find((key) => key.startsWith('turn ') && !told.has(key))
  return about === undefined ? null : { what: 'seen', turn: Number(about.slice(5)) }
}
