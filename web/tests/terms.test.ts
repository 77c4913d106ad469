import { describe, expect, test } from 'vitest'
import type { Replay } from '../src/lib/protocol'
import { verifyDice } from '../src/lib/verifyDice'
import { classic } from './fixtures'
import * as referenceDice from './referenceDice'
import { FAIR, ONE_TURN, TERMS, UNTOLD, withTerms } from './vectors'

describe('the terms of a game', () => {
  const wrong = (change: Partial<Replay>, sheet = classic(), stored = '') =>
    verifyDice({ ...ONE_TURN, ...change }, sheet, stored).wrong
  const TOLD_WRONG = { what: 'terms', turn: 0 }

  test('are those of the game that is told', () => {
    expect(wrong({})).toBeNull()
    expect(wrong({ names: ['Ann', 'Cleo', 'Bot'] })).toEqual(TOLD_WRONG)
    expect(wrong({ options: { variant: 'classic', coach: true } })).toEqual(TOLD_WRONG)
    expect(wrong({ options: { variant: 'classic', time_limit: 5 } })).toEqual(TOLD_WRONG)
    expect(wrong({ options: { variant: 'classic', away_after: 5 } })).toEqual(TOLD_WRONG)
    expect(wrong({ options: { variant: 'classic', cover: 'hard' } })).toEqual(TOLD_WRONG)
    expect(wrong({ options: { variant: 'classic', cards: true } })).toEqual(TOLD_WRONG)
  })

  test('have the digest that is part of the key', () => {
    expect(wrong({ fair: { ...FAIR, terms: TERMS.replace('5a', '5b') } })).toEqual(TOLD_WRONG)
    expect(wrong({ fair: withTerms('5a', '5b') })?.what).toBe('first')
    expect(wrong({ fair: withTerms('prepared -', 'prepared 1') })).toEqual(TOLD_WRONG)
  })

  test('name the sheet that is drawn, and its dice', () => {
    expect(wrong({}, classic({ digest: '0'.repeat(16) }))).toEqual(TOLD_WRONG)
    expect(wrong({}, classic({ sides: 8 }))).toEqual(TOLD_WRONG)
    expect(wrong({ variants: ['classic', 'mixx_a', 'classic'] })).toBeNull() // by the other sheet
  })

  test('are those that this device stored, where the server has erased a name', () => {
    const erased = { fair: UNTOLD.fair, names: ['Ann', '? 2', 'Cleo'] }
    expect(wrong(erased, classic(), TERMS)).toBeNull()
    expect(wrong(erased, classic(), TERMS.replace('5a', '5b'))).toEqual(TOLD_WRONG)
    expect(wrong({ ...erased, options: { coach: true } }, classic(), TERMS)).toEqual(TOLD_WRONG)
  })

  test('name as many seats as there are lines', () => {
    const two = TERMS.replace(/\n[^\n]*$/, '')
    const fair = { ...FAIR, terms: '', digest: referenceDice.termsDigest(two) }
    expect(wrong({ fair }, classic(), two)).toEqual(TOLD_WRONG)
  })

  test('may only be missing where no device took part', () => {
    expect(wrong({ fair: { ...FAIR, digest: '-' } })?.what).toBe('form')
    expect(wrong({ fair: { ...FAIR, digest: '' } })?.what).toBe('form')
  })
})
