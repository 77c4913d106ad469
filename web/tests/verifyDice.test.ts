import { describe, expect, test } from 'vitest'
import type { Fair, Replay, ReplayTurn, VariantInfo } from '../src/lib/protocol'
import { commitmentOf, sealOf } from '../src/lib/startProof'
import { verifyDice } from '../src/lib/verifyDice'
import { textOf } from './files'
import { classic } from './fixtures'
import * as referenceDice from './referenceDice'
import {
  TABLE,
  SEED,
  ZEROS,
  ONES,
  VECTORS,
  vectors,
  vectorsSealed,
  vectorsBefore,
  vector,
  vectorSealed,
  vectorBefore,
  turnOf,
  turnsOf,
  logOf,
  replay,
  NAMES,
  TERMS,
  FAIR,
  ONE_TURN,
  RIGHT,
  UNTOLD,
} from './vectors'

describe('the test vectors of docs/fair-dice.md', () => {
  test('are all there', () => {
    expect([vectors?.size, vectorsSealed?.size, vectorsBefore?.size]).toEqual([10, 9, 6])
    const block = VECTORS.split('The terms:')[1]?.split('| what')[0] ?? ''
    expect(block.trim().replace(/^ +/gm, '')).toBe(TERMS)
    expect(referenceDice.termsDigest(TERMS)).toBe(vector('digest'))
  })

  test('commitment and seals are computed as the document says', () => {
    for (const [scheme, found] of [
      ['rowlock-dice-3', vector],
      ['rowlock-dice-2', vectorSealed],
    ] as const) {
      expect(commitmentOf(TABLE, 1, SEED, scheme)).toBe(found('commitment'))
      const [zeros, ones] = [ZEROS, ONES].map((share, member) =>
        sealOf(TABLE, found('commitment'), member, share, scheme),
      )
      expect(`0=${zeros ?? ''},-,1=${ones ?? ''}`).toBe(found('list'))
    }
  })

  test('who began and the roll of turn 1 are drawn', () => {
    expect(verifyDice(ONE_TURN, classic())).toEqual(RIGHT)
  })

  test('dice with eight sides are drawn', () => {
    const first = Number(vector('first(3)'))
    const eight = { ...UNTOLD, turns: turnsOf([vector('roll:1, eight sides')], first, 3) }
    expect(verifyDice(eight, classic({ sides: 8 }))).toEqual(RIGHT)
    expect(verifyDice(eight, classic()).wrong).toEqual({ what: 'roll', turn: 1 })
  })

  test('a game of the scheme before this one is drawn', () => {
    const fair: Fair = {
      ...FAIR,
      scheme: 'rowlock-dice-2',
      commitment: vectorSealed('commitment'),
      list: vectorSealed('list').split(','),
      digest: '',
      terms: '',
    }
    const first = Number(vectorSealed('first(3)'))
    for (const roll of ['roll:1, six sides', 'roll:1, yellow out']) {
      const game = replay(fair, first, NAMES, [vectorSealed(roll)])
      expect(verifyDice(game, classic())).toEqual(RIGHT)
    }
  })

  test('a game of the first scheme is drawn', () => {
    const fair = { ...FAIR, scheme: 'rowlock-dice-1', commitment: vectorBefore('commitment') }
    const before: Fair = {
      scheme: fair.scheme,
      commitment: fair.commitment,
      seeds: [ZEROS, ONES],
      seed: SEED,
    }
    const first = Number(vectorBefore('first(2)'))
    const game = replay(before, first, ['Ann', 'Ben'], [vectorBefore('roll:1, six sides')])
    expect(verifyDice(game, classic())).toEqual(RIGHT)
    expect(verifyDice({ ...game, first: 1 - first }, classic()).wrong?.what).toBe('first')
  })

  test('the second hand of these tests draws the same', () => {
    const key = keyOfFair()
    expect(key.toString('hex')).toBe(vector('key'))
    expect(referenceDice.roll(key, 1, 6).join('')).toBe(
      vector('roll:1, six sides').replace(' ', ''),
    )
  })
})

function keyOfFair(): Buffer {
  const place = `rowlock-dice-3:key:${TABLE}:1:${vector('digest')}`
  const message = `${place}:${vector('list')}:${ZEROS},-,${ONES}`
  return referenceDice.keyOf(SEED, message)
}

