/**
 * The terms of a game: its sheets, options and names, as the server tells them with the list of
 * seals. Their digest is part of the key of all dice. docs/fair-dice.md
 */
import type { Options } from './protocol'
import { hex, sha256, text } from './sha256'

export interface SeatTerms {
  /** The digest of the sheet. */
  digest: string
  /** The lucky pairs of the sheet, in its order. */
  pairs: [number, number][]
  name: string
}

export interface Terms {
  sides: number
  play: string
  options: string
  seats: SeatTerms[]
}

const SALT = /^salt [0-9a-f]{32}$/
const PLAY = /^(dice (6|8)|cards|cards jokers)$/
const OPTIONS = 'options '
/** Reserved for answers that players prepare before a roll; nothing else is known yet. */
const PREPARED = 'prepared -'
const SEAT = /^seat ([0-9a-f]{16}) (-|\d{1,2}&\d{1,2}(?:,\d{1,2}&\d{1,2})*) (\S|\S.*\S)$/

export function termsDigest(terms: string): string {
  return hex(sha256(text(`rowlock-dice-3:terms:${terms}`)))
}

/** The terms in a text of the exact form; null for any other. */
export function readTerms(terms: string): Terms | null {
  const [salt = '', play = '', options = '', prepared, ...lines] = terms.split('\n')
  const dice = PLAY.exec(play)
  if (!SALT.test(salt) || !dice || !options.startsWith(OPTIONS) || prepared !== PREPARED)
    return null
  const seats = lines.map(readSeat).filter((seat) => seat !== null)
  if (!seats.length || seats.length !== lines.length) return null
  return { sides: Number(dice[2] ?? 6), play, options: options.slice(OPTIONS.length), seats }
}

/** Whether a game with these options and players has the terms. */
export function fitsTerms(terms: Terms, options: Options, names: readonly string[]): boolean {
  const told = terms.seats.map(({ name }) => name)
  return fitsOptions(terms, options) && told.join('\n') === names.join('\n')
}

export function fitsOptions({ play, options }: Terms, shown: Options): boolean {
  const cards = shown.jokers ? 'cards jokers' : 'cards'
  return options === optionsText(shown) && (shown.cards ? play === cards : play.startsWith('dice'))
}

/** The options that cannot change during a game and matter for it. */
function optionsText({ time_limit, away_after, coach, cover }: Options): string {
  const helps = coach ? 'true' : 'false'
  return `time_limit=${time_limit ?? 0} away_after=${away_after ?? 60} coach=${helps} cover=${cover || '-'}`
}

function readSeat(line: string): SeatTerms | null {
  const [, digest, pairs, name] = SEAT.exec(line) ?? []
  if (digest === undefined || pairs === undefined || name === undefined) return null
  const lucky = pairs === '-' ? [] : pairs.split(',')
  return { digest, pairs: lucky.map(readPair), name }
}

function readPair(words: string): [number, number] {
  const [first = 0, second = 0] = words.split('&').map(Number)
  return [first, second]
}
