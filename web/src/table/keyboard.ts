/** Playing by keyboard: letters for rows, P pass, U take back, D roll, S situation, ? the list. */
import { cellOf, coloursOf, LETTERS } from '../lib/layout'
import { settings } from '../lib/settings.svelte'
import type { Play } from './play.svelte'

interface KeyActions {
  log: () => void
  list: () => void
  situation: () => void
}

export function handleKey(event: KeyboardEvent, play: Play, actions: KeyActions): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  if (event.repeat) {
    if (event.key === 'Enter') event.preventDefault()
    return
  }
  const { target } = event
  if (!(target instanceof Element)) return
  if (target.closest('input, textarea, select, [contenteditable], dialog')) return
  // Enter confirms what is pencilled, unless something in focus answers to it.
  if (event.key === 'Enter' && play.pencil && !target.closest('button, a, summary')) {
    event.preventDefault()
    return void play.commit()
  }
  if (!settings.letters) return
  const key = event.key.toLowerCase()
  const does: Record<string, () => void> = {
    p: () => play.pass(),
    u: () => void (play.committed && play.takeBack()),
    d: () => void (play.rolls && play.roll()),
    l: actions.log,
    c: actions.log,
    s: actions.situation,
    '?': actions.list,
  }
  const row = play.layout.rows[Number(key) - 1] ? Number(key) - 1 : -1
  if (LETTERS.includes(key) || row >= 0) {
    event.preventDefault()
    chooseRow(play, key, row)
  } else if (does[key]) {
    event.preventDefault()
    does[key]()
  }
}

/** Pencils the row's cell; each further press goes on to the next key in the column of the row. */
function chooseRow(play: Play, letter: string, row: number): void {
  const wanted = play.options.filter((option) => {
    if (option.move.startsWith('?')) return option.move[1] === (row >= 0 ? LETTERS[row] : letter)
    const cell = cellOf(option.move)
    if (!cell) return false
    const place = play.layout.place.get(cell)
    if (place && row >= 0) return place[0] === row
    return coloursOf(cell).includes(row >= 0 ? row : LETTERS.indexOf(letter))
  })
  const at = wanted.findIndex((option) => option.move === play.pencil)
  const next = wanted[at + 1] ?? wanted[0]
  if (!next) return
  if (next.move === play.pencil) void play.commit()
  else {
    play.pick(next.move)
    followPencil(next.move)
  }
}

/** Whoever stands on the sheet goes along, so that Enter confirms what the letter has pencilled. */
function followPencil(move: string): void {
  const cell = cellOf(move)
  if (cell && document.activeElement?.closest('.sheet'))
    document.querySelector<HTMLElement>(`.sheet [data-cell=${cell}]`)?.focus()
}
