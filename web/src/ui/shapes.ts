/** The four row signs, the symbols of Bonus B, hand strokes and icons, as SVG paths (24 x 24).
 *  What pictures and paper show too stands in outlines.json, for all of them. */
import outlines from '../../../src/rowlock/draw/outlines.json'

/** Heart, bolt, clover, drop: in the order red, yellow, green, blue. */
export const SIGNS: readonly string[] = outlines.signs

/** Symbols of Bonus B: filled shapes in ink. */
export const SYMBOLS: Readonly<Record<string, string>> = outlines.symbols

/** Double B: two small crosses side by side (22 x 9). */
export const TWICE = 'M2 1.500l6 6M8 1.500l-6 6M14 1.500l6 6M20 1.500l-6 6'

/** Eight crosses as a hand makes them (40 x 40), two strokes each. */
const CROSSES = outlines.crosses

/** The two strokes of a cross; the same for the same place, so that a cross never changes. */
export function strokesAt(place: number): [string, string] {
  const [down = '', up = ''] = CROSSES[place % CROSSES.length] ?? []
  return [down, up]
}

/** The shackle of a padlock of 44 x 60, open and shut. */
export const SHACKLES = outlines.shackles

/** Line icons (24 x 24, stroke 2). */
export const ICONS = {
  back: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
  first: 'M18 5l-7 7 7 7M6.500 5v14',
  last: 'M6 5l7 7-7 7M17.500 5v14',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  check: outlines.tick,
  close: 'M6 6l12 12M18 6L6 18',
  shield:
    'M12 2.500 20 5.500v6c0 5-3.300 8.400-8 10-4.700-1.600-8-5-8-10v-6zM8.500 12l2.500 2.500 4.500-5',
  chat: 'M4 4.500h16v12H10l-4.500 4v-4H4z',
  dots: 'M5 12h.01M12 12h.01M19 12h.01',
  robot:
    'M5 9h14v9a2.500 2.500 0 0 1-2.500 2.500h-9A2.500 2.500 0 0 1 5 18zM12 9V4.500M12 4h.01M9.500 13.500v2M14.500 13.500v2M2.500 13v3M21.500 13v3',
  people:
    'M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM2.500 20c0-3.700 2.700-6 6.500-6s6.500 2.300 6.500 6M16.500 10.500a2.700 2.700 0 1 0-1-5.200M18 14.300c2.200.8 3.500 2.600 3.500 5.200',
  phone:
    'M7.500 2.500h9A1.500 1.500 0 0 1 18 4v16a1.500 1.500 0 0 1-1.500 1.500h-9A1.500 1.500 0 0 1 6 20V4a1.500 1.500 0 0 1 1.500-1.500zM11 18.500h2',
  dice: 'M6 3.500h12A2.500 2.500 0 0 1 20.500 6v12a2.500 2.500 0 0 1-2.500 2.500H6A2.500 2.500 0 0 1 3.500 18V6A2.500 2.500 0 0 1 6 3.500zM8.300 8.300h.600v.600h-.600zM11.700 11.700h.600v.600h-.600zM15.100 15.100h.600v.600h-.600z',
  book: 'M12 6c-2-1.600-5-2-9-1.500V19c4-.5 7-.1 9 1.500 2-1.600 5-2 9-1.500V4.500C17 4 14 4.400 12 6zM12 6v14.500',
  chart: 'M3.500 3.500v17h17M7 15l4-5 3.500 3 5-7',
  link: 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.700-5.700L12 7M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.700 5.700L12 17',
  share: 'M12 15V3.500M8 7l4-3.500L16 7M5 11.500v8.500h14v-8.500',
  download: 'M12 3.500V15M8 11.500l4 3.500 4-3.500M5 16.500V20h14v-3.500',
  moon: 'M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500z',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.500 1.500M17.500 17.500 19 19M19 5l-1.500 1.500M6.500 17.500 5 19',
  half: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 3v18M14 7h3.500M14 11h6M14 15h5',
  undo: 'M8 5L3.500 9.500 8 14M4 9.500h10a5 5 0 0 1 0 10h-4',
  again: 'M20 12a8 8 0 1 1-2.500-5.800L20 8.500M20 3.500v5h-5',
  clock: 'M12 5.500a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 9.500v4.500h3M9.500 2.500h5',
  play: 'M7 4.500v15l12-7.500z',
  send: 'M21 4 3.500 11.500l7 2.500 2.500 7zM10.500 14 21 4',
  shoe: outlines.horseshoe,
  swap: outlines.swap,
  eye: 'M2.500 12C5 7.500 8.300 5.500 12 5.500s7 2 9.500 6.500c-2.500 4.500-5.800 6.500-9.500 6.500S5 16.500 2.500 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  tv: 'M3 5h18v12H3zM8.500 20.500h7',
  pause: 'M8 5v14M16 5v14',
  print: 'M7 8.500V3.500h10v5M7 17.500H3.500v-9h17v9H17M7 14h10v6.500H7z',
  up: 'M12 19V5M6 11l6-6 6 6',
  down: 'M5 9l7 7 7-7',
  puzzle: 'M4 8h4.500a2.500 2.500 0 1 1 5 0H18v4.500a2.500 2.500 0 1 1 0 5V21H4z',
  trash: 'M4 6.500h16M9 6.500V4h6v2.500M6 6.500l1 14h10l1-14',
  crown: 'M3.500 17.500 2 6.500l5.500 4.500L12 3l4.500 8L22 6.500l-1.500 11zM3.500 21h17',
} as const

export type IconName = keyof typeof ICONS
