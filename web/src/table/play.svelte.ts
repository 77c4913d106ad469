/** The choices of one person at the table: pencil first, then confirm; pass; take back; roll. */
import { t } from '../i18n/i18n.svelte'
import { cellOf } from '../lib/model'
import type { Decision, Option } from '../lib/protocol'
import { settings } from '../lib/settings.svelte'
import { choices, type Table } from '../lib/table.svelte'
import { refusal } from './words'

export class Play {
  /** The seat whose sheet lies in front. */
  seat = $state(0)
  /** The move that is pencilled, not yet sent. */
  pencil = $state<string | null>(null)
  /** Passing would cost a penalty: asked once. */
  asking = $state(false)
  sending = $state(false)
  /** Why something did not work; shown for some seconds. */
  note = $state('')
  private noteTimer: ReturnType<typeof setTimeout> | undefined

  constructor(readonly table: Table) {}

  decision: Decision | null = $derived.by(() => this.table.decision(this.seat))
  options: Option[] = $derived(choices(this.decision))
  chosen: Option | null = $derived(this.option(this.pencil ?? this.standing))
  nothing: Option | null = $derived(this.option('-'))
  /** Answered, but others still owe theirs. */
  committed: boolean = $derived(this.decision !== null && !this.decision.owed)

  /** The last move of the answer that stands. */
  get standing(): string | null {
    return this.decision?.answer.at(-1) ?? null
  }

  get view() {
    return this.table.view!
  }

  get mine(): boolean {
    return this.view.you.seats.includes(this.seat)
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

  /** A question is new: forget what was pencilled for the last one, unless it is still legal. */
  settle(): void {
    this.asking = false
    if (this.pencil && !this.option(this.pencil)) this.pencil = null
  }

  pick(move: string): void {
    this.asking = false
    if (this.sending) return
    if (this.pencil === move || settings.oneTap) return void this.commit(move)
    if (this.committed && this.standing === move) {
      this.pencil = null
      return
    }
    this.pencil = move
    if (this.decision && this.view.clock.deadline !== null)
      void this.table.send({
        type: 'pencil', seat: this.seat, ask: this.decision.ask, moves: this.whole(move),
      })
  }

  pickCell(cell: string): void {
    const moves = this.movesOf(cell)
    const next = moves.find((option) => option.move !== this.pencil) ?? moves[0]
    const same = moves.find((option) => option.move === this.pencil)
    const move = same ?? next
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
    this.sending = true
    const reply = await this.table.send({
      type: 'answer', seat: this.seat, ask: decision.ask, moves: this.whole(move),
    })
    this.sending = false
    this.asking = false
    if (reply.type === 'refused') this.tell(refusal(reply.code))
    else if (this.pencil === move) this.pencil = null
  }

  pass(): void {
    if (!this.nothing) return
    if (this.nothing.penalty && !this.asking) {
      this.pencil = null
      this.asking = true
      return
    }
    void this.commit('-')
  }

  async takeBack(): Promise<void> {
    if (!this.decision) return
    const reply = await this.table.send({
      type: 'take_back', seat: this.seat, ask: this.decision.ask,
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
    const reply = await this.table.send({ type: 'why', seat: this.seat, cell })
    if (reply.type !== 'because' || reply.code === null) return
    if (reply.code === 'too_few_crosses')
      this.tell(t('reason.needs', { n: reply.needed ?? 0, have: reply.have ?? 0 }))
    else this.tell(refusal(reply.code))
  }

  tell(text: string): void {
    this.note = text
    clearTimeout(this.noteTimer)
    this.noteTimer = setTimeout(() => (this.note = ''), 3_000)
  }
}
