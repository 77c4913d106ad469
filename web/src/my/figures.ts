/** What one's games come to: plain sums over what their records say. */
import { daysAfter } from '../lib/date'
import curves from '../../../src/rowlock/reviews/curves.json'
import { itemAt } from '../lib/list'
import type { Played } from './record'

export const sum = (values: readonly number[]): number =>
  values.reduce((all, value) => all + value, 0)
export const mean = (values: readonly number[]): number => sum(values) / values.length
export const ownTotal = ({ totals, seat }: Played): number => itemAt(totals, seat)

/** Games in groups, in the order in which the groups first appear. */
export function groupBy<T>(games: readonly Played[], key: (game: Played) => T): [T, Played[]][] {
  const groups = new Map<T, Played[]>()
  for (const game of games) groups.set(key(game), [...(groups.get(key(game)) ?? []), game])
  return [...groups]
}

/** How the totals of games alone are spread: `scripts/curves.py`. */
export interface Curve {
  /** Who played them; where nothing is said, the exact table: they are perfect. */
  by?: string
  expected: number
  games: number
  first: number
  step: number
  counts: number[]
}
const CURVES: Readonly<Record<string, Curve>> = curves
export const curveOf = (sheet: string): Curve | undefined => CURVES[sheet]

/** The part of these games that this total is better than; within a step they are spread evenly. */
export function beats({ games, first, step, counts }: Curve, total: number): number {
  const at = (total - first) / step
  const below = counts.map((count, k) => count * Math.min(1, Math.max(0, at - k)))
  return sum(below) / games
}

/** The share of a win: all of it, a part of a shared one, nothing. */
export function won(game: Played): number {
  const best = Math.max(...game.totals)
  return ownTotal(game) < best ? 0 : 1 / game.totals.filter((total) => total === best).length
}

export interface Wins {
  /** The one level of all bots at these tables; empty for tables with people or with several levels. */
  level: string
  games: number
  wins: number
  /** What chance would give: a share for everybody. */
  fair: number
  low: number
  high: number
}

/** Who was played against: bots of one level, or somebody else. */
function rivals({ levels, seat }: Played): string {
  const others = new Set(levels.filter((_, other) => other !== seat))
  const [level] = others
  return others.size === 1 ? (level ?? '') : ''
}

const NORMAL = 1.96

/** Wins by level; the interval is Wilson's, which stays within 0 and 1. */
export function winsByLevel(games: readonly Played[]): Wins[] {
  const company = games.filter(({ totals }) => totals.length > 1)
  return groupBy(company, rivals).map(([level, group]) => {
    const n = group.length
    const wins = sum(group.map(won))
    const part = wins / n
    const z = NORMAL ** 2 / n
    const middle = (part + z / 2) / (1 + z)
    const half = (NORMAL / (1 + z)) * Math.sqrt((part * (1 - part)) / n + z / (4 * n))
    return {
      level,
      games: n,
      wins,
      fair: mean(group.map(({ totals }) => 1 / totals.length)),
      low: middle - half,
      high: middle + half,
    }
  })
}

export interface Streaks {
  days: number
  longest: number
  /** Up to today, or to yesterday while today's game is still to be played. */
  current: number
}

/** Days in a row on which the game of the day was played. */
export function streaks(games: readonly Played[], today: string): Streaks {
  const days = new Set(games.filter(({ daily }) => daily).map(({ date }) => date))
  const back = (date: string): number => (days.has(date) ? 1 + back(daysAfter(date, -1)) : 0)
  const longest = Math.max(0, ...[...days].map(back))
  return { days: days.size, longest, current: back(today) || back(daysAfter(today, -1)) }
}
