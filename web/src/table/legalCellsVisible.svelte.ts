/** Large print may show a part of the sheet only: one of the cells in question should be among it. */
import type { Play } from './play.svelte'

export function keepLegalCellsVisible(
  play: Play,
  large: () => boolean,
  sheets: () => HTMLElement | undefined,
): void {
  $effect(() => {
    const port = sheets()
    if (!port || !large() || !play.marks.legal?.length) return
    const { top, bottom } = port.getBoundingClientRect()
    const cells = play.marks.legal
      .map((cell) => port.querySelector(`[data-cell=${cell}]`))
      .filter((cell) => cell !== null)
    const inSight = cells.some((cell) => {
      const box = cell.getBoundingClientRect()
      return box.top >= top && box.bottom <= bottom
    })
    if (!inSight) cells[0]?.scrollIntoView({ block: 'center' })
  })
}
