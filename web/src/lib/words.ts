/** Sentences about moves and events in the language of the page. */
import { about, has, minus, t, tNamed, type Who } from '../i18n/i18n.svelte'
import { cardPlay, crossedWords } from './cardPlay'
import type { Conflict } from './startProof'
import type { DiceCheck } from './verifyDice'
import { cellOf, colourKey, colourOf, colourOfRow, coloursOf, gameOf, type Layout } from './layout'
import type { SheetState } from './masks'
import type { CellInfo, TableEvent, Options, RollView, SeatView } from './protocol'
import type { ReadyTable } from './table.svelte'

export function refusal(code: string): string {
  const key = `code.${code}`
  return has(key) ? t(key) : t('code.internal')
}

/** What went wrong with a request. */
export function failure(error: unknown): string {
  const known = typeof error === 'object' && error !== null && 'code' in error
  return refusal(known && typeof error.code === 'string' ? error.code : 'internal')
}

export function colourName(colour: number): string {
  return t(`colour.in.${colourKey(colour)}`)
}

/** "red 9", "le 9 rouge": one number of a colour, or several. */
export function coloured(colour: number, n: number | string): string {
  return t('cell.name', { colour: colourName(colour), n })
}

/** A cell by its name. */
export function cellWords(cell: string): string {
  const [one, other] = coloursOf(cell).map(colourName)
  if (one && other) return t('cell.bonus', { n: cell.slice(1), one, other })
  return coloured(colourOf(cell), cell.slice(1))
}

/** "Red", or "Row 1" where rows hold several colours. */
export function rowName(layout: Layout, row: number): string {
  if (layout.mixed) return t('row.number', { n: row + 1 })
  return t(`colour.${colourKey(colourOfRow(layout, row))}`)
}

export function moveWords(move: string): string {
  const cell = cellOf(move)
  if (cell && move.startsWith('*')) return t('move.lucky', { cell: cellWords(cell) })
  if (cell && move.startsWith('~')) return t('move.swap', { cell: cellWords(cell) })
  if (cell) return cellWords(cell)
  if (move === '-') return t('move.nothing')
  if (move === 'x') return t('move.penalty')
  if (move.startsWith('?')) return colourName(colourOf(move.charAt(1)))
  const laid = cardPlay(move)
  if (laid) {
    const all = laid.cards.map((card) => card.replace('*', '★')).join(' + ')
    const words = coloured(laid.colour, all)
    return laid.crossed.length === laid.cards.length ? words : `${words} (✕ ${crossedWords(laid)})`
  }
  return move.replace(/^t/, '').replaceAll(',', ' + ')
}

/** The level of a bot; one's own bot goes by its class. */
export function levelName(level: string, own?: string): string {
  const key = `level.${level}`
  return has(key) ? t(key) : (own ?? level).replace(/^.*:(?=\D)/, '')
}

/** "bot, medium": what a seat is besides its name, empty for people. */
export function botWords(seat: Pick<SeatView, 'kind' | 'level'>): string {
  if (seat.kind !== 'bot') return ''
  return seat.level ? t('lobby.bot', { level: levelName(seat.level) }) : t('player.bot')
}

export function variantName(id: string): string {
  if (id.includes(', ')) return id.split(', ').map(variantName).join(', ') // one for each seat
  const key = `variant.${id}`
  if (has(key)) return t(key)
  const [base, ...changes] = id.split('-') // a sheet of somebody's own is named after a printed one
  const known = `variant.${base}`
  return has(known) && changes.length ? `${t(known)} · ${changes.join('-')}` : id
}

/** The sheet or the card game that a table plays. */
export function gameName(options: Options): string {
  return variantName(gameOf(options))
}

export function emoteText(id: string): string {
  const key = `emote.${id}`
  return has(key) ? t(key) : id
}

/** "Rex · bot, champion": the title of a seat's sheet. */
export function seatTitle(seat: SeatView): string {
  return [seat.name, botWords(seat)].filter(Boolean).join(' · ')
}

/** "Laura closed red": the headline of the banner; somebody without a phone has no name. */
export function closedWords(layout: Layout, row: number, who: Who): string {
  const colour = colourKey(colourOfRow(layout, row))
  if (!who.names.length) return t(`cell.closed.${colour}`)
  if (layout.mixed) return about('closed.row', who, { n: row + 1 })
  return about(`closed.${colour}`, who)
}

