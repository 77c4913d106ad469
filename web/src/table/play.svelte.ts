/** All that a tap can do at the table: pencil first, then confirm; pass; take back; roll. */
import { whyNot } from '../lib/ask'
import { cellOf } from '../lib/layout'
import type { Decision, Option } from '../lib/protocol'
import { settings } from '../lib/settings.svelte'
import { choices, type Table } from '../lib/table.svelte'
import { refusal } from '../lib/words'
import type { Marks } from '../sheet/marks'

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

  /** The seats of this device that are asked now. */
  asked: number[] = $derived.by(() => this.view.you.seats.filter((seat) => this.view.owing.includes(seat)))
  /** Whose sheet should lie in front: who is asked. */
  next: number = $derived(this.asked.includes(this.seat) ? this.seat : (this.asked[0] ?? this.seat))
  /** Nobody must see another's pencil: the device goes to the next person first. */
  handover: boolean = $derived.by(
    () => this.view.you.seats.length > 1 && this.next !== this.seat && this.view.phase !== 'roll',
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
      ...(settings.hints ? { legal, lucky } : { hidden: [...legal, ...lucky] }),
      pencil: pencilled ? [pencilled] : [],
      preview: this.chosen?.crosses.slice(1) ?? [],
      fresh: this.table.fresh[this.seat] ?? [],
    }
  })

  /** The points that the choice adds, by row. */
  gains: Record<number, number> = $derived.by(() => {
    const option = this.chosen
    const before = this.table.seat(this.seat).sheet?.points ?? []
    if (!option || option.move === '-') return {}
    const gains = option.sheet.points.map((points, row) => [row, points - (before[row] ?? 0)] as const)
    return Object.fromEntries(gains.filter(([, gain]) => gain !== 0))
  })

  private cells(lucky: boolean): string[] {
    return this.options
      .filter((option) => option.move.startsWith('*') === lucky)
      .map((option) => cellOf(option.move))
      .filter((cell) => cell !== null)
  }

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
    const reason = await whyNot(this.table, this.seat, cell)
    if (reason) this.tell(reason)
  }

  tell(text: string): void {
    this.note = text
    clearTimeout(this.noteTimer)
    this.noteTimer = setTimeout(() => (this.note = ''), 3_000)
  }
}
