/**
 * In large print the sheet may scroll: what is asked about comes into view by itself, and the rows
 * that are out of sight are named.
 */
import { and, t } from '../i18n/i18n.svelte'
import { rowName } from '../lib/words'
import type { Play } from './play.svelte'

export class Sight {
  /** Which rows are out of sight, in words. */
  hidden = $state('')

  constructor(
    private readonly play: Play,
    private readonly port: () => HTMLElement | undefined,
  ) {
    $effect(() => {
      const port = this.port()
      if (!port) return
      const look = (): void => void (this.hidden = this.words(port))
      const watcher = new ResizeObserver(look)
      watcher.observe(port)
      port.addEventListener('scroll', look, { passive: true })
      return () => {
        watcher.disconnect()
        port.removeEventListener('scroll', look)
      }
    })
    $effect(() => this.follow())
  }

  /** Scrolls to the row of the choice, or to a cell in question if none is in view. */
  private follow(): void {
    const { pencil = [], legal = [] } = this.play.marks
    const port = this.port()
    if (!port || port.scrollHeight <= port.clientHeight) return
    const cells = (pencil.length ? pencil : legal)
      .map((cell) => port.querySelector(`[data-cell=${cell}]`))
      .filter((cell) => cell !== null)
    if (!cells.some((cell) => isInside(cell, port))) cells[0]?.scrollIntoView({ block: 'center' })
  }

  private words(port: HTMLElement): string {
    const gone = [...port.querySelectorAll('[role=grid] .row')].map((row) => !isInside(row, port))
    const { layout } = this.play.table
    const rows = layout.rows.flatMap((_, r) => (gone[r] ? [rowName(layout, r)] : []))
    return rows.length ? t('sheet.hidden', { rows: and(rows) }) : ''
  }
}

/** Rounded edges and a pixel do not count. */
function isInside(part: Element, port: Element): boolean {
  const [a, b] = [part.getBoundingClientRect(), port.getBoundingClientRect()]
  return a.top >= b.top - 6 && a.bottom <= b.bottom + 6
}
