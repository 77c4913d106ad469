/**
 * The faces of the levels (40 x 40), a family that grows more determined: a ball with a sprout, a
 * laugher with two bobbles, a thinker with glasses, a hunter with ears and brows, a crowned head.
 * Outline and expression differ, so that they are told apart without colour and when small.
 */
export type FaceName = 'gentle' | 'easy' | 'medium' | 'hard' | 'champion' | 'own'

interface Drawing {
  /** The outline, filled. */
  head: string
  /** Cheeks, half as light. */
  blush?: string
  /** Cut out: eyes, open mouths. */
  light: string
  /** Filled again inside what is cut out: pupils. */
  dark?: string
  /** Cut out as strokes: mouths, brows. */
  line: string
}

/** An oval; every part of an outline runs clockwise, so that parts that overlap are one. */
const dot = (x: number, y: number, rx: number, ry = rx): string =>
  `M${x - rx} ${y}a${rx} ${ry} 0 1 1 ${2 * rx} 0a${rx} ${ry} 0 1 1 ${-2 * rx} 0z`

export const FACES: Readonly<Record<FaceName, Drawing>> = {
  gentle: {
    head: `${dot(20, 24.5, 14.2)}M19.200 12V8C16.500 9 12 8 11 2.800c4.500-.6 7.500 1 9 4 1.500-3 4-4.300 7.800-4-.6 4.200-3.200 5.800-7 5.200v4z`,
    blush: dot(10.5, 27.8, 2.8, 2) + dot(29.5, 27.8, 2.8, 2),
    light: '',
    line: 'M10.800 22.800q2.800-3.800 5.600 0M23.600 22.800q2.800-3.800 5.600 0M15.300 29.500q4.700 4.200 9.400 0',
  },
  easy: {
    head: `M20 11c11 0 16.500 5 16.500 13.500S31 38 20 38 3.500 33 3.500 24.500 9 11 20 11z${dot(9, 5.5, 3.4)}${dot(31, 5.5, 3.4)}M9.800 5.500l4.200 7-1.600.8-4-7zM30.200 5.500l1.400.8-4 7-1.600-.8z`,
    light: `${dot(13, 20.5, 3.8)}${dot(27, 20.5, 3.8)}M11.500 27.500h17c0 4.800-3.600 7.600-8.500 7.600s-8.500-2.800-8.500-7.600z`,
    dark: dot(13.9, 19.8, 2) + dot(27.9, 19.8, 2),
    line: '',
  },
  medium: {
    head: `M11 11.500h18a6 6 0 0 1 6 6V32a6 6 0 0 1-6 6H11a6 6 0 0 1-6-6V17.500a6 6 0 0 1 6-6zM19.200 12V6h1.600v6z${dot(20, 4.6, 2.6)}M2 21.500h3v7H2zM35 21.500h3v7h-3z`,
    light: dot(13.2, 21.5, 2) + dot(26.8, 21.5, 2),
    line: `${dot(13.2, 21.5, 5.3)}${dot(26.8, 21.5, 5.3)}M18.500 20.600q1.500-.9 3 0M15.500 32q4.500 2.400 9 0`,
  },
  hard: {
    head: 'M4.500 3.500l9.500 7h12l9.500-7v20c0 8-7 12-15.500 15-8.500-3-15.500-7-15.500-15z',
    light:
      'M8.300 16.800l9.700 4.400c0 6.800-9.700 6.800-9.700-4.400zM31.700 16.800l-9.700 4.400c0 6.800 9.700 6.800 9.700-4.400z',
    dark: dot(14, 21.8, 1.9) + dot(26, 21.8, 1.9),
    line: 'M15 31q5.500 2 10-1.800',
  },
  champion: {
    head: 'M6 19.800h28V24c0 7.500-6 12-14 14.500C12 36 6 31.500 6 24zM5.500 15.200 4 5l7.500 4.500L20 2l8.500 7.500L36 5l-1.500 10.200z',
    light: `M9 23h8.500c0 5.600-8.500 5.600-8.500 0zM22.500 23H31c0 5.600-8.500 5.600-8.500 0z${dot(20, 11, 1.9)}`,
    dark: dot(14.2, 24, 1.9) + dot(27.7, 24, 1.9),
    line: 'M14 31.300q6.500 3.600 12-1.300',
  },
  own: {
    head: 'M9.500 10h21a3 3 0 0 1 3 3v21.500a3 3 0 0 1-3 3h-21a3 3 0 0 1-3-3V13a3 3 0 0 1 3-3zM1.800 20h1v8h-1zM37.200 20h1v8h-1zM12 3.500h1.500V10H12zM26.500 3.500H28V10h-1.500z',
    light: '',
    line: 'M16.500 17.500l-4.500 4 4.500 4M23.500 17.500l4.500 4-4.500 4M16.500 32h7',
  },
}

export const hasFace = (level: string): level is FaceName => Object.hasOwn(FACES, level)
