/** A finished game in a few sentences: who was ahead how long, who closed what, the best turn. */
import { about, t } from '../../i18n/i18n.svelte'
import type { Replay } from '../../lib/protocol'
import type { ReadyTable } from '../../lib/table.svelte'
import { closedWords } from '../../lib/words'

/** A lead in fewer turns than this is nothing to tell. */
const TELLING_TURNS = 3

export function story(table: ReadyTable, replay: Replay, seat: number): string[] {
  return [leadWords(table, replay), ...closingsWords(table, replay), bestWords(table, replay, seat)]
    .flat()
    .filter(Boolean)
}

/** The only seat with the most points after a turn; null at a tie. */
function leader(totals: readonly number[]): number | null {
  const most = Math.max(...totals)
  const seats = totals.flatMap((total, seat) => (total === most ? [seat] : []))
  return seats.length === 1 ? (seats[0] ?? null) : null
}

function leadWords(table: ReadyTable, { turns, result }: Replay): string {
  const [winner, ...more] = result.winners
  if (winner === undefined || more.length || table.view.seats.length < 2) return ''
  const leaders = turns.map(({ sheets }) => leader(sheets.map(({ total }) => total)))
  const others = leaders.flatMap((seat, n) => (seat === null || seat === winner ? [] : [n]))
  const last = others.at(-1)
  if (last === undefined || last < TELLING_TURNS) return about('story.led', table.who(winner))
  return about('story.until', table.who(leaders[last] ?? winner), { n: turns[last]?.turn ?? 0 })
}

function closingsWords(table: ReadyTable, { turns }: Replay): string[] {
  return turns.flatMap(({ turn, events }) =>
    events.flatMap((event) =>
      event.type === 'row_closed'
        ? [
            t('story.turn', {
              n: turn,
              what: closedWords(table.layout, event.row, table.who(...event.seats)),
            }),
          ]
        : [],
    ),
  )
}

function bestWords(table: ReadyTable, { turns }: Replay, seat: number): string {
  const gains = turns.map(({ turn, sheets }, n) => ({
    turn,
    gain: (sheets[seat]?.total ?? 0) - (turns[n - 1]?.sheets[seat]?.total ?? 0),
  }))
  const [best] = gains.sort((a, b) => b.gain - a.gain)
  if (!best || best.gain < 2) return ''
  return about('story.best', table.who(seat), { turn: best.turn, n: best.gain })
}
