/** Reviews of one's last games. A record goes to the server only when the player has tapped. */
import { getCatalogue, json, post, Refusal } from '../lib/api'
import { LEVEL_KEY } from '../lib/games'
import { reviewedLayouts } from '../review/layouts'
import { itemAt } from '../lib/list'
import type { LevelFound, Reviewed } from '../lib/protocol'
import { readStored, writeStored } from '../lib/stored'
import { questions, type Question } from '../review/sums'
import { ACCEPTED } from '../review/words'
import { figuresOf } from './costs'
import type { Played } from './record'
import { saveRecords } from './store'

/** So many games are reviewed by one tap, and asked about in the quiz: half of what a server grants in a minute. */
export const LAST = 10
/** The level is that of the last ones, not of a whole life. */
const LEVEL_GAMES = 50
const MAX_QUESTIONS = 20
/** A record that somebody has changed is not asked about again. */
const BROKEN = ['illegal_record', 'unreadable_record']

export class GameReviews {
  done = $state(0)
  of = $state(0)
  error = $state.raw<unknown>(null)
  level = $state.raw(readStored<LevelFound | null>(LEVEL_KEY, null))
  private readonly seen = new Map<string, Reviewed>()
  private readonly whole = new Map<string, Promise<Reviewed>>()
  private readonly leave = new AbortController()

  get busy(): boolean {
    return this.done < this.of
  }

  /** Reviews these games, one after the other; what is found is kept. */
  async review(games: readonly Played[]): Promise<void> {
    this.error = null
    this.done = 0
    this.of = games.length
    try {
      for (const game of games) {
        await this.look(game)
        this.done += 1
      }
    } catch (error) {
      if (!this.leave.signal.aborted) this.error = error
    }
    this.of = 0
  }

  private async look(game: Played): Promise<void> {
    const { id, record, at, seat } = game
    if (this.seen.has(id)) return
    try {
      const found = await json<Reviewed>('api/reviews', {
        ...post({ record }),
        signal: this.leave.signal,
      })
      this.seen.set(id, found)
      game.figures = figuresOf(found, itemAt(found.seats, seat))
    } catch (error) {
      if (!(error instanceof Refusal && BROKEN.includes(error.code))) throw error
      game.figures = { unit: 'points', network: false, rough: false, decisions: 0, loss: 0 }
    }
    await saveRecords([{ id, record, at, figures: game.figures }])
  }

  /** Which levels the last games look like: the server has measured them, and gets sums only. */
  async findLevel(games: readonly Played[]): Promise<void> {
    const sums = games
      .flatMap(({ game, totals, figures }) =>
        figures?.network
          ? [
              {
                variant: game,
                players: totals.length,
                decisions: figures.decisions,
                loss: figures.loss,
              },
            ]
          : [],
      )
      .slice(-LEVEL_GAMES)
    try {
      this.level = await json<LevelFound>('api/levels', post({ games: sums }))
      writeStored(LEVEL_KEY, this.level)
    } catch (error) {
      this.error = error
    }
  }

  /** The costliest choices of the last games, for the quiz. */
  async quiz(games: readonly Played[]): Promise<Question[]> {
    await this.review(games)
    const catalogue = await getCatalogue()
    const all = games.flatMap((game) => {
      const found = this.seen.get(game.id)
      if (!found) return []
      return questions(found, reviewedLayouts(found, catalogue), game.seat + 1, () =>
        this.deeper(game),
      )
    })
    const cost = ({ choice, found }: Question): number => choice.loss / ACCEPTED[found.unit]
    return all.sort((a, b) => cost(b) - cost(a)).slice(0, MAX_QUESTIONS)
  }

  /** A review with reasons, asked for once. */
  private deeper({ id, record }: Played): Promise<Reviewed> {
    const known = this.whole.get(id)
    if (known) return known
    const wish = json<Reviewed>('api/reviews', {
      ...post({ record, rollouts: true }),
      signal: this.leave.signal,
    })
    this.whole.set(id, wish)
    wish.catch(() => this.whole.delete(id))
    return wish
  }

  /** Nobody waits any more. */
  close(): void {
    this.leave.abort()
  }
}
