import { describe, expect, test } from 'vitest'
import type { SeatReview } from '../src/lib/protocol'
import { costsByKind, figuresOf, isOpen, lossPerChoice } from '../src/my/costs'
import type { Played } from '../src/my/record'
import type { Figures } from '../src/my/store'
import { played } from './fixtures'

const reviewed = (id: string, change: Partial<Figures> = {}): Played =>
  played({ id, figures: { unit: 'wins', network: true, decisions: 10, loss: 0.1, ...change } })
const ROUGH = { network: false, rough: true }
const EXACT = { network: false, rough: false }

describe('a game', () => {
  test('has still to be reviewed without figures', () => {
    expect(isOpen(played())).toBe(true)
    expect(isOpen(reviewed('network'))).toBe(false)
  })

  test('has to be reviewed again if its figures do not say who judged', () => {
    expect(isOpen(reviewed('old', { network: false }))).toBe(true)
    expect(isOpen(reviewed('rough', ROUGH))).toBe(false)
    expect(isOpen(reviewed('exact', EXACT))).toBe(false)
  })
})

describe('what choices cost', () => {
  test('is averaged over choices, not over games', () => {
    const [kind] = costsByKind([reviewed('one'), reviewed('two', { decisions: 30, loss: 0.5 })])
    expect(lossPerChoice(kind?.figures ?? [])).toBeCloseTo(0.6 / 40, 12)
  })

  test('stands apart where only rules of thumb judged, with one heading for all of it', () => {
    const games = [
      reviewed('rough', { ...ROUGH, loss: 0.3 }),
      reviewed('known', { loss: 0.1 }),
      reviewed('rough too', { ...ROUGH, loss: 0.5 }),
      reviewed('rough points', { ...ROUGH, unit: 'points', loss: 7 }),
    ]
    const kinds = costsByKind(games)
    const losses = kinds.map(({ figures }) => figures.map(({ loss }) => loss))
    expect(losses).toEqual([[0.1], [0.3, 0.5], [7]])
    expect(kinds.map(({ firstRough }) => firstRough)).toEqual([false, true, false])
  })

  test('of chances and of points is not added up', () => {
    const kinds = costsByKind([reviewed('points', { ...EXACT, unit: 'points' }), reviewed('wins')])
    expect(kinds.map(({ unit, figures }) => [unit, figures.length])).toEqual([
      ['wins', 1],
      ['points', 1],
    ])
  })

  test('leaves out games without choices, without figures and with old ones', () => {
    const games = [
      reviewed('no choice', { decisions: 0, loss: 0 }),
      played(),
      reviewed('old', { network: false }),
    ]
    expect(costsByKind(games)).toEqual([])
  })
})

describe('the figures of a review', () => {
  const seat: SeatReview = {
    seat: 1,
    name: 'Ann',
    decisions: 12,
    loss: 0.4,
    loss_mean: 0.03,
    low: 0,
    high: 0.1,
    luck: 0,
    result: 1,
    adjusted: 1,
    residual: 0,
    luck_se: 0,
    total: 30,
    marks: {},
    costliest: [],
  }
  const NETWORK = { unit: 'wins', judge: 'network', finished: true, approximate: false } as const

  test('are the choices of the seat and what they lost', () => {
    const figures = { unit: 'wins', network: true, rough: false, decisions: 12, loss: 0.4 }
    expect(figuresOf(NETWORK, seat)).toEqual(figures)
  })

  test('are rough if the review is approximate', () => {
    const heuristic = { ...NETWORK, judge: 'heuristic', approximate: true } as const
    expect(figuresOf(heuristic, seat)).toMatchObject({ network: false, rough: true })
  })

  test('count for a level only if a network has judged a finished game', () => {
    expect(figuresOf({ ...NETWORK, finished: false }, seat).network).toBe(false)
    expect(figuresOf({ ...NETWORK, judge: 'table' }, seat).network).toBe(false)
  })
})
