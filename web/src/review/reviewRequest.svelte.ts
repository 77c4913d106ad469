/** The review of a game, asked for twice: what a quick look tells, then with costly choices played on. */
import { getCatalogue, json, post } from '../lib/api'
import { tokenOf } from '../lib/games'
import type { Layout } from '../lib/layout'
import { reviewedLayouts } from './layouts'
import type { ReviewDesk, Reviewed } from '../lib/protocol'
import { isPlayedOn } from './sums'

export type FetchReview = (rollouts: boolean, signal: AbortSignal) => Promise<Reviewed>

/** The review of a finished table; with the key to a seat the server says which one is ours. */
export function ofTable(table: string): FetchReview {
  const token = tokenOf(table)
  const headers: HeadersInit = token ? { authorization: `Bearer ${token}` } : {}
  return (rollouts, signal) =>
    json(`api/tables/${table}/review${rollouts ? '?rollouts=yes' : ''}`, { headers, signal })
}

/** The review of a record's text, from whatever server it comes. */
export function ofRecord(record: string): FetchReview {
  return (rollouts, signal) => json('api/reviews', { ...post({ record, rollouts }), signal })
}

/** So long nobody wonders. */
const PATIENCE_MS = 2_000
const AGAIN_MS = 3_000

export class ReviewRequest {
  found = $state.raw<Reviewed | null>(null)
  /** The printed sheet of each seat. */
  layouts = $state.raw<Layout[] | null>(null)
  /** Why there is nothing to show. */
  error = $state.raw<unknown>(null)
  /** Costly choices are being played on. */
  deeper = $state(false)
  /** The server compiles first, once after an installation. */
  compiling = $state(false)
  /** Why they were not. */
  shallow = $state.raw<unknown>(null)
  /** An exact table is being made that will judge this game, and how much of it is done. */
  making = $state(false)
  share = $state<number | null>(null)
  private readonly leave = new AbortController()
  private again: Promise<Reviewed> | null = null

  constructor(private readonly ask: FetchReview) {
    void this.look()
  }

  async look(): Promise<void> {
    this.error = null
    const looking = setTimeout(() => void this.askWhy().catch(() => {}), PATIENCE_MS)
    try {
      const [found, catalogue] = await Promise.all([
        this.ask(false, this.leave.signal),
        getCatalogue(),
      ])
      this.layouts = reviewedLayouts(found, catalogue)
      this.found = found
    } catch (error) {
      this.error = error
      return
    } finally {
      clearTimeout(looking)
    }
    if (this.found.making) await this.untilMade()
    if (isPlayedOn(this.found) && !this.found.rolled_out) await this.lookAgain()
  }

  /** What is known stays to be looked at until the table is there, and if it never is. */
  private async untilMade(): Promise<void> {
    this.making = true
    try {
      for (;;) {
        const { making, share } = await json<ReviewDesk>('api/reviews', {
          signal: this.leave.signal,
        })
        this.share = share ?? null
        if (!making) break
        await new Promise((done) => setTimeout(done, AGAIN_MS))
      }
      this.found = await this.ask(false, this.leave.signal)
    } catch {
      // It stays approximate.
    }
    this.making = false
  }

  /** It takes long: perhaps it is the first one on that machine. */
  private async askWhy(): Promise<void> {
    const { ready } = await json<ReviewDesk>('api/reviews', { signal: this.leave.signal })
    this.compiling = !ready
  }

  async lookAgain(): Promise<void> {
    this.shallow = null
    this.deeper = true
    try {
      this.again = this.ask(true, this.leave.signal)
      this.found = await this.again
    } catch (error) {
      this.again = null
      this.shallow = error
    }
    this.deeper = false
  }

  /** The review with reasons, which may still be under way. */
  readonly whole = (): Promise<Reviewed> => this.again ?? this.ask(true, this.leave.signal)

  /** Nobody waits any more: the server stops its work. */
  close(): void {
    this.leave.abort()
  }
}
