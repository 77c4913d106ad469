/**
 * The faces of people (40 x 40): hair, cap or beard around a light face, so that nobody takes them
 * for bots, which are dark. Which one is whose follows from the name: every device shows the same.
 */
import type { SeatView } from '../lib/protocol'

interface Drawing {
  /** Hair and all that is around the face, filled. */
  hair: string
  /** The face, cut out of it. */
  face: string
  /** Filled again: fringe, eyes, beard. */
  dark: string
  /** Drawn as strokes: the mouth, glasses. */
  line: string
}

/** An oval; every part of an outline runs clockwise, so that parts that overlap are one. */
const dot = (x: number, y: number, rx: number, ry = rx): string =>
  `M${x - rx} ${y}a${rx} ${ry} 0 1 1 ${2 * rx} 0a${rx} ${ry} 0 1 1 ${-2 * rx} 0z`

const FACE = dot(20, 23, 10.5, 12)
const EYES = dot(15.8, 22.5, 1.6, 1.9) + dot(24.2, 22.5, 1.6, 1.9)
const SMILE = 'M16 28.500q4 3.600 8 0'

export const PEOPLE: readonly Drawing[] = [
  // Short hair, parted.
  {
    hair: dot(20, 20, 14, 16.5),
    face: FACE,
    dark: `${EYES}M9 20.500c1-8 6-11.500 12-11.500 6 0 9.500 5 10 11.500-5-1-9-3.500-11-7-2 3.500-6 6-11 7z`,
    line: SMILE,
  },
  // Long hair.
  {
    hair: 'M20 3c10 0 15.500 7 15.500 16 0 8-.5 13 2 17.500-4 2-9 1.500-11.500 0h-12c-2.500 1.500-7.500 2-11.500 0C5 32 4.500 27 4.500 19 4.500 10 10 3 20 3z',
    face: FACE,
    dark: `${EYES}M9.300 21c2-8 8-11 14-12 4 2 6.500 6 7.500 12-4-1.500-7-4-8.500-7.500-3 4-7.500 6.500-13 7.500z`,
    line: SMILE,
  },
  // Curls.
  {
    hair: [
      dot(20, 9, 7), dot(11, 11, 6), dot(29, 11, 6), dot(6.5, 18, 5), dot(33.5, 18, 5),
      dot(7.5, 25, 4.5), dot(32.5, 25, 4.5), dot(20, 21, 12, 15),
    ].join(''), // prettier-ignore
    face: dot(20, 24, 10, 11.5),
    dark: EYES.replaceAll('22.5', '23.5'),
    line: 'M16 29.500q4 3.600 8 0',
  },
  // A bun.
  {
    hair: dot(20, 6, 5.5) + dot(20, 21, 13, 15.5),
    face: dot(20, 24, 10.5, 11.5),
    dark: `${EYES.replaceAll('22.5', '23.5')}M9.500 21.500c1-7 5.500-10 10.500-10s9.500 3 10.500 10c-6-.5-15-.5-21 0z`,
    line: 'M16 29.500q4 3.600 8 0',
  },
  // A beard.
  {
    hair: dot(20, 20.5, 13.5, 17),
    face: dot(20, 20, 11, 12),
    dark: `${EYES.replaceAll('22.5', '19.5')}M9 20c1 5 2 7.500 4 7 4-1.500 10-1.500 14 0 2 .5 3-2 4-7 1.500 10-4 16.500-11 16.500S7.500 30 9 20zM9 16c1-7 6-10 11-10s10 3 11 10c-7-2.500-15-2.500-22 0z`,
    line: '',
  },
  // Glasses and little hair.
  {
    hair: dot(20, 21.5, 13.5, 16) + dot(6.5, 23, 2.5, 3.5) + dot(33.5, 23, 2.5, 3.5),
    face: dot(20, 21.5, 11.5, 14),
    dark: dot(15, 21.5, 1.4) + dot(25, 21.5, 1.4),
    line: `${dot(15, 21.5, 4)}${dot(25, 21.5, 4)}M19 21q1-.8 2 0M16 30q4 3 8 0`,
  },
  // A cap.
  {
    hair: 'M20 3.500c8 0 13 5 13.500 11.500h3.500a2.500 2.500 0 0 1 2.500 2.500v2H33.500c.5 12-5 19-13.500 19S5.500 31 6.500 19C6.500 9.500 12 3.500 20 3.500z',
    face: dot(20, 25, 11, 11),
    dark: `${dot(15.8, 24.5, 1.6, 1.9)}${dot(24.2, 24.5, 1.6, 1.9)}M7 12h26v7.500H7z`,
    line: 'M16 30q4 3.600 8 0',
  },
  // Pigtails.
  {
    hair: `${dot(4.8, 20, 4.3, 7.5)}${dot(35.2, 20, 4.3, 7.5)}${dot(20, 20.5, 12.5, 16)}`,
    face: FACE,
    dark: `${EYES}M9.500 20c0-7 4.500-11 10.500-11s10.500 4 10.500 11c-2-2-3.500-3.500-4-6-1.500 2-3 3-6.500 3s-5-1-6.500-3c-.5 2.500-2 4-4 6z`,
    line: SMILE,
  },
]

function hashOf(name: string): number {
  let hash = 7
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 9_973
  return hash
}

type Sitter = Pick<SeatView, 'kind' | 'name' | 'seat'>

/** The face of a person at a table; two people there never wear the same. */
export function faceOf(person: Sitter, seats: readonly Sitter[]): number {
  const worn = new Set<number>()
  for (const { kind, name, seat } of [...seats].sort((a, b) => a.seat - b.seat)) {
    if (kind !== 'person') continue
    let face = hashOf(name ?? '') % PEOPLE.length
    while (worn.has(face)) face = (face + 1) % PEOPLE.length
    if (seat === person.seat) return face
    worn.add(face)
  }
  return 0
}
