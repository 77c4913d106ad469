/** Draws the dice of a game of the day again: they follow from its date and sheet (docs/daily.md). */
import type { Replay, VariantInfo } from './protocol'
import { sha256, text } from './sha256'
import { bytesOf } from './streams'
import { allDice, drawAgain, type DiceCheck } from './verifyDice'

const SCHEME = 'rowlock-daily-1'

export function verifyDay(replay: Replay, sheet: VariantInfo, date: string): DiceCheck {
  const key = sha256(text(`${SCHEME}:${date}:${sheet.digest}`))
  return drawAgain(replay, sheet, (name) => bytesOf(key, name), allDice)
}
