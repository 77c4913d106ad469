/**
 * How the window is shared out among the others' sheets, one's own sheet and the dock. Each part has
 * a few forms; the largest combination that fits is taken, and what height remains goes to the cells.
 * All sizes are CSS pixels.
 */

export interface Room {
  width: number
  height: number
  /** The size of the root's letters: 16 unless large print or the browser says otherwise. */
  letters: number
  /** Large print. */
  large: boolean
  opponents: number
  /** Cells of the longest row. */
  cells: number
  /** Rows, and the bonus rows between them. */
  rows: number
  bonusRows: number
  /** A strip below the rows. */
  strip: boolean
  /** Cells with a sign above their number. */
  signs: boolean
  /** Lines of keys that may come below the usual ones. */
  moreKeys: number
  /** Further lines in the dock: the coach's, cards in hand. */
  lines: number
  /** A line with the player's name above the sheet. */
  named: boolean
  /** The height of another dock (real dice). */
  dock?: number
  /** Every cell can be tapped: none folds. */
  strokes?: boolean
  /** Where the dock has to be. */
  place?: 'side'
}

export interface Forms {
  /** The dock at the right of the sheet instead of below it. */
  side: boolean
  /** The others' sheets; their names and points in cards; these in one line. */
  others: 'sheets' | 'chips' | 'faces'
  /** With and without the ticker; `full` has dice and keys of full height. */
  dock: 'full' | 'low' | 'bare'
  /** `folded`: without heads, and what cannot be crossed any more becomes a count. */
  rows: 'full' | 'low' | 'folded'
  /** Rows fold what is done, to leave more room for the rest. */
  fold: boolean
  /** How many cells a row can show. */
  capacity: number
  /** Penalties and points stand in the bar. */
  score: boolean
  /** The log beside the table. */
  panel: boolean
  /** Nothing fits: the sheet scrolls. */
  scrolls: boolean
  /** The others stand beside the turn, in the line of the bar. */
  oneBar: boolean
  /** The width of a row's sign and count, left of its cells. */
  tag: number
  /** The size of a cell's number. */
  number: number
  /** Of a bonus row's cell. */
  round: number | null
  /** The least and the most height of a cell. */
  cell: number
  cellMost: number
  head: number
  rowGap: number
  /** A mini-sheet's. */
  playerWidth: number
  dockWidth: number
  key: number
  button: number
  /** The dice that head the table of sums. */
  die: number
  stage: number
  gap: number
  bar: number
  /** Left and right of the sheet. */
  margin: number
}

const OTHERS = ['sheets', 'chips', 'faces'] as const
const DOCKS = ['full', 'low', 'bare'] as const
const ROWS = ['full', 'low', 'folded'] as const

/** How much each form is worth: the sum decides among the combinations that fit. */
const WORTH = { sheets: 4, chips: 2, faces: 1, full: 2.5, low: 1.5, bare: 0.2, folded: -3 }

/** Two digits of the heaviest letters at their narrowest, by the size of the letters. */
const NUMBER_WIDTH = 0.98

/** Wider tables leave the margins free. */
const TABLE_WIDTH = 1640
const SHEET_WIDTH = 900

const CELL = 40
const CELL_NARROW = 31
const WIDE_CELL = 28
const LOCK = 0.75
const clamp = (low: number, value: number, high: number): number =>
  Math.max(low, Math.min(value, high))

/** Sizes in rem grow with the letters, what is drawn with large print. */
function scales(room: Room): { text: number; drawn: number } {
  const phone = Math.min(room.width, room.height) < 600
  return { text: room.letters / 16, drawn: room.large ? (phone ? 1.25 : 1.4) : 1 }
}

/** Room for the cells of a row: the sheet without its margins. */
const inside = (width: number): number => width - (width < 500 ? 16 : 34)