function deck(): string[] {
  return ['r', 'y', 'g', 'b'].flatMap((letter) =>
    Array.from({ length: 11 }, (_, place) => `${letter}${place + 2}`),
  )
}

describe('Longo', () => {
  const pairOf = (words: string): [number, number] => {
    const [first, second] = words.split('&').map(Number)
    return [first ?? 0, second ?? 0]
  }
  const file = textOf('src/rowlock/variants/longo.toml')
  const pairs = (/^pairs = "(.*)"$/m.exec(file)?.[1] ?? '').split(' ').map(pairOf)
  const longo = (): VariantInfo => classic({ sides: 8, lucky_pairs: pairs })
  const lucky = vector('lucky, three seats').split(', ').map(pairOf)
  const first = Number(vector('first(3)'))
  const game = {
    ...UNTOLD,
    lucky,
    turns: turnsOf([vector('roll:1, eight sides')], first, 3),
  }

  test('the lucky numbers of the document are drawn', () => {
    expect(pairs).toHaveLength(5)
    expect(verifyDice(game, longo())).toEqual(RIGHT)
  })

  test('other lucky numbers are noticed', () => {
    expect(verifyDice({ ...game, lucky: [[2, 2]] }, longo()).wrong?.what).toBe('lucky')
    expect(verifyDice({ ...game, lucky: lucky.toReversed() }, longo()).wrong?.what).toBe('lucky')
  })
})

describe('a whole game of this project, examples/fair.rowlock', () => {
  const record = textOf('examples/fair.rowlock')
  const header = (name: string): string =>
    new RegExp(`^\\[${name} "(.*)"\\]$`, 'm').exec(record)?.[1] ?? ''
  const rolls = [...record.matchAll(/^\d+\. ([\d-]+ [\d-]+) /gm)].map(([, roll]) => roll ?? '')
  const fair: Fair = {
    scheme: header('Dice'),
    commitment: header('Commitment'),
    seeds: header('Shares').split(' '),
    seed: header('Seed'),
    round: Number(header('Round')),
    list: header('Seals').split(' '),
  }
  const game = { ...replay(fair, 0, ['Ann', 'Ada'], rolls), table: header('Table') }
  const wrong = (change: Partial<Replay>) => verifyDice({ ...game, ...change }, classic()).wrong

  test('all 19 rolls are right', () => {
    expect(verifyDice(game, classic())).toEqual({ wrong: null, drawn: 19 })
  })

  test.each([0, 1, 2, 3, 4, 5])('another number on die %i is noticed in its turn', (die) => {
    const changed = rolls.map((roll, at) => {
      const digits = Array.from(roll.replace(' ', ''))
      if (at === 6) digits[die] = String((Number(digits[die]) % 6) + 1)
      return `${digits.slice(0, 2).join('')} ${digits.slice(2).join('')}`
    })
    expect(changed).not.toEqual(rolls)
    expect(wrong({ turns: turnsOf(changed) })).toEqual({ what: 'roll', turn: 7 })
  })

  test('two rolls in each other’s place are noticed', () => {
    const [first = '', second = '', ...others] = rolls
    const swapped = turnsOf([second, first, ...others])
    expect(wrong({ turns: swapped })).toEqual({ what: 'roll', turn: 1 })
  })

  test('another beginner is noticed', () => {
    expect(wrong({ first: 1 })).toEqual({ what: 'first', turn: 0 })
  })

  test('another seed, another table and another round do not fit the commitment', () => {
    const seed = { what: 'seed', turn: 0 }
    expect(wrong({ fair: { ...fair, seed: '0'.repeat(64) } })).toEqual(seed)
    expect(wrong({ table: 'BCDFGHJK' })).toEqual(seed)
    expect(wrong({ fair: { ...fair, round: 2 } })).toEqual(seed)
  })

  test('a share that does not fit its seal is noticed, with its seat', () => {
    expect(wrong({ fair: { ...fair, seeds: ['0'.repeat(32), '-'] } })).toEqual({
      what: 'share',
      turn: 1,
    })
  })

  test('anything that is not in its exact form is noticed', () => {
    const [share = '', none = ''] = fair.seeds
    const [line = '', other = ''] = fair.list ?? []
    const forms: Partial<Fair>[] = [
      { seed: null },
      { seed: fair.seed?.toUpperCase() ?? '' },
      { commitment: fair.commitment.slice(1) },
      { seeds: [share, 'ab'] },
      { seeds: [share, '0'.repeat(32)] },
      { seeds: [share, none, '0'.repeat(32)] },
      { seeds: ['-', '-'] },
      { seeds: [share.toUpperCase(), none] },
      { list: [line] },
      { list: [line, other, other] },
      { list: [`0${line}`, other] },
      { list: [line.replace(/^0/, '9'.repeat(11)), other] },
      { list: null },
      { round: 0 },
      { round: 1.5 },
      { round: 1001 },
      { scheme: 'rowlock-dice-9' },
    ]
    for (const change of forms)
      expect(wrong({ fair: { ...fair, ...change } })).toEqual({ what: 'form', turn: 0 })
  })

  test('turns count from one, and each has its player and its dice', () => {
    const turns = turnsOf(rolls)
    const [start, first, second] = [turnOf(0, {}), turns[1], turns[2]]
    if (!first || !second) throw new Error('the example has more turns')
    const wrongAt = (at: number, ...told: ReplayTurn[]) =>
      expect(wrong({ turns: told })).toEqual({ what: 'turns', turn: at })
    wrongAt(0, first, second)
    wrongAt(0, { ...first, turn: 0 }, second)
    wrongAt(1, start, second)
    wrongAt(2, start, first, first)
    wrongAt(1, start, { ...first, log: null })
    wrongAt(1, start, { ...first, log: { ...logOf(first), turn: 2 } })
    wrongAt(1, start, { ...first, log: { ...logOf(first), active: 1 } })
    wrongAt(1, { ...start, closed: [2] }, first)
  })

  test('a list in another order gives other dice', () => {
    const reversed: Fair = {
      ...fair,
      list: [...(fair.list ?? [])].reverse(),
      seeds: fair.seeds.toReversed(),
    }
    expect(wrong({ fair: reversed })).not.toBeNull()
  })
})

