import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Link } from '../src/lib/link'
import { VERSION, type ClientMessage, type ServerMessage } from '../src/lib/protocol'
import { tableView } from './fixtures'
import { FakeSocket, lastSocket } from './sockets'

const ROLL: ClientMessage = { type: 'roll', turn: 3 }
const EVENTS = 'http://rowlock.test/api/tables/BCDFGHJK/stream'
const POSTS = 'http://rowlock.test/api/tables/BCDFGHJK/send'

/** A server that is asked over HTTP. */
class FakeServer {
  readonly asked: { address: string; body: unknown; headers: HeadersInit | undefined }[] = []
  /** The responses to POST requests, in order; the last one is repeated. */
  answers: { status: number; body: object }[] = []
  /** The page has aborted the request. */
  aborted = false
  private stream: ReadableStreamDefaultController<Uint8Array> | undefined

  readonly fetch = (address: string, init: RequestInit): Promise<Response> => {
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    this.asked.push({ address, body, headers: init.headers })
    if (address === EVENTS) {
      const start = (stream: ReadableStreamDefaultController<Uint8Array>): void => {
        this.stream = stream
        init.signal?.addEventListener('abort', () => {
          this.aborted = true
          stream.error(init.signal?.reason)
        })
      }
      return Promise.resolve(new Response(new ReadableStream({ start })))
    }
    const answer = this.answers.length > 1 ? this.answers.shift() : this.answers[0]
    return Promise.resolve(Response.json(answer?.body, { status: answer?.status ?? 200 }))
  }

  /** Sends a text as it is, in chunks of this many characters. */
  sendText(text: string, size = text.length): void {
    for (let at = 0; at < text.length; at += size)
      this.stream?.enqueue(new TextEncoder().encode(text.slice(at, at + size)))
  }

  send(message: ServerMessage): void {
    this.sendText(`data: ${JSON.stringify(message)}\n\n`)
  }

  end(): void {
    this.stream?.close()
  }

  count(address: string): number {
    return this.asked.filter((one) => one.address === address).length
  }
}

let server: FakeServer
let link: Link
let states: string[]
let received: ServerMessage[]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  vi.stubGlobal('WebSocket', FakeSocket)
  server = new FakeServer()
  vi.stubGlobal('fetch', server.fetch)
  FakeSocket.opened = []
  states = []
  received = []
})
afterEach(() => {
  link.close()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A proxy that blocks WebSockets: two of them fail, and the stream is tried. */
async function blocked(): Promise<void> {
  link = new Link(
    'BCDFGHJK',
    'token',
    () => 41,
    (message) => received.push(message),
    (state, code) => states.push(code ? `${state} ${code}` : state),
  )
  lastSocket().drop()
  vi.advanceTimersByTime(400)
  lastSocket().drop()
  vi.advanceTimersByTime(680)
  await settled()
}

/** Waits until the page has read everything that was sent. */
async function settled(): Promise<void> {
  for (let turns = 0; turns < 20; turns++) await new Promise((done) => setImmediate(done))
}

async function openStream(): Promise<void> {
  await blocked()
  server.send(tableView())
  await settled()
  states = []
}

test('after two failed WebSockets the page opens the stream, with the same greeting', async () => {
  await blocked()
  expect(FakeSocket.opened).toHaveLength(2)
  const hello = { type: 'hello', version: VERSION, token: 'token', seq: 41 }
  expect(server.asked.map(({ address, body }) => [address, body])).toEqual([[EVENTS, hello]])
  server.send(tableView())
  await settled()
  expect(states).toEqual(['lost', 'lost', 'open'])
  expect(received).toEqual([tableView()])
})

test('a WebSocket that is swallowed is given 3 s, then the page opens the stream', async () => {
  link = new Link('BCDFGHJK', 'token', () => 41, vi.fn(), vi.fn())
  vi.advanceTimersByTime(3_000)
  vi.advanceTimersByTime(400)
  await settled()
  expect(FakeSocket.opened).toHaveLength(1)
  expect(server.asked.map(({ address }) => address)).toEqual([EVENTS])
})

test('a message is posted with the token, and its answer is in the response', async () => {
  await openStream()
  server.answers = [{ status: 200, body: { type: 'ack', id: 1, seq: 8 } }]
  expect(await link.send(ROLL)).toEqual({ type: 'ack', id: 1, seq: 8 })
  const post = server.asked.at(-1)
  expect([post?.address, post?.body]).toEqual([POSTS, { ...ROLL, id: 1 }])
  expect(post?.headers).toMatchObject({ authorization: 'Bearer token' })
})

test('an event may come in several chunks, and one chunk may hold several events', async () => {
  await openStream()
  const event = (seq: number): string => `data: ${JSON.stringify({ ...tableView(), seq })}\n\n`
  server.sendText(event(8), 100)
  server.sendText(event(9) + event(10))
  await settled()
  const numbers = received.flatMap((message) => (message.type === 'view' ? [message.seq] : []))
  expect(numbers).toEqual([7, 8, 9, 10])
})

test('a comment in the stream is ignored', async () => {
  await openStream()
  server.sendText(': still there\n\n')
  await settled()
  expect(received).toHaveLength(1)
  expect(states).toEqual([])
})

test.each([503, 500, 429])(
  'a message answered with %i is sent again over a new connection',
  async (status) => {
    await openStream()
    const busy = { code: 'server_stopping', message: '' }
    server.answers = [
      { status, body: busy },
      { status: 200, body: { type: 'ack', id: 1, seq: 8 } },
    ]
    const reply = link.send(ROLL)
    await settled()
    expect(states).toEqual(['lost'])
    vi.advanceTimersByTime(400) // the stream had worked: a WebSocket is tried again
    lastSocket().accept()
    lastSocket().receive(tableView())
    expect(lastSocket().sent).toContainEqual({ ...ROLL, id: 1 })
    lastSocket().receive({ type: 'ack', id: 1, seq: 8 })
    expect(await reply).toEqual({ type: 'ack', id: 1, seq: 8 })
  },
)

test('any other refusal is final', async () => {
  await openStream()
  server.answers = [{ status: 409, body: { code: 'no_roll_due', message: 'not now' } }]
  expect(await link.send(ROLL)).toEqual({
    type: 'refused',
    id: 1,
    code: 'no_roll_due',
    message: 'not now',
  })
  expect(states).toEqual([])
})

test('a stream that ends is a lost connection', async () => {
  await openStream()
  server.end()
  await settled()
  expect(states).toEqual(['lost'])
})

test('a stream without a view within 5 s is a lost connection', async () => {
  await blocked()
  vi.advanceTimersByTime(4_999)
  expect(states).toEqual(['lost', 'lost'])
  vi.advanceTimersByTime(1)
  expect(states).toEqual(['lost', 'lost', 'lost'])
})

test('resync aborts the stream, which does not count as a lost connection', async () => {
  await openStream()
  link.resync()
  await settled()
  expect(server.aborted).toBe(true)
  expect(states).toEqual([])
})