/** The size of numbers in normal print. */
export function numberSize(width: number, cells: number): number {
  const cell = inside(width) / (cells + LOCK) - 1
  return clamp(16, Math.min(cell * 0.6, 14 + cell * 0.15), 27)
}

function combination(
  room: Room,
  side: boolean,
  others: Forms['others'],
  dock: Forms['dock'],
  rows: Forms['rows'],
): Forms & { fits: boolean; worth: number } {
  const { text, drawn } = scales(room)
  const low = dock !== 'full'
  const lying = side && room.height < 480 && !room.strokes
  const usual = clamp(lying ? 270 : 320, room.width * 0.34, 420)
  const dockWidth = side ? usual * (room.large ? 1.1 : 1) : room.width
  const beside = (dock: number): number =>
    side ? Math.min(room.width, TABLE_WIDTH) - dock - 8 : Math.min(room.width, SHEET_WIDTH)
  const width = beside(dockWidth)
  const phone = Math.min(room.width, room.height) < 600

  const normal = numberSize(beside(usual), room.cells)
  const number = normal * (!room.large ? 1 : phone ? 1.6 : 1.4)
  const gap = width < 500 ? 1 : 3
  const tag = rows === 'folded' ? number * 1.3 : 0
  const least = room.large ? number * NUMBER_WIDTH : 0
  const slots = (inside(width) - tag + gap) / (least + gap) - LOCK
  const capacity = room.large ? Math.max(4, Math.floor(slots)) : room.cells
  const cellWidth = inside(width) / (room.cells + LOCK) - gap

  const heads = room.large ? { full: 20, low: 18.5, folded: 0 } : { full: 19, low: 15, folded: 0 }
  const head = Math.round(heads[rows] * text)
  const rowGap = { full: 7, low: 3, folded: 2 }[rows]
  const cell = Math.ceil(
    Math.max(
      room.large ? 40 : cellWidth > WIDE_CELL - 1.5 ? CELL : rows === 'folded' ? 28 : CELL_NARROW,
      rows === 'full' ? 44 : 0,
      number * (room.signs ? 1.9 : 1.4),
    ),
  )
  const key = { full: 52, low: 46, bare: 44 }[dock]
  const button = Math.round({ full: 48, low: 46, bare: 44 }[dock] * (room.large ? 1.1 : 1))
  const die = { full: 44, low: 34, bare: 28 }[dock]
  const dockGap = { full: 10, low: 5, bare: 4 }[dock]

  const bar = lying ? 44 : Math.max({ full: 46, low: 40, bare: 36 }[dock], 20 * text + 12)
  const playerWidth = Math.min(
    (width - 12) / Math.max(room.opponents, 3) - 6,
    side || room.width >= 700 ? 240 : 180,
  )
  const mini = (playerWidth - 12) * (room.cells > 11 ? 0.34 : 0.44) + room.bonusRows * 4
  const players =
    room.opponents === 0
      ? 0
      : { sheets: 44 * text + 14 + mini, chips: 38 * text + 8, faces: 28 * text + 4 }[others]
  const foot = rows === 'folded' && room.large ? 0 : rows === 'full' ? 49 * text : 37 * text
  const round = rows === 'folded' ? 21 : 26
  const sheet =
    (room.named && rows !== 'folded' ? 22 * text : 0) +
    14 +
    room.rows * (head + cell + 3 + rowGap) +
    room.bonusRows * (round * drawn + rowGap) +
    (room.strip ? 31 * drawn : 0) +
    foot +
    8 -
    rowGap
  // The dock: padding, ticker, sentence, the table of sums or two lines of keys, buttons.
  const sums = die * 1.08 * drawn + 2 * (Math.min(key, 46) + dockGap) + (low ? 22 : 28) * text
  const tray = low ? 46 * drawn + (side ? 22 * text : 0) : 60 * drawn + 28 * text
  const numbers = tray + key + dockGap
  const extra = room.moreKeys * (key + dockGap)
  const stage = Math.max(sums + (room.bonusRows ? key + dockGap : 0), numbers + extra)
  const asked =
    room.dock ??
    { full: 28, low: 18, bare: 14 }[dock] +
      (dock === 'bare' ? 0 : (low ? 16 : 22) * text + dockGap) +
      stage +
      room.lines * (24 * text + dockGap) +
      (room.large || side ? 20 * text : 0) +
      (room.place ? 12 : 0) +
      button +
      2 * dockGap
  const above = lying ? bar : bar + players
  const fits = side
    ? above + sheet <= room.height && asked <= room.height && !(lying && dock === 'full')
    : above + sheet + asked <= room.height
  // Large print has more use for large dice and keys than for the others' sheets.
  const company = room.opponents === 0 ? 0 : WORTH[others] / (room.large ? 2 : 1)
  return {
    fits,
    worth: company + WORTH[dock] + WORTH[rows],
    side,
    others: lying ? 'faces' : others,
    dock,
    rows,
    // Round rows lie below the columns of others, so these keep all cells.
    fold:
      room.bonusRows === 0 &&
      !room.strokes &&
      (rows === 'folded' || (room.large && cellWidth < number * 1.5)),
    capacity,
    score: rows === 'folded' && room.large,
    panel: side && !room.large && room.width >= 1000 && room.height - asked > 200,
    scrolls: false,
    oneBar: lying,
    tag,
    // Where cells are wide, large print takes all of them.
    number: room.large ? Math.max(number, Math.min(cellWidth * 0.7, 52)) : number,
    round: round === 26 ? null : round,
    cell,
    cellMost: Math.round(clamp(cell, Math.max(58, cellWidth * 1.25), 96)),
    head,
    rowGap,
    playerWidth: Math.round(playerWidth),
    dockWidth: Math.round(dockWidth),
    key,
    button,
    die,
    stage: Math.round(stage - (low ? 22 : 28) * text),
    gap: dockGap,
    bar: Math.round(bar),
    margin: width < 500 ? 3 : 8,
  }
}

