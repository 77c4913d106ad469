import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadLanguage } from '../src/i18n/i18n.svelte'
import { settings } from '../src/lib/settings.svelte'
import { play, serveSheets } from './atTable'
import { classic, decision, option, seatView } from './fixtures'

/** Ann with two bots: no person waits for her. */
const BOTS = {
  seats: [
    seatView(0, 'Ann'),
    seatView(1, 'Rex', { kind: 'bot' }),
    seatView(2, 'Lulu', { kind: 'bot' }),
  ],
}
const NUMBER = decision('action1', ['-', 'r8', 'g8'])
const COSTLY = decision('action2', [option('-', { penalty: true }), '+r9'], { ask: '3.2' })

beforeAll(async () => {
  serveSheets(classic())
  await loadLanguage('en')
})
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  Object.assign(settings, { oneTap: false, forced: true, coach: 'legal' })
})

describe('a move', () => {
  test('is pencilled first and sent when it is picked again', async () => {
    const [player, server] = await play({ decisions: [NUMBER] })
    player.pick('r8')
    expect([player.pencil, server.sent]).toEqual(['r8', []])
    player.pick('g8')
    expect([player.pencil, server.sent]).toEqual(['g8', []])
    player.pick('g8')
    expect(server.sent).toEqual([{ type: 'answer', seat: 0, ask: '3.1', moves: ['g8'] }])
  })

  test('is sent at once where one tap is enough', async () => {
    settings.oneTap = true
    const [player, server] = await play({ decisions: [NUMBER] })
    player.pickCell('g8')
    expect(server.answers).toEqual([['g8']])
  })

  test('that follows from another is sent behind it', async () => {
    const tie = decision('choice', ['?r', '?y'], { answer: ['y11'] })
    const [player, server] = await play({ decisions: [tie] })
    player.pick('?r')
    await player.commit()
    expect(server.answers).toEqual([['y11', '?r']])
  })

  test('is sent once while the answer to it is awaited', async () => {
    const [player, server] = await play({ decisions: [NUMBER] })
    player.pick('r8')
    void player.commit()
    await player.commit()
    expect(server.answers).toEqual([['r8']])
  })

  test('that is refused stays pencilled, and the reason is shown for three seconds', async () => {
    const [player, server] = await play({ decisions: [NUMBER] })
    server.reply = { type: 'refused', id: 1, code: 'row_closed', message: '' }
    player.pick('r8')
    await player.commit()
    expect([player.pencil, player.note]).toEqual(['r8', 'This row is closed.'])
    vi.advanceTimersByTime(2_999)
    expect(player.note).not.toBe('')
    vi.advanceTimersByTime(1)
    expect(player.note).toBe('')
  })

  test('is sent as a pencil mark only if a clock ticks', async () => {
    const clock = { now: 0, deadline: 30_000, limit: 30 }
    const [player, server] = await play({ decisions: [NUMBER], clock })
    player.pick('r8')
    expect(server.sent).toEqual([{ type: 'pencil', seat: 0, ask: '3.1', moves: ['r8'] }])
  })

  test('that is not legal any more is no longer pencilled', async () => {
    const [player] = await play({ decisions: [NUMBER] })
    player.pick('r8')
    player.settle()
    expect(player.pencil).toBe('r8')
    player.pencil = 'r9'
    player.settle()
    expect(player.pencil).toBeNull()
  })
})

describe('a pass', () => {
  test('is held for three seconds if no person waits for it, then sent by itself', async () => {
    const [player, server] = await play({ ...BOTS, decisions: [NUMBER] })
    player.pass()
    vi.advanceTimersByTime(2_999)
    expect([player.held, server.answers]).toEqual([true, []])
    await vi.advanceTimersByTimeAsync(1)
    expect([player.held, server.answers]).toEqual([false, [['-']]])
  })

  test('that is held can be taken back, and then goes nowhere', async () => {
    const [player, server] = await play({ ...BOTS, decisions: [NUMBER] })
    player.pass()
    await player.takeBack()
    await vi.advanceTimersByTimeAsync(10_000)
    expect([player.held, server.sent]).toEqual([false, []])
    player.pick('r8')
    await player.commit()
    expect(server.answers).toEqual([['r8']])
  })

  test('that is held is sent by a second press', async () => {
    const [player, server] = await play({ ...BOTS, decisions: [NUMBER] })
    player.pass()
    player.pass()
    expect(server.answers).toEqual([['-']])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(server.answers).toEqual([['-']])
  })

  test('is sent at once where a person waits for it, or a clock ticks', async () => {
    const [player, server] = await play({ decisions: [NUMBER] })
    player.pass()
    expect(server.answers).toEqual([['-']])
    const clock = { now: 0, deadline: 30_000, limit: 30 }
    const [hurried, other] = await play({ ...BOTS, decisions: [NUMBER], clock })
    hurried.pass()
    expect(other.answers).toEqual([['-']])
  })

  test('that was sent is taken back at the server', async () => {
    const answered = decision('action1', [], { owed: false, answer: ['-'], first: [option('-')] })
    const [player, server] = await play({ decisions: [answered] })
    await player.takeBack()
    expect(server.sent).toEqual([{ type: 'take_back', seat: 0, ask: '3.1' }])
  })

  test('with a penalty is asked about once', async () => {
    const [player, server] = await play({ decisions: [COSTLY] })
    player.pass()
    expect([player.asking, server.sent]).toEqual(['-', []])
    player.pass()
    expect(server.answers).toEqual([['-']])
  })

  test('that is the only way is neither asked about nor held', async () => {
    settings.forced = false
    const only = decision('action2', [option('-', { penalty: true })])
    const [player, server] = await play({ ...BOTS, decisions: [only] })
    player.pass()
    expect(server.answers).toEqual([['-']])
  })
})

