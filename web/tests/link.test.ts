import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Link, type Reply } from '../src/lib/link'
import { VERSION, type ClientMessage, type ServerMessage } from '../src/lib/protocol'
import { tableView } from './fixtures'
import { FakeSocket, lastSocket, typeOf } from './sockets'

const ROLL: ClientMessage = { type: 'roll', turn: 3 }
const WHY: ClientMessage = { type: 'why', seat: 0, cell: 'r5' }

let links: Link[] = []
let states: string[] = []
let received: ServerMessage[] = []
let seq: number | null = null

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  })
  vi.spyOn(Math, 'random').mockReturnValue(0.5) // each pause is exactly as long as it should be
  vi.stubGlobal('WebSocket', FakeSocket)
  FakeSocket.opened = []
  Object.assign(document, { visibilityState: 'visible' })
  states = []
  received = []
  seq = null
})
afterEach(() => {
  for (const link of links) link.close()
  links = []
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function newLink(): Link {
  const link = new Link(
    'BCDFGHJK',
    'token',
    () => seq,
    (message) => received.push(message),
    (state, code) => states.push(code ? `${state} ${code}` : state),
  )
  links.push(link)
  return link
}

/** The server accepts the newest socket and sends the view. */
function open(): FakeSocket {
  const socket = lastSocket()
  socket.accept()
  socket.receive(tableView())
  return socket
}

function opened(): [Link, FakeSocket] {
  const link = newLink()
  return [link, open()]
}

/** The messages sent, without greetings and pings. */
const messagesTo = (socket: FakeSocket): unknown[] =>
  socket.sent.filter((message) => !['hello', 'ping'].includes(typeOf(message)))
const pings = (socket: FakeSocket): number =>
  socket.sent.filter((message) => typeOf(message) === 'ping').length

async function outcome(reply: Promise<Reply>): Promise<Reply | 'none yet'> {
  const later = new Promise<'none yet'>((done) => setImmediate(() => done('none yet')))
  return Promise.race([reply, later])
}

describe('the greeting', () => {
  test('comes first, with version, key and the last sequence number', () => {
    seq = 41
    newLink()
    expect(lastSocket().address).toBe('ws://rowlock.test/ws/BCDFGHJK?short')
    lastSocket().accept()
    expect(lastSocket().sent).toEqual([
      { type: 'hello', version: VERSION, token: 'token', seq: 41 },
    ])
  })

  test('is answered with a view, which opens the connection', () => {
    const socket = opened()[1]
    expect(states).toEqual(['open'])
    socket.receive({ ...tableView(), seq: 8 })
    expect(received.map((message) => 'seq' in message && message.seq)).toEqual([7, 8])
  })
})

describe('the queue', () => {
  test('waits for the view, then is sent in order with consecutive ids', () => {
    const link = newLink()
    void link.send(ROLL)
    lastSocket().accept()
    void link.send(WHY)
    expect(messagesTo(lastSocket())).toEqual([])
    lastSocket().receive(tableView())
    expect(messagesTo(lastSocket())).toEqual([
      { ...ROLL, id: 1 },
      { ...WHY, id: 2 },
    ])
  })

  test('matches each answer to the message with the same id', async () => {
    const [link, socket] = opened()
    const [first, second] = [link.send(ROLL), link.send(WHY)]
    const because: Reply = { type: 'because', id: 2, cell: 'r5', code: null }
    socket.receive(because)
    expect(await outcome(second)).toEqual(because)
    expect(await outcome(first)).toBe('none yet')
    socket.receive({ type: 'refused', id: 1, code: 'no_roll_due', message: '' })
    expect(await outcome(first)).toMatchObject({ type: 'refused', code: 'no_roll_due' })
  })

  test('sends unanswered messages again after a reconnection, under the same id', async () => {
    const [link, socket] = opened()
    const rolled = link.send(ROLL)
    socket.drop()
    vi.advanceTimersByTime(400)
    const next = open()
    expect(next).not.toBe(socket)
    expect(messagesTo(next)).toEqual([{ ...ROLL, id: 1 }])
    next.receive({ type: 'ack', id: 1, seq: 8 })
    expect(await outcome(rolled)).toEqual({ type: 'ack', id: 1, seq: 8 })
  })

  test('does not send answered messages again', () => {
    const [link, socket] = opened()
    void link.send(ROLL)
    socket.receive({ type: 'ack', id: 1, seq: 8 })
    socket.drop()
    vi.advanceTimersByTime(400)
    expect(messagesTo(open())).toEqual([])
  })

  test('refuses a question at once if the connection is lost: the player will ask again', async () => {
    const [link, socket] = opened()
    const asked = link.send(WHY)
    socket.drop()
    expect(await outcome(asked)).toMatchObject({ type: 'refused', id: 1, code: 'offline' })
    vi.advanceTimersByTime(400)
    expect(messagesTo(open())).toEqual([])
  })

  test('holds messages that are sent while there is no connection', () => {
    const [link, socket] = opened()
    socket.drop()
    void link.send(ROLL)
    vi.advanceTimersByTime(400)
    expect(messagesTo(open())).toEqual([{ ...ROLL, id: 1 }])
  })
})

describe('a connection is lost', () => {
  test('if it closes', () => {
    opened()[1].drop()
    expect(states).toEqual(['open', 'lost'])
  })

  test('if nothing comes for 10 s after something was sent', () => {
    const [link] = opened()
    void link.send(ROLL)
    vi.advanceTimersByTime(9_999)
    expect(states).toEqual(['open'])
    vi.advanceTimersByTime(1)
    expect(states).toEqual(['open', 'lost'])
  })

  test('but not by silence alone', () => {
    opened()
    vi.advanceTimersByTime(19_999)
    expect(states).toEqual(['open'])
  })

  test('if a ping, sent every 20 s, has no answer', () => {
    const [, socket] = opened()
    vi.advanceTimersByTime(20_000)
    expect(pings(socket)).toBe(1)
    socket.receive({ type: 'pong', id: 1, now: 0 })
    vi.advanceTimersByTime(20_000)
    expect(pings(socket)).toBe(2)
    expect(states).toEqual(['open'])
    vi.advanceTimersByTime(10_000)
    expect(states).toEqual(['open', 'lost'])
  })

  test('if the WebSocket is not opened within 3 s', () => {
    newLink()
    vi.advanceTimersByTime(2_999)
    expect(states).toEqual([])
    vi.advanceTimersByTime(1)
    expect(states).toEqual(['lost'])
  })

  test('if there is no view within 5 s', () => {
    newLink()
    lastSocket().accept()
    vi.advanceTimersByTime(4_999)
    expect(states).toEqual([])
    vi.advanceTimersByTime(1)
    expect(states).toEqual(['lost'])
  })

  test('if the network is gone', () => {
    opened()
    dispatchEvent(new Event('offline'))
    expect(states).toEqual(['open', 'lost'])
  })

  test('and later messages on the old socket are ignored', () => {
    const [, socket] = opened()
    socket.drop()
    socket.receive(tableView())
    expect(received).toHaveLength(1)
  })
})

describe('coming back', () => {
  test('takes 1.7 times as long after every failure, at most 8 s', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
    newLink()
    const pauses: number[] = []
    for (let failures = 1; failures <= 7; failures++) {
      // The third, fifth and seventh attempt is the fallback, which fails by itself.
      if (lastSocket().readyState !== FakeSocket.CLOSED) lastSocket().drop()
      expect(states).toHaveLength(failures)
      const before = Date.now()
      await vi.advanceTimersToNextTimerAsync()
      pauses.push(Date.now() - before)
    }
    // 400, 680, 1156, 1965.2, 3340.84 and 5679.428 ms; the next would be 9655 ms.
    const tenths = pauses.map((ms) => Math.round(ms / 100))
    expect(tenths).toEqual([4, 7, 12, 20, 33, 57, 80])
  })

  test('varies by 30 %, so that not all devices come at once', () => {
    const shortest: [number, number] = [0, 280]
    const longest: [number, number] = [1, 520]
    for (const [random, ms] of [shortest, longest]) {
      vi.mocked(Math.random).mockReturnValue(random)
      const [link, socket] = opened()
      socket.drop()
      vi.advanceTimersByTime(ms - 2)
      expect(lastSocket()).toBe(socket)
      vi.advanceTimersByTime(2)
      expect(lastSocket()).not.toBe(socket)
      link.close()
    }
  })

  test('begins with the short pause again after a success', () => {
    const [, socket] = opened()
    socket.drop()
    vi.advanceTimersByTime(400)
    open().drop()
    vi.advanceTimersByTime(400)
    expect(FakeSocket.opened).toHaveLength(3)
  })

  test('does not wait if the network is back or the page is shown again', () => {
    for (const event of ['online', 'pageshow']) {
      const socket = opened()[1]
      socket.drop()
      dispatchEvent(new Event(event))
      expect(lastSocket()).not.toBe(socket)
    }
  })

  test('does not hurry while the page is hidden', () => {
    const [, socket] = opened()
    socket.drop()
    Object.assign(document, { visibilityState: 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
    expect(lastSocket()).toBe(socket)
    Object.assign(document, { visibilityState: 'visible' })
    document.dispatchEvent(new Event('visibilitychange'))
    expect(lastSocket()).not.toBe(socket)
  })

  test('does not interrupt a connection attempt', () => {
    newLink()
    dispatchEvent(new Event('online'))
    expect(FakeSocket.opened).toHaveLength(1)
  })

  test('pings over an open connection when the page is shown again', () => {
    const [, socket] = opened()
    dispatchEvent(new Event('pageshow'))
    expect(pings(socket)).toBe(1)
    expect(lastSocket()).toBe(socket)
  })

  test('by resync closes the socket and opens another', () => {
    const [link, socket] = opened()
    link.resync()
    expect(socket.readyState).toBe(FakeSocket.CLOSED)
    expect(lastSocket()).not.toBe(socket)
  })
})

describe('the end', () => {
  test('comes with a final `bye`', () => {
    const [, socket] = opened()
    socket.receive({ type: 'bye', code: 'kicked' })
    expect(states).toEqual(['open', 'ended kicked'])
    vi.advanceTimersByTime(60_000)
    expect(FakeSocket.opened).toHaveLength(1)
  })

  test('does not come with the `bye` of a server that restarts', () => {
    const [, socket] = opened()
    socket.receive({ type: 'bye', code: 'server_stopping' })
    expect(states).toEqual(['open', 'lost'])
    vi.advanceTimersByTime(400)
    expect(FakeSocket.opened).toHaveLength(2)
  })

  test('comes if the greeting is refused for a final reason', () => {
    newLink()
    lastSocket().accept()
    lastSocket().receive({ type: 'refused', id: 0, code: 'wrong_version', message: '' })
    expect(states).toEqual(['ended wrong_version'])
    vi.advanceTimersByTime(60_000)
    expect(FakeSocket.opened).toHaveLength(1)
  })

  test('by close leaves nothing behind that would connect again', () => {
    const [link, socket] = opened()
    link.close()
    expect(socket.readyState).toBe(FakeSocket.CLOSED)
    for (const event of ['online', 'offline', 'pageshow']) dispatchEvent(new Event(event))
    document.dispatchEvent(new Event('visibilitychange'))
    link.resync()
    vi.advanceTimersByTime(60_000)
    expect(FakeSocket.opened).toHaveLength(1)
    expect(states).toEqual(['open'])
  })
})
