/**
 * How the page reaches its tables: over the network from a server, or in this browser from a worker
 * that gives the same answers. A page without a server says so in its head.
 */
import type { LocalHost } from '../worker/localHost'

/** A connection to a table. */
export interface Socket {
  readonly readyState: number
  send(text: string): void
  close(): void
}

/** What happens to a connection. */
export interface Listener {
  opened(): void
  heard(text: string): void
  closed(): void
}

const MARK = 'meta[name="rowlock-server"][content="none"]'

/** Whether this page has no server. Tests of single modules have no page. */
export const isLocal =
  'document' in globalThis && 'querySelector' in document && document.querySelector(MARK) !== null

let host: Promise<LocalHost> | undefined

/** The worker; it starts when it is first needed. */
export function localHost(): Promise<LocalHost> {
  host ??= import('../worker/localHost').then((module) => new module.LocalHost())
  return host
}

const url = (path: string): URL => new URL(path, document.baseURI)

export async function request(path: string, init: RequestInit = {}): Promise<Response> {
  return isLocal ? (await localHost()).request(path, init) : fetch(url(path).href, init)
}

export function connect(table: string, listener: Listener): Socket {
  if (isLocal) return new LocalSocket(table, listener)
  const address = url(`ws/${table}?short`)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  const socket = new WebSocket(address)
  socket.onopen = () => listener.opened()
  socket.onmessage = (event) => listener.heard(String(event.data))
  socket.onclose = () => listener.closed()
  return socket
}

/** A connection to the worker. */
class LocalSocket implements Socket {
  readyState: number = WebSocket.CONNECTING
  private readonly listener: Listener
  private say: (text: string | null) => void = () => {}

  constructor(table: string, listener: Listener) {
    this.listener = listener
    void localHost().then((worker) => {
      if (this.readyState === WebSocket.CLOSED) return
      this.say = worker.open(table, (text) => {
        if (text === null) this.ended()
        else listener.heard(text)
      })
      this.readyState = WebSocket.OPEN
      listener.opened()
    })
  }

  send(text: string): void {
    this.say(text)
  }

  close(): void {
    this.say(null)
    this.ended()
  }

  private ended(): void {
    if (this.readyState === WebSocket.CLOSED) return
    this.readyState = WebSocket.CLOSED
    this.listener.closed()
  }
}
