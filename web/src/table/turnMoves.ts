/** What each seat did in a turn, in the notation of the log; null for who was not asked. */
import type { TableEvent, LogTurn } from '../lib/protocol'

export type TurnMoves = readonly (readonly string[] | null)[]

/** The moves of a finished turn; passes and choices are left out. */
export function turnMovesOf(turn: LogTurn | undefined): TurnMoves {
  return (
    turn?.columns.map((moves) => moves.filter((move) => move !== '-' && !move.startsWith('?'))) ??
    []
  )
}

type Crossed = Extract<TableEvent, { type: 'crossed' }>
const SIGNED: Record<Crossed['source'], string> = {
  white: '',
  lucky: '*',
  swap: '~',
  colour: '+',
  card: '+',
  bonus: '+',
  chain: '+',
}

/** Adds what events say was done; action 1 begins a new turn. */
export function addEvents(turnMoves: TurnMoves, events: readonly TableEvent[]): TurnMoves {
  for (const event of events) {
    if (event.type === 'revealed') {
      const first = event.ask.endsWith('.1')
      turnMoves = event.moves.map((moves, seat) =>
        moves ? (first ? [] : (turnMoves[seat] ?? [])) : first ? null : (turnMoves[seat] ?? null),
      )
    } else if (event.type === 'crossed')
      turnMoves = added(turnMoves, event.seat, SIGNED[event.source] + event.cell)
    else if (event.type === 'penalty') turnMoves = added(turnMoves, event.seat, 'x')
  }
  return turnMoves
}

function added(turnMoves: TurnMoves, seat: number, move: string): TurnMoves {
  return turnMoves.map((moves, other) => (other === seat ? [...(moves ?? []), move] : moves))
}
