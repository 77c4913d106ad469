/** How finely a board tells what was given away. */
import type { DayBoard } from '../lib/protocol'
import { amount } from '../review/words'

const MAX_DIGITS = 4

/** One digit, or as many as it takes until those who show the same share a place. */
export function digitsOf(lines: DayBoard['lines'], unit: DayBoard['unit']): number {
  for (let digits = 1; digits < MAX_DIGITS; digits += 1) {
    const shown = lines.map((line) => amount(line.given_away, unit, digits))
    if (
      lines.every(
        (line, n) => n === 0 || shown[n] !== shown[n - 1] || line.place === lines[n - 1]?.place,
      )
    )
      return digits
  }
  return MAX_DIGITS
}
