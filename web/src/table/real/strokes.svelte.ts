/** All that a tap can do with real dice: one stroke after the other on a sheet of this device. */
import { t } from '../../i18n/i18n.svelte'
import { attempt, whyNot } from '../../lib/commands'
import type { Layout } from '../../lib/layout'
import { isCrossed, isLocked } from '../../lib/masks'
import type { ClientMessage, Mark } from '../../lib/protocol'
import type { ReadyTable } from '../../lib/table.svelte'

export class Strokes {
  /** The seat whose sheet lies in front. */
  seat = $state(0)
  /** Why something did not work; shown for some seconds. */
  note = $state('')
  private timer: ReturnType<typeof setTimeout> | undefined
  private last: Promise<void> = Promise.resolve()

  constructor(readonly table: ReadyTable) {}

  get own() {
    return this.table.seat(this.seat)
  }

  get rules() {
    return this.table.view.options.rules ?? 'strict'
  }

  async send(message: ClientMessage): Promise<void> {
    const problem = await attempt(this.table, message)
    if (problem) this.tell(problem)
  }

  /** Each stroke names how many came before it, and thumbs are quick: it waits for the last. */
  mark(kind: Mark['kind'], more: { cell?: string; row?: number } = {}): void {
    const seat = this.seat
    this.last = this.last.then(() =>
      this.send({ type: 'mark', seat, n: this.table.view.seats[seat]?.marks ?? 0, kind, ...more }),
    )
  }

  tapCell(layout: Layout, cell: string): void {
    // Double A: where the second box may be crossed, a tap crosses it.
    const { sheet, crossable } = this.own
    if (!sheet) return
    const crossed = isCrossed(layout, sheet, cell) && !crossable?.includes(cell)
    this.tell('')
    if (crossed && this.rules === 'strict') {
      this.tell(t('real.useUndo'))
      return
    }
    if (!crossed && this.rules === 'warning' && !crossable?.includes(cell)) void this.warn(cell)
    this.mark(crossed ? 'uncross' : 'cross', { cell })
  }

  tapLock(layout: Layout, row: number): void {
    this.mark(isLocked(layout, this.own.sheet, row) ? 'uncross' : 'lock', { row })
  }

  /** The stroke is made all the same; the reason is said. */
  private async warn(cell: string): Promise<void> {
    const reason = await whyNot(this.table, this.seat, cell)
    if (reason) this.tell(reason)
  }

  private tell(text: string): void {
    this.note = text
    clearTimeout(this.timer)
    if (text) this.timer = setTimeout(() => (this.note = ''), 3_500)
  }
}
