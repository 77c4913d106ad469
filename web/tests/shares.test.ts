import { beforeEach, describe, expect, test } from 'vitest'
import type { ClientMessage, Fair, TableView } from '../src/lib/protocol'
import { clearNotes, notesOf } from '../src/lib/diceNotes'
import { Shares } from '../src/lib/shares'
import { receiptOf } from '../src/lib/diceReceipt'
import { seatView, tableView } from './fixtures'
import * as referenceDice from './referenceDice'
import { TABLE, promised, line, NAMES, termsOf, BEN, receipt, lobby } from './starts'

beforeEach(clearNotes)

describe('before the game', () => {
  test('a share is written down and sealed', () => {
    const message = new Shares().answer(lobby())
    const { share, ...others } = receipt()
    expect(share).toMatch(/^[0-9a-f]{32}$/)
    expect(others).toEqual({
      slip: 'rowlock-dice-3',
      table: TABLE,
      member: 0,
      round: 1,
      commitment: promised(1),
      list: null,
      before: [],
      repeats: 0,
    })
    const seal = referenceDice.seal(TABLE, promised(1), 0, share)
    expect(message).toEqual({ type: 'seal', round: 1, seal })
  })

  test('a share is sealed once, also if the server has the seal already', () => {
    const shares = new Shares()
    shares.answer(lobby())
    expect(shares.answer(lobby())).toBeNull()
    const seal = referenceDice.seal(TABLE, promised(1), 0, receipt().share)
    const you = { member: 0, host: true, seats: [0], seal }
    expect(new Shares().answer(lobby({}, { you }))).toBeNull() // after a reload
    expect(new Shares().answer(lobby())).toEqual({ type: 'seal', round: 1, seal })
  })

  test('the share is opened for a list with its own seal, and the list is written down first', () => {
    const shares = new Shares()
    shares.answer(lobby())
    const list = [line(0, receipt().share), '-', BEN]
    const message: ClientMessage = { type: 'open', round: 1, share: receipt().share }
    expect(shares.answer(lobby({ list }))).toEqual(message)
    expect(receipt().list).toEqual(list)
    expect(shares.answer(lobby({ list }))).toBeNull()
    expect(shares.problem).toBeNull()
  })

  test('several seats of one device stand for one share', () => {
    const shares = new Shares()
    shares.answer(lobby())
    const own = line(0, receipt().share)
    expect(shares.answer(lobby({ list: [own, BEN, own] }))).toMatchObject({ type: 'open' })
  })

  test('a list without the own share is not answered', () => {
    const shares = new Shares()
    shares.answer(lobby())
    shares.acknowledge(TABLE, { type: 'seal', round: 1, seal: '' })
    for (const list of [
      ['-', BEN],
      [line(0, 'ab'.repeat(16)), BEN],
      [line(0, receipt().share), line(0, 'ab'.repeat(16))],
    ]) {
      expect(shares.answer(lobby({ list }))).toBeNull()
      expect(shares.problem).toBe('share')
      expect(receipt().list).toBeNull()
    }
  })

  test('a seal that has not arrived in time is missing from an honest list', () => {
    const shares = new Shares()
    shares.answer(lobby())
    expect(shares.answer(lobby({ list: ['-', BEN] }))).toBeNull()
    expect(shares.problem).toBeNull()
  })

  test('a share is never opened for a second list', () => {
    const shares = new Shares()
    shares.answer(lobby())
    const own = line(0, receipt().share)
    shares.answer(lobby({ list: [own, BEN] }))
    const reloaded = new Shares()
    expect(reloaded.answer(lobby({ list: [BEN, own] }))).toBeNull()
    expect(reloaded.problem).toBe('list')
    expect(receipt().list).toEqual([own, BEN])
  })

  describe('the terms that come with the list', () => {
    const problemWith = (change: Partial<Fair>, view: Partial<TableView> = {}) => {
      const shares = new Shares()
      shares.answer(lobby())
      const list = [line(0, receipt().share), BEN, '-']
      const message = shares.answer(lobby({ list, ...change }, view))
      return message?.type === 'open' ? 'opened' : shares.problem
    }
    const changed = (from: string, to: string): Partial<Fair> => {
      const terms = (termsOf(...NAMES).terms ?? '').replace(from, to)
      return { terms, digest: referenceDice.termsDigest(terms) }
    }

    test('are those of the game that is shown', () => {
      expect(problemWith({})).toBe('opened')
      expect(receipt().terms).toBe(termsOf(...NAMES).terms)
    })

    test.each([
      ['another digest', { digest: '0'.repeat(64) }],
      ['other names', termsOf('Ann', 'Cleo', 'Ben')],
      ['fewer names', termsOf('Ann', 'Ben')],
      ['a clock', changed('time_limit=0', 'time_limit=30')],
      ['a coach', changed('coach=false', 'coach=true')],
      ['cards', changed('dice 6', 'cards')],
      ['seven sides', changed('dice 6', 'dice 7')],
      ['prepared answers', changed('prepared -', 'prepared yes')],
      ['no salt', changed('5a'.repeat(16), '-')],
      ['a line more', changed('seat', 'more -\nseat')],
      ['a sheet without a digest', changed('7627eb72f6b004e2', '-')],
    ])('with %s are not answered', (_, change) => {
      expect(problemWith(change)).toBe('terms')
      expect(receipt().list).toBeNull()
    })

    test('are awaited: without them, because a player has just left, nothing is opened', () => {
      expect(problemWith({ terms: '', digest: '-' })).toBeNull()
    })

    test('cannot be others when the same list comes again', () => {
      expect(problemWith({})).toBe('opened')
      const list = receipt().list ?? []
      const shares = new Shares()
      expect(shares.answer(lobby({ list, ...changed('5a', '5b') }))).toBeNull()
      expect(shares.problem).toBe('terms')
    })

    test('name the options and the cards of the table', () => {
      const options = { cards: true, jokers: true, coach: true, time_limit: 30 }
      const terms = (termsOf(...NAMES).terms ?? '')
        .replace('dice 6', 'cards jokers')
        .replace('time_limit=0 away_after=60 coach=false', 'time_limit=30 away_after=60 coach=true')
      const fair = { terms, digest: referenceDice.termsDigest(terms) }
      expect(problemWith(fair, { options })).toBe('opened')
    })
  })

  test('the next round gets another share, and the earlier promise is remembered', () => {
    const shares = new Shares()
    shares.answer(lobby())
    const first = receipt().share
    expect(shares.answer(lobby({ round: 2 }))).toMatchObject({ type: 'seal', round: 2 })
    expect(receipt()).toMatchObject({ round: 2, commitment: promised(2), before: [promised(1)] })
    expect(receipt().share).not.toBe(first)
    shares.answer(lobby({ round: 3 }))
    expect(receipt().before).toEqual([promised(1), promised(2)])
    expect(shares.problem).toBeNull()
  })

  test('another promise for the same or an earlier round is not answered', () => {
    const shares = new Shares()
    shares.answer(lobby({ round: 2 }))
    const before = receipt()
    for (const fair of [{ round: 2, commitment: '0'.repeat(64) }, { round: 1 }]) {
      expect(shares.answer(lobby(fair))).toBeNull()
      expect(shares.problem).toBe('round')
    }
    expect(receipt()).toEqual(before)
    // Neither if the server says that this device is another member.
    const you = { member: 7, host: false, seats: [0] }
    expect(shares.answer(lobby({ round: 2, commitment: '0'.repeat(64) }, { you }))).toBeNull()
    expect(shares.problem).toBe('round')
    expect(shares.answer(lobby({ round: 2 }))).toBeNull() // the seal is known already
    expect(shares.problem).toBeNull()
  })

  test('another device of the same player may have sealed', () => {
    const shares = new Shares()
    shares.answer(lobby())
    shares.acknowledge(TABLE, { type: 'seal', round: 1, seal: '' })
    const you = { member: 0, host: true, seats: [0], seal: '0'.repeat(64) }
    expect(shares.answer(lobby({}, { you }))).toBeNull()
    expect(receipt().replaced).toBe(true)
  })

  test('a player who was removed and came back seals another share, if the first was not opened', () => {
    const shares = new Shares()
    shares.answer(lobby())
    const first = receipt().share
    const you = { member: 2, host: false, seats: [1] }
    expect(shares.answer(lobby({}, { you }))).toMatchObject({ type: 'seal' })
    expect(receipt().member).toBe(2)
    expect(receipt().share).not.toBe(first)
    shares.answer(lobby({ list: [line(2, receipt().share)] }, { you }))
    expect(shares.answer(lobby({}, { you: { ...you, member: 3 } }))).toBeNull()
    expect(shares.problem).toBe('round')
  })

  test('nothing is sealed while watching, with real dice, by the earlier scheme or during the game', () => {
    const quiet = [
      lobby({}, { you: { member: null, host: false, seats: [] } }),
      lobby({}, { you: { member: 0, host: true, seats: [] } }),
      lobby({}, { options: { dice: 'real' } }),
      lobby({ scheme: 'rowlock-dice-1' }),
      lobby({}, { stage: 'playing' }),
      lobby({}, { stage: 'over' }),
    ]
    for (const view of quiet) expect(new Shares().answer(view)).toBeNull()
    expect(receiptOf(TABLE)).toBeNull()
  })
})

