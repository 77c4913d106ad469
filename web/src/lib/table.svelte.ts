/**
 * A table as this device sees it: the newest view, the log, the chat, what is pencilled, what has
 * just happened. It sends intents and never decides anything about the game.
 */
import { t, type Who } from '../i18n/i18n.svelte'
import { getCatalogue } from './api'
import { FairSession } from './fairSession.svelte'
import { markVanished, storeTable } from './games'
import { layoutOf, type Layout } from './layout'
import {
  Link,
  type OnState,
  type Connection,
  type OnMessage,
  type LinkState,
  type TableMessage,
} from './link'
import { itemAt } from './list'
import { lockers } from './masks'
import type {
  AnswersCounted,
  Catalogue,
  ChatLine,
  ClientMessage,
  Decision,
  AnswerAccepted,
  TableEvent,
  LogTurn,
  Option,
  Options,
  SeatView,
  TableView,
  VariantInfo,
} from './protocol'
import { seatSheetAt, sheetAt } from './ownSheets.svelte'
import { hasSheet, type PlayedSeat } from './ranking'

export class Table {
  view = $state.raw<TableView | null>(null)
  catalogue = $state.raw<Catalogue | null>(null)
  log = $state.raw<LogTurn[]>([])
  chat = $state.raw<ChatLine[]>([])
  state = $state<LinkState>('connecting')
  endCode = $state('')
  /** Receives what happened, in order; set by the screen. */
  onevents: (events: TableEvent[], live: boolean) => void = () => {}
  /** The turns that went by while there was no connection, first and last. */
  missed = $state.raw<[number, number] | null>(null)
  /** The cells crossed last, by seat, in the order in which they came. */
  fresh = $state.raw<Record<number, string[]>>({})
  /** Who closed which row, as far as this device was told. */
  private reportedClosers = $state.raw<Record<number, number[]>>({})
  readonly fair: FairSession
  private sheet = $state.raw<VariantInfo | null>(null)
  private wantedSheet: string | null = null
  clockSkew = 0
  /** No table of the server's: nobody can be invited, and nothing of it is kept in the list of games. */
  readonly isLocal: boolean = false
  private readonly connection: Connection
  private wasOpen = false

  constructor(
    readonly id: string,
    readonly token: string | null,
    connect?: (heard: OnMessage, changed: OnState) => Connection,
  ) {
    void getCatalogue().then((catalogue) => (this.catalogue = catalogue))
    this.fair = new FairSession(id)
    const open =
      connect ??
      ((heard, changed) => new Link(id, token, () => this.view?.seq ?? null, heard, changed))
    this.connection = open(
      (message) => this.receive(message),
      (state, code) => {
        this.state = state
        this.endCode = code ?? ''
        if (code === 'no_such_table') markVanished(id)
      },
    )
  }

  /** The view, the sheet and the catalogue have come; none of them goes away again. */
  isReady(): this is ReadyTable {
    const known = ({ variant }: SeatView): boolean => !variant || variant in this.seatSheets
    return this.view?.seats.every(known) === true && this.layout !== null && this.catalogue !== null
  }

  close(): void {
    this.connection.close()
  }

  layout: Layout | null = $derived(this.sheet && layoutOf(this.sheet))

  private seatSheets = $state.raw<Record<string, Layout>>({})

  /** The printed sheet of each seat. */
  layouts: Layout[] = $derived.by(() => {
    const shared = this.layout
    if (!shared) return []
    return (this.view?.seats ?? []).map(
      ({ variant }) => (variant ? this.seatSheets[variant] : undefined) ?? shared,
    )
  })

  layoutOf(seat: number): Layout {
    return itemAt(this.layouts, seat)
  }

  /** The sheets of seats that have another one than the table. */
  private async findSeatSheets(seats: readonly SeatView[]): Promise<void> {
    for (const { variant } of seats) {
      if (!variant || variant in this.seatSheets) continue
      const sheet = await seatSheetAt(this.id, variant).catch(() => null) // the next view asks again
      if (sheet) this.seatSheets = { ...this.seatSheets, [variant]: layoutOf(sheet) }
    }
  }

  /** The sheet that is played on; the host may choose another one before the start. */
  private async findSheet(options: Options): Promise<void> {
    const id = options.variant ?? 'classic'
    if (id === this.wantedSheet) return
    this.wantedSheet = id
    const sheet = await sheetAt(this.id, options).catch(() => (this.wantedSheet = null)) // the next view asks again
    if (sheet && id === this.wantedSheet) this.sheet = sheet
  }

  /** Who closed which row. After a reload nobody tells: the locks on the sheets do. */
  closers: Record<number, number[]> = $derived.by(() => {
    const closers: Record<number, number[]> = {}
    for (const row of this.view?.closed ?? []) closers[row] = this.lockers(row)
    return { ...closers, ...this.reportedClosers }
  })

  /** The seats whose sheets hold the lock of a row. */
  lockers(row: number): number[] {
    const sheets = this.view?.seats.map((seat) => seat.sheet) ?? []
    return this.layout ? lockers(this.layouts, sheets, row) : []
  }

