import { beforeAll, describe, expect, test } from 'vitest'
import { loadLanguage } from '../src/i18n/i18n.svelte'
import type { Decision, Option } from '../src/lib/protocol'
import { answerWords, chainWords, confirmWords, passButtonWords } from '../src/table/sentences'
import { play, serveSheets } from './atTable'
import { classic, decision, option } from './fixtures'

beforeAll(async () => {
  serveSheets(classic(), classic({ id: 'six', penalty_points: 7 }))
  await loadLanguage('en')
})

describe('what a press has come to', () => {
  const NUMBER = decision('action1', ['-', option('r8', { crosses: ['r8', 'y9', 'g2'] }), 'g8'])

  test('a pencilled move is confirmed by the same press again', async () => {
    const [player] = await play({ decisions: [NUMBER] })
    expect(answerWords(player)).toBe('')
    player.pick('g8')
    expect(answerWords(player)).toBe('Press again: Confirm green 8.')
  })

  test('a chain of bonuses follows it', async () => {
    const [player] = await play({ decisions: [NUMBER] })
    player.pick('r8')
    expect(chainWords(player)).toBe('Then: yellow 9, green 2')
    expect(answerWords(player)).toBe('Press again: Confirm red 8. Then: yellow 9, green 2.')
  })

  test('cards that are laid and crossed are not part of their own chain', async () => {
    const lay = option('+r3,5', { crosses: ['r3', 'r5', 'y2'] })
    const [player] = await play({ decisions: [decision('action2', ['-', lay])] })
    player.pick('+r3,5')
    expect(chainWords(player)).toBe('Then: yellow 2')
  })

  test('a penalty is asked about with its cost', async () => {
    const asked = decision('action2', [option('-', { penalty: true }), '+r9'])
    const [player] = await play({ decisions: [asked], options: { variant: 'six' } })
    player.pass()
    expect(answerWords(player)).toBe('Take a penalty (−7)?')
  })

  test('an answer says for whom it waits', async () => {
    const answered = decision('action1', [], { owed: false, answer: ['g8'], first: [option('g8')] })
    const [player] = await play({ decisions: [answered], owing: [1, 2] })
    expect(answerWords(player)).toBe('You chose green 8. Waiting for Ben and Cleo.')
  })

  test('a row to choose is asked for', async () => {
    const tie = decision('choice', ['?r', '?b'], { answer: ['y11'] })
    const [player] = await play({ phase: 'choice', decisions: [tie] })
    expect(answerWords(player)).toBe('Choose a row. Red or Blue.')
  })
})

describe('the button that confirms', () => {
  test.each<[Decision['kind'], Option, string]>([
    ['action1', option('r8'), 'Confirm red 8'],
    ['action1', option('*g16'), 'Lucky cross green 16'],
    ['action1', option('~y5'), 'Swap: yellow 5'],
    ['take', option('t4,7'), 'Take 4 + 7'],
    ['action2', option('+r3,5/5'), 'Confirm red 5'],
    ['action2', option('+r3,5'), 'Confirm red 3 + 5'],
    ['action2', option('+r3,5/-'), 'Discard without crossing'],
    ['action2', option('+r3,5/-', { penalty: true }), 'Penalty −5'],
    ['choice', option('?g'), 'Confirm green'],
  ])('for %s %o', async (kind, wanted, words) => {
    const [player] = await play({ decisions: [decision(kind, ['-', wanted])] })
    expect(confirmWords(player)).toBe('')
    player.pick(wanted.move)
    expect(confirmWords(player)).toBe(words)
  })
})

describe('the button that passes', () => {
  test('names the penalty, if passing costs one', async () => {
    const [free] = await play({ decisions: [decision('action2', ['-', '+r9'])] })
    expect(passButtonWords(free)).toBe('Pass')
    const costly = decision('action2', [option('-', { penalty: true }), '+r9'])
    const [player] = await play({ decisions: [costly] })
    expect(passButtonWords(player)).toBe('Penalty −5')
    const [other] = await play({ decisions: [costly], options: { variant: 'six' } })
    expect(passButtonWords(other)).toBe('Penalty −7')
  })
})
