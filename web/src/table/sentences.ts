/**
 * What is said at the table: the same words for the eye and for the ear. Everything that the live
 * region says about a game comes from here; the sentences about single events from `lib/words.ts`.
 */
import { about, and, either, t } from '../i18n/i18n.svelte'
import { cardPlay, crossedWords } from '../lib/cardPlay'
import { cellOf, cellsOf, colourOf, coloursOf, isSpecial, LETTERS } from '../lib/layout'
import type { CardFace, Decision, TableEvent } from '../lib/protocol'
import type { ReadyTable } from '../lib/table.svelte'
import {
  cellWords,
  closedWords,
  colourName,
  coloured,
  dieOut,
  eventWords,
  moveWords,
  reasonWords,
  rowName,
} from '../lib/words'
import type { Play } from './play.svelte'
import { addEvents, type TurnMoves } from './turnMoves'

/** What everybody did: "You cross red 8. Emmy takes a penalty. Ada and Jakob pass." */
export function turnMovesWords(table: ReadyTable, turnMoves: TurnMoves): string {
  const said: string[] = []
  const idle: number[] = []
  turnMoves.forEach((moves, seat) => {
    const cells = cellsOf(moves ?? [])
    if (cells.length)
      said.push(about('say.crosses', table.who(seat), { cells: and(cells.map(cellWords)) }))
    else if (moves?.includes('x')) said.push(about('say.penalty', table.who(seat)))
    else if (moves) idle.push(seat)
  })
  const [mine, others] = [
    idle.filter((seat) => table.who(seat).you),
    idle.filter((seat) => !table.who(seat).you),
  ]
  for (const seats of [mine, others])
    if (seats.length) said.push(about('say.passes', table.who(...seats)))
  return said.join(' ')
}

/** What a batch of events comes to, in the order in which a person would tell it. */
export function eventsWords(table: ReadyTable, events: readonly TableEvent[]): string[] {
  const said: string[] = []
  for (const event of events) {
    if (event.type === 'revealed')
      said.push(turnMovesWords(table, addEvents([], restOf(events, event))))
    const sentence = event.type === 'penalty' ? null : eventWords(event, table)
    if (sentence) said.push(sentence)
  }
  return said.filter(Boolean)
}

/** An answer and what it caused, as the first of a turn. */
function restOf(
  events: readonly TableEvent[],
  revealed: Extract<TableEvent, { type: 'revealed' }>,
): TableEvent[] {
  return [{ ...revealed, ask: '.1' }, ...events.slice(events.indexOf(revealed) + 1)]
}

/** "Laura closed red. The red die is out of the game.", as title and text. */
export function closingWords(
  table: ReadyTable,
  rows: readonly number[],
  events: readonly TableEvent[],
): [string[], string] {
  const layout = table.layout
  const titles = rows.map((row) =>
    closedWords(layout, row, table.who(...(table.closers[row] ?? []))),
  )
  const out = events.flatMap((event) =>
    event.type === 'die_removed' ? [dieOut(event.colour)] : [],
  )
  const { stage, closed } = table.view
  if (stage === 'playing' && closed.length === layout.closedRows - 1) out.push(t('closed.oneMore'))
  return [titles, out.join(' ')]
}