  /** The stamp on each closed row: who closed it, as far as anybody knows. */
  stamps(closers: (row: number) => number[]): Record<number, string> {
    return Object.fromEntries(
      (this.view?.closed ?? []).map((row) => [
        row,
        stamp(closers(row).map((seat) => this.label(seat))),
      ]),
    )
  }

  send(message: ClientMessage) {
    return this.connection.send(message)
  }

  seat(seat: number): SeatView {
    return itemAt(this.view?.seats ?? [], seat)
  }

  /** A seat of a game that has begun. */
  played(seat: number): PlayedSeat {
    const played = this.seat(seat)
    if (!hasSheet(played)) throw new Error(`seat ${seat} has no sheet`)
    return played
  }

  name(seat: number): string {
    return this.view?.seats[seat]?.name ?? ''
  }

  /** The name in lists and lines of figures: "You" for the one person at this device. */
  label(seat: number): string {
    return this.who(seat).you ? t('you') : this.name(seat)
  }

  names(seats: readonly number[]): string[] {
    return seats.map((seat) => this.name(seat))
  }

  /** Whom a sentence is about; several people on one device go by their names. */
  who(...seats: number[]): Who {
    const [mine, ...more] = this.view?.you.seats ?? []
    return {
      you: seats.length === 1 && !more.length && seats[0] === mine,
      names: this.names(seats),
    }
  }

  decision(seat: number): Decision | null {
    return this.view?.decisions.find((decision) => decision.seat === seat) ?? null
  }

  private receive(message: TableMessage): void {
    if (message.type !== 'view') this.answerCame(message)
    else if (this.isLocal || message.table === this.id) this.viewCame(message)
  }

  private viewCame(view: TableView): void {
    // The first view of a connection brings the log: what it tells is past, not to be acted out.
    const again = view.log !== undefined && view.log !== null
    const before = this.view?.turn ?? 0
    if (again && this.wasOpen && view.turn > before) this.missed = [before, view.turn]
    this.clockSkew = view.clock.now - Date.now()
    if (view.log) this.log = view.log
    if (view.chat) this.chat = view.chat
    const events = view.events ?? []
    for (const event of events) this.applyEvent(event)
    if (view.ask !== this.view?.ask) this.fresh = this.crossesOf(events)
    else if (events.some((event) => event.type === 'crossed')) this.fresh = this.crossesOf(events)
    this.view = view
    this.wasOpen = true
    void this.findSheet(view.options)
    void this.findSeatSheets(view.seats)
    if (!this.isLocal) storeTable(this.id, this.token, view)
    if (!this.isLocal) this.takePart(this.fair.receive(view))
    this.onevents(events, !again)
  }

  /** Agrees to one more start after several that failed. */
  startAgain(): void {
    if (this.view) this.takePart(this.fair.agree(this.view))
  }

  private takePart(message: ClientMessage | null): void {
    if (!message) return
    void this.send(message).then((reply) => {
      if (reply.type === 'ack') this.fair.acknowledge(message)
    })
  }

  /** Nothing has changed but who owes an answer; one's own comes with what it does to the sheet. */
  private answerCame(message: AnswersCounted | AnswerAccepted): void {
    const view = this.view
    if (!view || message.seq <= view.seq) return
    const decisions =
      message.type === 'given' ? withGiven(view.decisions, message.decision) : view.decisions
    if (message.seq !== view.seq + 1 || !decisions) {
      this.connection.resync()
      return
    }
    const seats = view.seats.map((seat) => ({
      ...seat,
      answered: !message.owing.includes(seat.seat),
    }))
    this.view = { ...view, seq: message.seq, owing: message.owing, seats, decisions, events: [] }
  }

  private applyEvent(event: TableEvent): void {
    if (event.type === 'turn_ended') {
      this.log = [...this.log.filter((turn) => turn.turn !== event.log.turn), event.log]
    } else if (event.type === 'said') {
      if (!this.chat.some((line) => line.seq === event.line.seq))
        this.chat = [...this.chat, event.line]
    } else if (event.type === 'row_closed') {
      this.reportedClosers = { ...this.reportedClosers, [event.row]: event.seats }
    }
  }

  private crossesOf(events: TableEvent[]): Record<number, string[]> {
    const fresh: Record<number, string[]> = {}
    for (const event of events)
      if (event.type === 'crossed') (fresh[event.seat] ??= []).push(event.cell)
    return fresh
  }
}

/** A table that can be shown. */
export type ReadyTable = Table & { view: TableView; layout: Layout; catalogue: Catalogue }

export function stamp(names: string[]): string {
  return names.join(', ') || '✓'
}

/** The decisions with the one just given; null where it does not follow from what was asked. */
function withGiven(decisions: Decision[], given: Decision): Decision[] | null {
  const before = decisions.find((decision) => decision.seat === given.seat)
  if (before?.ask !== given.ask || before.kind !== given.kind) return null
  return decisions.map((decision) =>
    decision === before ? { ...given, first: choices(before) } : decision,
  )
}

/** The options that a person may now choose from, also to change an answer already given. */
export function choices(decision: Decision | null): Option[] {
  if (!decision) return []
  return decision.legal.length ? decision.legal : (decision.first ?? [])
}
