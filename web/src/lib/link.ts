/**
 * The connection to a table: a WebSocket, and where a proxy blocks it, server-sent events with
 * POST. Says hello with the last sequence number, pings, comes back by itself, and keeps what has
 * not been acknowledged to send it again: a message that arrives twice changes nothing.
 */
import { authorized, post } from './api'
import { fits, parsed } from './check'
import { problem, serverMessage } from './messageChecks'
import {
  VERSION,
  type Ack,
  type AnswerAccepted,
  type AnswersCounted,
  type Foreseen,
  type WhyNotReply,
  type ClientMessage,
  type Refused,
  type ServerMessage,
  type TableView,
} from './protocol'
import { connect, isLocal, request, type Socket } from './transport'

export type Reply = Ack | Refused | WhyNotReply | Foreseen
type Outgoing = ClientMessage & { id: number }
/** What changes the table; the link itself handles the rest. */
export type TableMessage = TableView | AnswersCounted | AnswerAccepted
export type OnMessage = (message: TableMessage) => void
export type OnState = (state: LinkState, code?: string) => void
/** What a table speaks through. */
export type Connection = Pick<Link, 'send' | 'close' | 'resync'>
export type LinkState = 'connecting' | 'open' | 'lost' | 'ended'

const PING_MS = 20_000
const ANSWER_MS = 10_000
const CONNECT_MS = 5_000
/** For the worker, which loads Python first. */
const START_MS = 120_000
/** For a WebSocket: some networks swallow it, and a start of a game does not wait for long. */
const SOCKET_MS = 3_000
const FINAL = new Set([
  'replaced',
  'kicked',
  'left',
  'bad_token',
  'no_such_table',
  'damaged_table',
  'foreign_digest',
  'wrong_version',
])

/** What stays right after a new connection; the rest is asked again by the person. */
const RESENT = new Set([
  'answer',
  'take_back',
  'roll',
  'mark',
  'chat',
  'seal',
  'start',
  'open',
  'prepare',
])

export class Link {
  private socket: Socket | null = null
  private stream: AbortController | null = null
  private waiting = new Map<number, { message: Outgoing; done: (reply: Reply) => void }>()
  private nextId = 1
  private failures = 0
  private opened = false
  private closed = false
  /** The last WebSocket was neither opened nor refused: the stream is tried at once. */
  private swallowed = false
  private retry: ReturnType<typeof setTimeout> | undefined
  private quiet: ReturnType<typeof setTimeout> | undefined
  private ping: ReturnType<typeof setInterval> | undefined
  private readonly wake = (): void => this.comeBack()

  constructor(
    private readonly table: string,
    private readonly token: string | null,
    private readonly seq: () => number | null,
    private readonly heard: OnMessage,
    private readonly changed: OnState,
  ) {
    document.addEventListener('visibilitychange', this.wake)
    addEventListener('pageshow', this.wake)
    addEventListener('online', this.wake)
    if (!isLocal) addEventListener('offline', this.gone)
    this.connect()
  }

  close(): void {
    this.closed = true
    document.removeEventListener('visibilitychange', this.wake)
    removeEventListener('pageshow', this.wake)
    removeEventListener('online', this.wake)
    removeEventListener('offline', this.gone)
    this.drop()
    clearTimeout(this.retry)
  }

  /** Sends a message; the promise ends with the server's answer, also after a reconnection. */
  send(message: ClientMessage): Promise<Reply> {
    const id = this.nextId++
    const outgoing: Outgoing = { ...message, id }
    return new Promise((done) => {
      this.waiting.set(id, { message: outgoing, done })
      this.post(outgoing)
    })
  }