describe('the card game', () => {
  const key = keyOfFair()
  const cards = referenceDice.shuffled(deck().sort(), referenceDice.drawing(key, 'cards:0'))
  // Three hands of four cards, four in the display; the card that is taken is replaced from the pile.
  const [taken = '', , , , , announced = ''] = cards.slice(12)
  const numberOf = (card: string): number => Number(card.slice(1))
  const active = Number(vector('first(3)'))
  const turn = turnOf(1, { active, announced: numberOf(announced) })
  const game: Replay = {
    ...UNTOLD,
    options: { cards: true },
    deck: cards,
    turns: [turnOf(0, {}), { ...turn, take: [numberOf(taken)] }],
  }

  test('the shuffle of the document is drawn', () => {
    expect(cards.slice(0, 8).join(' ')).toBe(vector('cards:0, first eight'))
    expect(verifyDice(game, classic())).toMatchObject(RIGHT)
  })

  test('another deck and another number are noticed in their turn', () => {
    const wrong = (change: Partial<Replay>) => verifyDice({ ...game, ...change }, classic()).wrong
    expect(wrong({ deck: cards.toReversed() })).toEqual({ what: 'cards', turn: 0 })
    const other = {
      ...turn,
      take: [numberOf(taken)],
      log: turnOf(1, { active, announced: 13 }).log,
    }
    expect(wrong({ turns: [turnOf(0, {}), other] })).toEqual({ what: 'cards', turn: 1 })
  })
})

describe('a die that has left the game', () => {
  const first = Number(vector('first(3)'))
  const rolled = (roll: string) => {
    const turns = turnsOf([roll], first, 3)
    return verifyDice({ ...ONE_TURN, turns }, classic())
  }

  test('is drawn and dropped: the others are the same as with it', () => {
    expect(rolled(vector('roll:1, yellow out'))).toEqual(RIGHT)
  })

  test('takes its number along', () => {
    const [, second = ''] = vector('roll:1, six sides').split(' ')
    const [red, , green, blue] = Array.from(second)
    const white = vector('roll:1, six sides').slice(0, 2)
    const other = `${white} ${red ?? ''}-${blue ?? ''}${green ?? ''}`
    expect(rolled(other).wrong).toEqual({ what: 'roll', turn: 1 })
  })
})
