/** All that a tap can do at the table: pencil first, then confirm; pass; take back; roll. */
import { t } from '../i18n/i18n.svelte'
import { whyNot } from '../lib/commands'
import { cellOf, cellsOf, isSpecial, type Layout } from '../lib/layout'
import { newFields } from '../lib/masks'
import type { Decision, Option } from '../lib/protocol'
import { settings } from '../lib/settings.svelte'
import { choices, type ReadyTable } from '../lib/table.svelte'
import type { Side } from '../lib/taps'
import { refusal } from '../lib/words'
import type { Hint, Marks } from '../sheet/marks'

/** So long a pass can be taken back where nobody waits for it. */
export const HOLD_MS = 3_000

/** One's own half of the screen, where two people sit face to face. */
export interface Half {
  side: Side
  seat: number
}

/** The coach's marks by cell, and what it asks before a rash move. */
export interface Hints {
  cells: Record<string, Hint>
  sure: Record<string, string>
  /** About passing. */
  pass: string
}

export class Play {
  /** The seat whose sheet lies in front. */
  seat = $state(0)
  /** The move that is pencilled, not yet sent. */
  pencil = $state<string | null>(null)
  /** A move that should be meant: asked once. */
  asking = $state<string | null>(null)
  /** What the coach says, where it is asked. */
  hints = $state.raw<Hints | null>(null)
  /** A pass that is not sent yet. */
  held = $state(false)
  private holdTimer: ReturnType<typeof setTimeout> | undefined
  /** The dice are in the air: what is asked shows once they lie. */
  rolling = $state(false)
  sending = $state(false)
  /** Why something did not work; shown for some seconds. */
  note = $state('')
  private noteTimer: ReturnType<typeof setTimeout> | undefined

  constructor(
    readonly table: ReadyTable,
    readonly half?: Half,
  ) {
    if (half) this.seat = half.seat
  }

  /** The seats that are played here: all of this device, or the one of this half. */
  private get seats(): number[] {
    return this.half ? [this.half.seat] : this.view.you.seats
  }

  decision: Decision | null = $derived.by(() =>
    this.rolling ? null : this.table.decision(this.seat),
  )
  options: Option[] = $derived(choices(this.decision))
  chosen: Option | null = $derived(this.option(this.pencil ?? this.standing))
  nothing: Option | null = $derived(this.option('-'))
  /** Answered, but others still owe theirs. */
  committed: boolean = $derived(this.decision !== null && !this.decision.owed)

  /** Decisions of this device that leave no choice: nobody is asked about them. */
  forced: Decision[] = $derived.by(() =>
    settings.forced
      ? this.view.decisions.filter(
          (decision) => this.seats.includes(decision.seat) && this.leavesNoChoice(decision),
        )
      : [],
  )
  /** The seats of this device that are asked now. */
  asked: number[] = $derived.by(() => {
    const forcedSeats = this.forced.map((decision) => decision.seat)
    return this.seats.filter(
      (seat) => this.view.owing.includes(seat) && !forcedSeats.includes(seat),
    )
  })
  /** Whose sheet should lie in front: who is asked. */
  next: number = $derived.by(() => {
    const here =
      this.asked.includes(this.seat) || this.forced.some(({ seat }) => seat === this.seat)
    return here ? this.seat : (this.asked[0] ?? this.seat)
  })
  /** Nobody must see another's pencil: the device goes to the next person first. */
  handover: boolean = $derived.by(
    () => this.seats.length > 1 && this.next !== this.seat && this.view.phase !== 'roll',
  )

  takeOver(): void {
    this.seat = this.next
    this.pencil = null
  }

  /** What the sheet in front shows of the choices. */
  marks: Partial<Marks> = $derived.by(() => {
    const legal = this.cells(false)
    const lucky = this.cells(true)
    const move = this.pencil ?? (this.committed ? this.standing : null)
    const pencilled = move === null ? null : cellOf(move)
    return {
      ...(settings.coach === 'off' ? { hidden: [...legal, ...lucky] } : { legal, lucky }),
      hints: this.committed ? {} : (this.hints?.cells ?? {}),
      pencil: pencilled ? [pencilled] : [],
      preview: [...(this.chosen?.crosses.slice(1) ?? []), ...this.fields],
      fresh: this.table.fresh[this.seat] ?? [],
    }
  })

  /** The points that the choice adds, by row. */
  gains: Record<number, number> = $derived.by(() => {
    const option = this.chosen
    const before = this.table.seat(this.seat).sheet?.points ?? []
    if (!option || option.move === '-') return {}
    const gains = option.sheet.points.map(
      (points, row) => [row, points - (before[row] ?? 0)] as const,
    )
    return Object.fromEntries(gains.filter(([, gain]) => gain !== 0))
  })

  /** X-Change: the field that the choice would use. */
  private get fields(): string[] {
    const before = this.table.seat(this.seat).sheet
    return before && this.chosen ? newFields(this.layout, before, this.chosen.sheet) : []
  }

  private cells(special: boolean): string[] {
    return cellsOf(
      this.options.map(({ move }) => move).filter((move) => isSpecial(move) === special),
    )
  }

  /** The last move of the answer that stands. */
  get standing(): string | null {
    return this.decision?.answer.at(-1) ?? null
  }

  get view() {
    return this.table.view
  }

  /** The printed sheet of this seat. */
  get layout(): Layout {
    return this.table.layoutOf(this.seat)
  }