describe('starts that fail', () => {
  const opened = (round: number, shares: Shares, seats = tableView().seats): void => {
    shares.answer(lobby({ round }, { seats }))
    const list = [line(0, receipt().share, round)]
    expect(shares.answer(lobby({ round, list }, { seats }))).toMatchObject({ type: 'open' })
    shares.acknowledge(TABLE, { type: 'open', round, share: receipt().share })
  }

  test('are repeated twice without asking, then only with consent', () => {
    const shares = new Shares()
    for (const round of [1, 2, 3]) opened(round, shares)
    expect(shares.answer(lobby({ round: 4 }))).toBeNull()
    expect([shares.problem, receipt().repeats]).toEqual(['repeats', 3])
    shares.agree(4)
    expect(shares.answer(lobby({ round: 4 }))).toMatchObject({ type: 'seal', round: 4 })
  })

  test('do not count if this device had not opened in time', () => {
    const shares = new Shares()
    for (const round of [1, 2, 3, 4, 5]) shares.answer(lobby({ round }))
    expect([shares.problem, receipt().repeats]).toEqual([null, 0])
  })

  test('cannot be if all others are bots and this device has opened', () => {
    const seats = [seatView(0, 'Ann'), seatView(1, 'Bot', { kind: 'bot', member: null })]
    const shares = new Shares()
    opened(1, shares, seats)
    expect(shares.answer(lobby({ round: 2 }, { seats }))).toBeNull()
    expect(shares.problem).toBe('alone')
    expect(notesOf(TABLE).conflict).toEqual({ what: 'repeated', turn: 0 })
  })
})