describe('a rash move', () => {
  test('is asked about once, if the coach warns of it', async () => {
    const [player, server] = await play({ decisions: [NUMBER] })
    player.hints = { cells: {}, sure: { r8: 'Sure?' }, pass: '' }
    await player.commit('r8')
    expect([player.asking, player.doubt, player.pencil, server.sent]).toEqual([
      'r8',
      'Sure?',
      'r8',
      [],
    ])
    player.renew() // cancelled
    expect([player.doubt, player.pencil]).toEqual(['', 'r8'])
    await player.commit()
    await player.commit()
    expect(server.answers).toEqual([['r8']])
  })
})

describe('a question without a choice', () => {
  const ONLY = decision('action1', ['-'])

  test('is not asked: its answer is the only one', async () => {
    const [player, server] = await play({ decisions: [ONLY] })
    expect([player.forced, player.asked]).toEqual([[ONLY], []])
    await player.answerForced(ONLY)
    expect(server.answers).toEqual([['-']])
  })

  test('is asked if the player wants to be asked, or if a bot covers the seat', async () => {
    settings.forced = false
    const [player] = await play({ decisions: [ONLY] })
    expect([player.forced, player.asked]).toEqual([[], [0]])
    settings.forced = true
    const seats = [seatView(0, 'Ann', { covered: true }), seatView(1, 'Ben')]
    const [covered] = await play({ seats, decisions: [ONLY] })
    expect([covered.forced, covered.asked]).toEqual([[], [0]])
  })
})

describe('on one device', () => {
  const you = { member: 0, host: true, seats: [0, 1] }
  const ben = decision('action1', ['-', 'r8'], { seat: 1 })

  test('it goes to the next person who is asked, and takes no pencil along', async () => {
    const [player] = await play({ you, owing: [1], decisions: [ben] })
    expect([player.next, player.handover]).toEqual([1, true])
    player.pencil = 'r8'
    player.takeOver()
    expect([player.seat, player.pencil, player.handover]).toEqual([1, null, false])
  })

  test('it is not handed to a player without a choice', async () => {
    const only = decision('action1', ['-'], { seat: 1 })
    const [player] = await play({ you, owing: [1], decisions: [only] })
    expect([player.next, player.handover]).toEqual([0, false])
  })

  test('it stays with the player in front as long as that player is asked', async () => {
    const [player] = await play({ you, owing: [0, 1], decisions: [NUMBER, ben] })
    expect([player.asked, player.next, player.handover]).toEqual([[0, 1], 0, false])
  })
})

describe('the sheet in front', () => {
  test('shows what may be crossed, unless help is off', async () => {
    const [player] = await play({ decisions: [decision('action1', ['-', 'r8', '*g16'])] })
    expect(player.marks).toMatchObject({ legal: ['r8'], lucky: ['g16'] })
    settings.coach = 'off'
    expect(player.marks).not.toHaveProperty('legal')
    expect(player.marks.hidden).toEqual(['r8', 'g16'])
  })

  test('shows the pencilled cell, its chain, and the points that it adds by row', async () => {
    const after = { ...seatView(0, '').sheet, points: [3, 0, 1, 0] }
    const chain = option('r8', { crosses: ['r8', 'g7'] })
    const [player] = await play({
      decisions: [decision('action1', ['-', { ...chain, sheet: { ...chain.sheet, ...after } }])],
    })
    player.pick('r8')
    expect(player.marks).toMatchObject({ pencil: ['r8'], preview: ['g7'] })
    expect(player.gains).toEqual({ 0: 3, 2: 1 })
  })

  test('prefers the pencilled one of two moves that cross the same cell', async () => {
    const [player] = await play({ decisions: [decision('action1', ['-', 'g8', '*g8'])] })
    player.pickCell('g8')
    expect(player.pencil).toBe('g8')
    player.pick('*g8')
    player.pickCell('g8') // the same again: sent
    await vi.advanceTimersByTimeAsync(0)
    expect(player.pencil).toBeNull()
  })
})

test('a roll is sent once while it is awaited', async () => {
  const [player, server] = await play({ phase: 'roll', owing: [0] })
  expect(player.rolls).toBe(true)
  void player.roll()
  await player.roll()
  expect(server.sent).toEqual([{ type: 'roll', turn: 3 }])
})

test('nothing is asked while the dice are in the air', async () => {
  const [player] = await play({ decisions: [NUMBER] })
  player.rolling = true
  expect([player.decision, player.options]).toEqual([null, []])
})
