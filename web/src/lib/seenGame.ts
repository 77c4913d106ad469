/**
 * A game as short facts, from what the server shows while it is played and from what it tells
 * afterwards. The two must be the same; `rowlock verify --kept` reads the same facts.
 */
import type { Fact, Facts } from './diceNotes'
import type { CardFace, LogTurn, Replay, RollView, TableEvent, TableView } from './protocol'

/** A roll as records write it: `41 3256`, with `-` for a die that has left the game. */
export function rollText({ white, colours }: RollView): string {
  return `${white.join('')} ${colours.map((value) => value ?? '-').join('')}`
}

/** What a view shows of the game itself: nothing before the start, and nothing with real dice. */
export function factsOfView(view: TableView): Fact[] {
  const begun = view.stage === 'playing' || view.stage === 'over'
  if (!begun || view.options.dice === 'real' || view.turn < 1) return []
  const { turn, seats, roll, cards } = view
  const facts: Fact[] = [
    ['seats', `${seats.length}`],
    ['first', `${seatBefore(view.active, turn - 1, seats.length)}`],
    ...luckyFacts(seats.map((seat) => seat.lucky ?? null)),
    ...(view.log ?? []).flatMap(turnFacts),
    ...eventFacts(view.events ?? [], turn),
  ]
  if (roll) facts.push([`roll ${turn}`, rollText(roll)])
  if (cards && view.phase === 'take') {
    facts.push([`display ${turn}`, numbers(cards.display)])
    for (const hand of cards.hands) facts.push(handFact(turn, hand.seat, hand.cards.map(cardText)))
  }
  if (cards && view.announced && (view.phase === 'action1' || view.phase === 'action2'))
    facts.push([`announced ${turn}`, `${view.announced}`])
  return facts
}

/** What a finished game is told to have been, without hands and displays (`verifyCards.ts`). */
export function factsOfReplay(replay: Replay): Facts {
  return Object.fromEntries([
    ['seats', `${replay.names.length}`],
    ['first', `${replay.first}`],
    ...luckyFacts(replay.lucky),
    ...replay.turns.flatMap(({ turn, take, log }): Fact[] => [
      ...(take?.length ? [takeFact(turn, take)] : []),
      ...(log ? turnFacts(log) : []),
    ]),
  ])
}

export function displayFact(turn: number, cards: readonly string[]): Fact {
  return [`display ${turn}`, numbers(cards.map((card) => Number(card.slice(1))))]
}

export function handFact(turn: number, seat: number, cards: readonly string[]): Fact {
  return [`hand ${turn} ${seat}`, [...cards].sort().join(' ')]
}

/** The seat that was so many turns before this one. */
function seatBefore(seat: number, turns: number, seats: number): number {
  return (((seat - turns) % seats) + seats) % seats
}

function luckyFacts(lucky: readonly (readonly [number, number] | null)[]): Fact[] {
  return lucky.flatMap((pair, seat): Fact[] => (pair ? [[`lucky ${seat}`, pair.join('&')]] : []))
}

function turnFacts({ turn, roll, announced, columns }: LogTurn): Fact[] {
  return [
    roll ? [`roll ${turn}`, rollText(roll)] : [`announced ${turn}`, `${announced ?? ''}`],
    [`turn ${turn}`, columns.map((moves) => moves.join(' ')).join('|')],
  ]
}

/** Later events of a view belong to later turns: an ended turn says which one it was. */
function eventFacts(events: readonly TableEvent[], turn: number): Fact[] {
  return events.flatMap((event, at): Fact[] => {
    if (event.type === 'rolled') return [[`roll ${event.turn}`, rollText(event.roll)]]
    if (event.type === 'started') return [['first', `${event.first}`]]
    if (event.type === 'turn_ended') return turnFacts(event.log)
    if (event.type !== 'taken') return []
    const end = events.slice(at).find((later) => later.type === 'turn_ended')
    return [takeFact(end?.log.turn ?? turn, event.numbers)]
  })
}

function takeFact(turn: number, taken: readonly number[]): Fact {
  return [`take ${turn}`, numbers(taken)]
}

const numbers = (list: readonly number[]): string => [...list].sort((a, b) => a - b).join(',')
const cardText = ({ number, colour }: CardFace): string =>
  `${colour === null ? 'j' : 'rygb'.charAt(colour)}${number}`