/** What the styles of the parts read. */
export function styleOf(forms: Forms): string {
  const pixels: Record<string, number> = {
    tag: forms.tag,
    digits: forms.number,
    'cell-h': forms.cell,
    'cell-most': forms.cellMost,
    head: forms.head,
    'row-gap': forms.rowGap,
    'player-width': forms.playerWidth,
    'dock-width': forms.dockWidth,
    'key-h': forms.key,
    'btn-h': forms.button,
    'sum-die': forms.die,
    'sum-key': Math.min(forms.key, 46),
    'round-less': 0,
    'stage-h': forms.stage,
    'dock-gap': forms.gap,
    'bar-h': forms.bar,
    'own-pad': forms.margin,
    'card-pad': forms.margin === 3 ? 3 : 6,
  }
  const sizes = Object.entries(pixels).map(([name, size]) => `--${name}: ${size.toFixed(2)}px`)
  if (forms.round) sizes.push(`--round: calc(${forms.round}px * var(--zoom, 1))`)
  sizes.push(`--shrink: ${forms.scrolls ? 0 : 1}`)
  return [...sizes, `--title: ${forms.rows === 'full' ? 'block' : 'none'}`].join('; ')
}

/** The largest combination that fits; the smallest where none does. */
export function formsFor(room: Room): Forms {
  const sides = room.place === 'side' || room.width > room.height * 1.1 ? [true] : [false]
  const all = sides.flatMap((side) =>
    ROWS.flatMap((rows) =>
      DOCKS.flatMap((dock) => OTHERS.map((others) => combination(room, side, others, dock, rows))),
    ),
  )
  const fitting = all.filter(({ fits }) => fits)
  const best = fitting.sort((a, b) => b.worth - a.worth)[0]
  if (best) return best
  const least = combination(room, sides[0] ?? false, 'faces', 'bare', 'folded')
  return { ...least, cellMost: least.cell, scrolls: true }
}