  private post(message: Outgoing | ClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN && this.opened) {
      this.socket.send(JSON.stringify(message))
      this.listen()
    } else if (this.stream && this.opened) {
      void this.postOver(message)
    }
  }

  private async postOver(message: Outgoing | ClientMessage): Promise<void> {
    try {
      const sent = this.token ? authorized(post(message), this.token) : post(message)
      const response = await request(`api/tables/${this.table}/send`, sent)
      const answer: unknown = await response.json()
      // What this server cannot do now, it or another one can soon; the rest is refused for good.
      if (response.ok) this.receive(answer)
      else if (response.status < 500 && response.status !== 429 && fits(problem, answer))
        this.hear({ type: 'refused', id: message.id ?? 0, ...answer })
      else this.lost()
    } catch {
      this.lost()
    }
  }

  private connect(): void {
    if (this.closed) return
    this.drop()
    if (!isLocal && (this.swallowed || (this.failures >= 2 && this.failures % 2 === 0))) {
      this.swallowed = false
      return void this.openStream()
    }
    const socket = connect(this.table, {
      opened: () => {
        clearTimeout(this.quiet)
        this.quiet = setTimeout(() => this.lost(), isLocal ? START_MS : CONNECT_MS)
        socket.send(JSON.stringify(this.hello()))
      },
      heard: (text) => {
        if (socket === this.socket) this.receive(parsed(text))
      },
      closed: () => {
        if (socket === this.socket) this.lost()
      },
    })
    this.socket = socket
    // The worker may need long to start; the network does not.
    if (!isLocal)
      this.quiet = setTimeout(() => {
        this.swallowed = true
        this.lost()
      }, SOCKET_MS)
  }

  private hello(): ClientMessage {
    return { type: 'hello', version: VERSION, token: this.token, seq: this.seq() }
  }

  /** The fallback: one POST whose answer never ends, one event a message. */
  private async openStream(): Promise<void> {
    const stream = new AbortController()
    this.stream = stream
    this.quiet = setTimeout(() => this.lost(), CONNECT_MS)
    try {
      const response = await request(`api/tables/${this.table}/stream`, {
        ...post(this.hello()),
        signal: stream.signal,
      })
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
      let text = ''
      while (reader) {
        const { value, done } = await reader.read()
        if (done) break
        text += value
        const pieces = text.split('\n\n')
        text = pieces.pop() ?? ''
        for (const piece of pieces) {
          const data = piece.split('\n').filter((line) => line.startsWith('data:'))
          if (data.length) this.receive(parsed(data.map((line) => line.slice(5)).join('\n')))
        }
      }
    } catch {
      // falls through to lost
    }
    if (stream === this.stream) this.lost()
  }

  /** A message that is not one of the protocol's ends the connection; the next one may fare better. */
  private receive(message: unknown): void {
    if (fits(serverMessage, message)) this.hear(message)
    else this.lost()
  }

  private hear(message: ServerMessage): void {
    clearTimeout(this.quiet)
    if (!this.opened && message.type === 'view') {
      this.opened = true
      this.failures = 0
      this.changed('open')
      for (const { message: kept } of this.waiting.values()) this.post(kept)
      this.heard(message)
      clearInterval(this.ping)
      this.ping = setInterval(() => this.post({ type: 'ping', id: this.nextId++ }), PING_MS)
      return
    }
    if (message.type === 'bye') {
      if (FINAL.has(message.code)) {
        this.close()
        this.changed('ended', message.code)
      } else this.lost()
      return
    }
    if (
      message.type === 'ack' ||
      message.type === 'refused' ||
      message.type === 'because' ||
      message.type === 'foreseen'
    ) {
      const kept = this.waiting.get(message.id)
      if (kept) {
        this.waiting.delete(message.id)
        kept.done(message)
      } else if (message.type === 'refused' && FINAL.has(message.code)) {
        this.close()
        this.changed('ended', message.code)
      }
      return
    }
    if (message.type !== 'pong') this.heard(message)
  }

  /** Something was sent: silence now means that the connection is dead. */
  private listen(): void {
    clearTimeout(this.quiet)
    this.quiet = setTimeout(() => this.lost(), ANSWER_MS)
  }

  private readonly gone = (): void => {
    if (this.opened) this.lost()
  }

  private lost(): void {
    if (this.closed) return
    this.drop()
    for (const [id, { message, done }] of this.waiting)
      if (!RESENT.has(message.type)) {
        this.waiting.delete(id)
        done({ type: 'refused', id, code: 'offline', message: '' })
      }
    this.changed('lost')
    const pause = Math.min(8_000, 400 * 1.7 ** this.failures) * (0.7 + Math.random() * 0.6)
    this.failures += 1
    clearTimeout(this.retry)
    this.retry = setTimeout(() => this.connect(), pause)
  }

  private drop(): void {
    this.opened = false
    clearTimeout(this.quiet)
    clearInterval(this.ping)
    const { socket, stream } = this
    this.socket = null
    this.stream = null
    socket?.close()
    stream?.abort()
  }

  /** The page is looked at again, or the network is back: no reason to wait. */
  private comeBack(): void {
    if (this.closed || document.visibilityState === 'hidden') return
    if (this.socket?.readyState === WebSocket.CONNECTING) return
    if (!this.opened) {
      this.failures = 0
      clearTimeout(this.retry)
      this.connect()
    } else this.post({ type: 'ping', id: this.nextId++ })
  }

  /** A gap in the numbers: ask for everything again. */
  resync(): void {
    this.failures = 0
    this.connect()
  }
}
