/** What each seat did in a turn, in the notation of the log; null for who was not asked. */
import type { Happening, LogTurn } from '../lib/protocol'

export type Story = readonly (readonly string[] | null)[]

/** A turn of the log, as a story. */
export function storyOf(turn: LogTurn | undefined): Story {
  return turn?.columns.map((moves) => moves.filter((move) => move !== '-' && !move.startsWith('?'))) ?? []
}

type Crossed = Extract<Happening, { type: 'crossed' }>
const SIGNED: Record<Crossed['source'], string> = { white: '', lucky: '*', swap: '~', colour: '+', card: '+', bonus: '+', chain: '+' }

/** The story goes on: action 1 begins a new one, what comes after it is added. */
export function goOn(story: Story, events: readonly Happening[]): Story {
  for (const event of events) {
    if (event.type === 'revealed') {
      const first = event.ask.endsWith('.1')
      story = event.moves.map((moves, seat) => (moves ? (first ? [] : (story[seat] ?? [])) : first ? null : (story[seat] ?? null)))
    } else if (event.type === 'crossed') story = added(story, event.seat, SIGNED[event.source] + event.cell)
    else if (event.type === 'penalty') story = added(story, event.seat, 'x')
  }
  return story
}

function added(story: Story, seat: number, move: string): Story {
  return story.map((moves, other) => (other === seat ? [...(moves ?? []), move] : moves))
}
