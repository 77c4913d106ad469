import { flushSync } from 'svelte'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadLanguage } from '../src/i18n/i18n.svelte'
import { voice } from '../src/lib/announce.svelte'
import type { TableView } from '../src/lib/protocol'
import { settings } from '../src/lib/settings.svelte'
import { followQuestions } from '../src/table/newQuestion.svelte'
import type { Play } from '../src/table/play.svelte'
import { play, serveSheets, type Server } from './atTable'
import { classic, decision, seatView, tableView } from './fixtures'

const ONLY = decision('action1', ['-'])
const CHOICE = decision('action1', ['-', 'r8'])

let stop = (): void => undefined

beforeAll(async () => {
  serveSheets(classic())
  await loadLanguage('en')
})
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  Object.assign(settings, { forced: true, autoRoll: false })
})

/** The screen of a running game as it attends to this view. */
async function attending(change: Partial<TableView>): Promise<[Play, Server]> {
  const [player, server] = await play(change)
  stop = $effect.root(() => {
    followQuestions(player)
  })
  flushSync()
  return [player, server]
}

describe('the only answer of a seat', () => {
  test('is sent after 1.6 s, so that there is time to read why', async () => {
    const server = (await attending({ decisions: [ONLY] }))[1]
    vi.advanceTimersByTime(1_599)
    expect(server.answers).toEqual([])
    vi.advanceTimersByTime(1)
    expect(server.answers).toEqual([['-']])
  })

  test('is sent at once for a player of this device who is not in front', async () => {
    const [player, server] = await attending({
      you: { member: 0, host: true, seats: [0, 1] },
      owing: [1],
      decisions: [{ ...ONLY, seat: 1 }],
    })
    vi.advanceTimersByTime(0)
    expect(server.sent).toEqual([{ type: 'answer', seat: 1, ask: '3.1', moves: ['-'] }])
    expect([player.seat, player.handover]).toEqual([0, false])
  })

  test('waits while the dice are in the air', async () => {
    const [player, server] = await attending({ decisions: [ONLY] })
    player.rolling = true
    flushSync()
    vi.advanceTimersByTime(60_000)
    expect(server.answers).toEqual([])
    player.rolling = false
    flushSync()
    vi.advanceTimersByTime(1_600)
    expect(server.answers).toEqual([['-']])
  })

  test('waits during a pause and while there is no connection', async () => {
    const paused = (await attending({ decisions: [ONLY], paused: true }))[1]
    vi.advanceTimersByTime(60_000)
    expect(paused.answers).toEqual([])
    stop()
    const [player, offline] = await attending({ decisions: [ONLY] })
    player.table.state = 'lost'
    flushSync()
    vi.advanceTimersByTime(60_000)
    expect(offline.answers).toEqual([])
  })

  test('is left to the player if the setting is off', async () => {
    settings.forced = false
    const server = (await attending({ decisions: [ONLY] }))[1]
    vi.advanceTimersByTime(60_000)
    expect(server.answers).toEqual([])
  })
})

test('a roll goes by itself after 3 s, if set so', async () => {
  const view = { phase: 'roll', owing: [0] } satisfies Partial<TableView>
  const patient = (await attending(view))[1]
  vi.advanceTimersByTime(60_000)
  expect(patient.sent).toEqual([])
  stop()
  settings.autoRoll = true
  const server = (await attending(view))[1]
  vi.advanceTimersByTime(2_999)
  expect(server.sent).toEqual([])
  vi.advanceTimersByTime(1)
  expect(server.sent).toEqual([{ type: 'roll', turn: 3 }])
})

test('the title says whose turn it is as long as the screen is there', async () => {
  const [player, server] = await attending({ decisions: [CHOICE] })
  expect(document.title).toBe('Your turn · Rowlock')
  server.receive(tableView({ seq: 8, owing: [1, 2] }))
  flushSync()
  expect([player.asked, document.title]).toEqual([[], 'Turn 3 · Rowlock'])
  stop()
  expect(document.title).toBe('Rowlock')
})

test('a new question drops a pass that is still held', async () => {
  const bots = [seatView(0, 'Ann'), seatView(1, 'Rex', { kind: 'bot' })]
  const [player, server] = await attending({ seats: bots, decisions: [CHOICE] })
  player.pass()
  expect(player.held).toBe(true)
  const next = { ...CHOICE, ask: '4.1' }
  server.receive(tableView({ seq: 8, seats: bots, turn: 4, ask: '4.1', decisions: [next] }))
  flushSync()
  expect(player.held).toBe(false)
  vi.advanceTimersByTime(60_000)
  expect(server.answers).toEqual([])
})

test('a pencilled move that is no longer legal is dropped', async () => {
  const [player, server] = await attending({ decisions: [CHOICE] })
  player.pick('r8')
  server.receive(tableView({ seq: 8, decisions: [decision('action1', ['-', 'g8'])] }))
  flushSync()
  expect(player.pencil).toBeNull()
})

test('what a press has come to is announced', async () => {
  const player = (await attending({ decisions: [CHOICE] }))[0]
  player.pick('r8')
  flushSync()
  expect(voice.polite.trim()).toBe('Press again: Confirm red 8.')
})