  get mine(): boolean {
    return this.view.you.seats.includes(this.seat)
  }

  /** The coach is wanted, and this table has one. */
  get helped(): boolean {
    return ['words', 'best', 'costs'].includes(settings.coach) && this.view.you.coach === true
  }

  get rolls(): boolean {
    return this.view.phase === 'roll' && this.mine && this.view.owing.includes(this.seat)
  }

  option(move: string | null): Option | null {
    return move === null ? null : (this.options.find((option) => option.move === move) ?? null)
  }

  /** The moves that cross this cell: one, or two where a lucky number names the same cell. */
  movesOf(cell: string): Option[] {
    return this.options.filter((option) => cellOf(option.move) === cell)
  }

  private leavesNoChoice({ seat, owed, legal }: Decision): boolean {
    return owed && legal.length === 1 && !this.table.seat(seat).covered
  }

  /** Why this seat is not asked: the only answer that there is. */
  get forcedWhy(): string | null {
    const { decision, view } = this
    const only = decision?.legal[0]
    if (!only || !this.leavesNoChoice(decision)) return null
    if (only.penalty) return t('forced.penalty', { n: this.layout.penalty })
    if (decision.kind === 'action1') return t('forced.number', { n: view.announced })
    return only.move === '-' ? t('forced.nothing') : t('forced.only')
  }

  /** What was pencilled is kept as long as it is legal. */
  settle(): void {
    if (this.pencil && !this.option(this.pencil)) this.pencil = null
  }

  /** A question is new: what was asked or held about the last one is void. */
  renew(): void {
    this.asking = null
    this.release()
  }

  private release(): void {
    this.held = false
    clearTimeout(this.holdTimer)
  }

  /** Only bots sit at the table beside this person, and no clock ticks. */
  private get unhurried(): boolean {
    const { seats, clock } = this.view
    return !clock.limit && seats.every(({ seat, kind }) => seat === this.seat || kind === 'bot')
  }

  pick(move: string): void {
    this.renew()
    if (this.sending) return
    if (this.pencil === move || settings.oneTap) return void this.commit(move)
    if (this.committed && this.standing === move) {
      this.pencil = null
      return
    }
    this.pencil = move
    if (this.decision && this.view.clock.deadline !== null)
      void this.table.send({
        type: 'pencil',
        seat: this.seat,
        ask: this.decision.ask,
        moves: this.whole(move),
      })
  }

  pickCell(cell: string): void {
    const moves = this.movesOf(cell)
    const move = moves.find((option) => option.move === this.pencil) ?? moves[0]
    if (move) this.pick(move.move)
  }

  /** The answer as it is sent: choices follow what caused them. */
  private whole(move: string): string[] {
    const before = this.decision?.kind === 'choice' ? this.decision.answer : []
    return [...before, move]
  }

  async commit(move: string | null = this.pencil): Promise<void> {
    const decision = this.decision
    if (!decision || move === null || this.sending) return
    if (move !== '-' && this.hints?.sure[move] && this.asking !== move) {
      this.ask(move)
      return
    }
    this.sending = true
    const reply = await this.table.send({
      type: 'answer',
      seat: this.seat,
      ask: decision.ask,
      moves: this.whole(move),
    })
    this.sending = false
    this.renew()
    if (reply.type === 'refused') this.tell(refusal(reply.code))
    else if (this.pencil === move) this.pencil = null
  }

  /** The only answer of a seat, which nobody needs to see in front. */
  async answerForced({ seat, ask, legal, answer, kind }: Decision): Promise<void> {
    const before = kind === 'choice' ? answer : []
    const only = legal.map(({ move }) => move)
    await this.table.send({ type: 'answer', seat, ask, moves: [...before, ...only] })
  }

  /** Free: it can be taken back. With a penalty: asked once. Without a choice: neither. */
  pass(): void {
    const { nothing } = this
    if (!nothing || this.committed) return
    const first = this.options.length > 1 && this.asking !== '-' && !this.held
    if (first && nothing.penalty) this.ask('-')
    else if (first && this.unhurried) this.hold()
    else void this.commit('-')
  }

  private ask(move: string): void {
    this.pencil = move === '-' ? null : move
    this.asking = move
  }

  /** What the coach asks about it. */
  get doubt(): string {
    return (this.asking && this.hints?.sure[this.asking]) || ''
  }

  private hold(): void {
    this.pencil = null
    this.asking = null
    this.held = true
    this.holdTimer = setTimeout(() => void this.commit('-'), HOLD_MS)
  }

  async takeBack(): Promise<void> {
    if (!this.decision) return
    if (this.held) {
      this.release()
      return
    }
    const reply = await this.table.send({
      type: 'take_back',
      seat: this.seat,
      ask: this.decision.ask,
    })
    if (reply.type === 'refused') this.tell(refusal(reply.code))
  }

  async roll(): Promise<void> {
    if (this.sending) return
    this.sending = true
    const reply = await this.table.send({ type: 'roll', turn: this.view.turn })
    this.sending = false
    if (reply.type === 'refused' && reply.code !== 'no_roll_due') this.tell(refusal(reply.code))
  }

  async why(cell: string): Promise<void> {
    const reason = await whyNot(this.table, this.seat, cell)
    if (reason) this.tell(reason)
  }

  tell(text: string): void {
    this.note = text
    clearTimeout(this.noteTimer)
    this.noteTimer = setTimeout(() => (this.note = ''), 3_000)
  }
}