/** Why a game is over: as many rows or penalties as there are. */
export function reasonWords(layout: Layout, reason: string, closed: number): string {
  if (reason === 'two_rows_closed')
    return t('end.reason.two_rows_closed', { n: Math.max(closed, layout.closedRows) })
  if (reason === 'abandoned') return t('end.reason.abandoned')
  if (reason === 'four_penalties') return t('end.reason.four_penalties', { n: layout.penalties })
  return t('end.reason.finished')
}

/** "Red 28, Yellow 10, Penalties −5, Total 33": the foot of a sheet. */
export function sumWords(layout: Layout, sheet: SheetState): string {
  const parts = sheet.rows.map((row, r) => `${rowName(layout, r)} ${row.points}`)
  if (sheet.bonus) parts.push(`${bonusName(layout)} ${sheet.bonus}`)
  parts.push(
    `${t('penalties')} ${minus(sheet.penaltyPoints)}`,
    `${t('total')} ${minus(sheet.total)}`,
  )
  return parts.join(', ')
}

/** What is added below the rows. */
export function bonusName(layout: Layout): string {
  return t(layout.steps ? 'end.steps' : 'end.bonus')
}

/** What a symbol of Bonus B brings. */
export function symbolWords(symbol: string): string {
  return tNamed(`bonus.why.${symbol}`)
}

/** What the sign printed on a cell means; nothing where there is none. */
export function signWords(cell: CellInfo): string {
  if (cell.symbol) return symbolWords(cell.symbol)
  if (cell.box) return t('bonus.why.box')
  return cell.double ? t('bonus.why.double') : ''
}

export function dieOut(colour: number): string {
  return t(`die.out.${colourKey(colour)}`)
}

export function whiteSum(roll: RollView): number {
  return roll.white[0] + roll.white[1]
}

/** What the check of a finished game has shown; `cards` for the card game. */
export function checkWords({ wrong, drawn }: DiceCheck, cards: boolean): string {
  if (wrong?.what === 'seen') return alarmWords({ what: 'seen', turn: wrong.turn })
  if (wrong) return t(`fair.bad.${wrong.what}`, { n: wrong.turn })
  return t(cards ? 'fair.good.cards' : 'fair.good', { n: drawn })
}

/** What the server contradicts. */
export function alarmWords({ what, turn }: Conflict): string {
  if (what !== 'seen') return t(`fair.proof.${what}`)
  return turn ? t('fair.bad.seen', { n: turn }) : t('fair.bad.start')
}

/** The coloured dice that are still in the game. */
function coloursWords(roll: RollView): string {
  const dice = roll.colours.flatMap((n, c) =>
    n === null ? [] : [t('say.die', { colour: colourName(c), n })],
  )
  return dice.length ? t('say.dice', { dice: dice.join(', ') }) : ''
}

/** What a screen reader should hear of an event, or null. */
export function eventWords(event: TableEvent, table: ReadyTable): string | null {
  const who =
    'seat' in event && event.seat !== null ? table.who(event.seat) : { you: false, names: [] }
  switch (event.type) {
    case 'rolled': {
      const [a, b] = event.roll.white
      return `${about('say.rolls', who, { a, b, sum: whiteSum(event.roll) })} ${coloursWords(event.roll)}`.trim()
    }
    case 'taken':
      return event.announced === null ? null : t('say.announced', { n: event.announced })
    case 'penalty':
      return about('say.penalty', who)
    case 'covered':
      if (event.covered && table.view.options.when_late === 'pass') return about('say.passing', who)
      return about(event.covered ? 'say.covered' : 'say.back', who)
    case 'left':
      return t(event.kicked ? 'say.kicked' : 'say.left', { name: event.name })
    case 'seated':
      return t('say.seated', { name: event.name })
    case 'timed_out':
      return about('say.timeout', who)
    case 'more_time_given':
      return about('say.moreTime', who)
    case 'end_wish':
      return event.wanted ? about('say.endWish', who) : null
    case 'paused':
      return event.paused ? t('say.paused') : t('say.resumed')
    case 'said':
      return `${event.line.name}: ${event.line.text}`
    case 'emoted':
      return `${event.name}: ${emoteText(event.emote)}`
    case 'bonus_earned':
      return about('say.bonus', who, { what: tNamed(`symbol.${event.symbol}`) })
    default:
      return null
  }
}