/** A line of the page as something that is said: it has an end. */
export const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`)

/** "Game over: 2 rows closed." */
export function endWords(table: ReadyTable): string {
  const { result, closed } = table.view
  return t('end.because', {
    reason: reasonWords(table.layout, result?.reason ?? 'finished', closed.length),
  })
}

const cardWords = (card: CardFace): string =>
  card.colour === null ? t('cards.joker', { n: card.number }) : coloured(card.colour, card.number)

/** What is asked now; `bare` leaves out the number, when it has just been said. */
export function situation(play: Play, bare = false): string {
  const { view, decision, table } = play
  const active = table.who(view.active)
  if (view.stage === 'over') return endWords(table)
  if (view.paused) return t('dock.paused')
  if (view.phase === 'roll') return active.you ? t('dock.yourRoll') : about('say.turnOf', active)
  const number = bare ? '' : t(view.options.cards ? 'dock.card' : 'dock.sum', { n: view.announced })
  if (!decision) {
    if (view.phase === 'take') return `${about('dock.takes', active)}.`
    if (view.phase === 'action2') return `${about('dock.otherAction2', active)}.`
    return `${number} ${about('waiting', table.who(...view.owing))}.`.trim()
  }
  if (play.committed) {
    const chosen =
      play.standing && play.standing !== '-'
        ? t('dock.chose', { cell: moveWords(play.standing) })
        : t('dock.choseNothing')
    return `${number} ${chosen}`.trim()
  }
  if (play.forcedWhy) return `${decision.kind === 'action1' ? number : ''} ${play.forcedWhy}`.trim()
  return `${asked(play, decision, number)} ${passWords(play)}`.trim()
}

/** The question and its choices. */
function asked(play: Play, { kind }: Decision, number: string): string {
  const { view, options } = play
  const cells = cellsOf(options.map(({ move }) => move))
  const moves = options.map((option) => option.move).filter((move) => move !== '-')
  switch (kind) {
    case 'choice':
      return `${t('dock.choice')} ${either(moves.map((move) => rowName(play.layout, LETTERS.indexOf(move.charAt(1)))))}.`
    case 'take':
      return `${t('dock.take')} ${either(moves.map(moveWords))}.`
    case 'action2': {
      if (!view.options.cards) return `${t('dock.action2')} ${either(cells.map(cellWords))}.`
      const hand = view.cards?.hands.find((other) => other.seat === play.seat)?.cards ?? []
      return `${t('dock.playCards')} ${t('say.hand', { cards: hand.map(cardWords).join(', ') })}`
    }
    case 'action1': {
      // Where rows hold several colours, or a lucky number, a swap field or a bonus row brings
      // another cell, each is named whole.
      const plain = (cell: string) =>
        cell.slice(1) === String(view.announced) && coloursOf(cell).length === 1
      const named = play.layout.mixed || !cells.every(plain)
      const whole = (move: string) =>
        move.startsWith('~') ? moveWords(move) : cellWords(cellOf(move) ?? '')
      const words = either([
        ...new Set(named ? moves.map(whole) : cells.map((cell) => colourName(colourOf(cell)))),
      ])
      const may = named
        ? t('say.mayCrossCells', { cells: words })
        : t('say.mayCross', { n: view.announced, colours: words })
      return `${number} ${may}`.trim()
    }
  }
}

/**
 * What the announced number allows beside crossing it: "With a swap: 5 or 6." Null if it
 * allows nothing else. `fits`: whether the number itself can be crossed.
 */
export function extraWords({ options, view }: Play): { fits: boolean; words: string } | null {
  const moves = options.map(({ move }) => move)
  const numbers = (wanted: (move: string) => boolean) =>
    [...new Set(cellsOf(moves.filter(wanted)).map((cell) => Number(cell.slice(1))))].sort(
      (a, b) => a - b,
    )
  const isBonus = (move: string) => coloursOf(cellOf(move) ?? '').length === 2
  const swaps = numbers((move) => move.startsWith('~'))
  const lucky = cellsOf(moves.filter((move) => move.startsWith('*')))
  const bonus = numbers(isBonus)
  const parts = [
    ...(swaps.length ? [t('offer.swap', { n: either(swaps.map(String)) })] : []),
    ...(lucky.length ? [t('offer.lucky', { cells: either(lucky.map(cellWords)) })] : []),
    ...(bonus.length ? [t('offer.bonus', { n: either(bonus.map(String)) })] : []),
  ]
  if (!parts.length) return null
  const plain = moves.filter((move) => !isSpecial(move) && !isBonus(move))
  return {
    fits: cellsOf(plain).some((cell) => cell.slice(1) === String(view.announced)),
    words: parts.join(' '),
  }
}

/** What a press has come to: pencilled, asked about, held, waiting for others, or a row to choose. */
export function answerWords(play: Play): string {
  const { layout } = play
  if (play.asking === '-') return t('penalty.really', { n: layout.penalty })
  if (play.held) return t('say.held')
  if (play.pencil) {
    const chain = chainWords(play)
    return `${t('say.again', { what: confirmWords(play) })} ${chain && `${chain}.`}`.trim()
  }
  if (play.committed) return `${situation(play, true)} ${waitWords(play)}`.trim()
  return play.decision?.kind === 'choice' ? situation(play, true) : '' // nobody else hears of it
}

function waitWords({ view, table, seat }: Play): string {
  const others = view.owing.filter((other) => other !== seat)
  return others.length ? `${about('waiting', table.who(...others))}.` : ''
}

/** What the pencil sets off beyond the cells that it names. */
export function chainWords({ chosen }: Play): string {
  const named = (chosen && cardPlay(chosen.move)?.crossed.length) ?? 1
  const chain = chosen?.crosses.slice(named) ?? []
  return chain.length ? t('chain', { cells: chain.map(cellWords).join(', ') }) : ''
}

/** What the button does that makes the pencil count. */
export function confirmWords(play: Play): string {
  const option = play.option(play.pencil)
  if (!option) return ''
  const { move, penalty } = option
  if (play.decision?.kind === 'take') return t('cards.take', { n: moveWords(move) })
  if (penalty) return t('penalty.take', { n: play.layout.penalty })
  const laid = cardPlay(move)
  if (laid && !laid.crossed.length) return t('cards.lay')
  if (laid) return t('confirm.cell', { cell: coloured(laid.colour, crossedWords(laid)) })
  const cell = cellOf(move)
  if (cell && move.startsWith('*')) return t('confirm.lucky', { cell: cellWords(cell) })
  if (cell && move.startsWith('~')) return t('confirm.swap', { cell: cellWords(cell) })
  return t('confirm.cell', { cell: moveWords(move) })
}

/** The label of the button that passes: a penalty, where passing costs one. */
export function passButtonWords({ nothing, layout }: Play): string {
  return nothing?.penalty ? t('penalty.take', { n: layout.penalty }) : t('pass')
}

/** What passing would cost. */
function passWords(play: Play): string {
  return play.nothing?.penalty ? t('say.passCosts') : ''
}
