/**
 * Where every card of a finished card game was, from the first deal on. Each shuffle is drawn
 * again, each card taken must have lain in the display, each card played must have been in the
 * hand, and each announced number must have been the top of the pile.
 */
import type { Facts } from './diceNotes'
import { itemAt } from './list'
import { displayFact, handFact } from './seenGame'
import type { Replay } from './protocol'

const DEALT = 4
const DISPLAY = 4

export interface CardCheck {
  shuffles: number
  /** What lay in the display and in the hands at the beginning of each turn. */
  facts: Facts
  /** The first turn whose cards cannot be (0: the deal); null when all can. */
  wrong: number | null
}

type Shuffle = (sorted: string[], pile: number) => string[]
const numberOf = (card: string): number => Number(card.slice(1))

function deck(jokers: boolean): string[] {
  const letters = jokers ? 'rygbj' : 'rygb'
  return letters
    .split('')
    .flatMap((letter) => Array.from({ length: 11 }, (_, i) => `${letter}${i + 2}`))
}

/** Takes the first card that fits; false where there is none. */
function move(from: string[], to: string[], fits: (card: string) => boolean): boolean {
  const at = from.findIndex(fits)
  if (at < 0) return false
  to.push(...from.splice(at, 1))
  return true
}

export function verifyCards(replay: Replay, shuffle: Shuffle): CardCheck {
  const facts: Record<string, string> = {}
  const check: CardCheck = { shuffles: 0, facts, wrong: null }
  const isDrawn = (cards: string[], shown: readonly string[] | null | undefined): boolean =>
    String(shuffle(cards.sort(), check.shuffles++)) === String(shown)

  if (!isDrawn(deck(replay.options.jokers ?? false), replay.deck)) return { ...check, wrong: 0 }
  let pile = [...(replay.deck ?? [])]
  const hands = replay.names.map(() => pile.splice(0, DEALT))
  const display = pile.splice(0, DISPLAY)
  let discards: string[] = []
  const fill = (): void => void display.push(...pile.splice(0, DISPLAY - display.length))

  for (const { turn, log, take, pile: fresh, events } of replay.turns) {
    if (!log) continue
    const wrong = { ...check, wrong: turn }
    Object.assign(facts, Object.fromEntries([displayFact(turn, display)]))
    for (const [seat, cards] of hands.entries())
      Object.assign(facts, Object.fromEntries([handFact(turn, seat, cards)]))
    const hand = itemAt(hands, log.active)
    for (const number of take ?? [])
      if (!move(display, hand, (card) => numberOf(card) === number)) return wrong
    fill()
    if (!pile.length) {
      if (!isDrawn(discards, fresh)) return wrong
      pile = [...(fresh ?? [])]
      discards = []
      fill()
    } else if (fresh) return wrong
    if (numberOf(pile[0] ?? '') !== log.announced) return wrong
    const played = events.flatMap((event) => (event.type === 'cards_played' ? event.cards : []))
    for (const card of played) if (!move(hand, discards, (other) => other === card)) return wrong
  }
  return check
}
