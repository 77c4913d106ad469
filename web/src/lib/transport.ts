/**
 * How the page reaches its tables: over the network from a server, or in this browser from a worker
 * that gives the same answers. A page without a server says so in its head.
 */
import type { LocalHost } from '../worker/localHost'

/** The part of a WebSocket that the page uses. */
export type Socket = Pick<
  WebSocket,
  'readyState' | 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'
>

/** Whether this page has no server. */
export const isLocal =
  document.querySelector('meta[name="rowlock-server"][content="none"]') !== null

let host: Promise<LocalHost> | undefined

/** The worker; it starts when it is first needed. */
export function localHost(): Promise<LocalHost> {
  host ??= import('../worker/localHost').then((module) => new module.LocalHost())
  return host
}

const url = (path: string): URL => new URL(path, document.baseURI)

export async function request(path: string, init: RequestInit = {}): Promise<Response> {
  return isLocal ? (await localHost()).request(path, init) : fetch(url(path), init)
}

/** A connection to a table. */
export function connect(table: string): Socket {
  if (isLocal) return new LocalSocket(table)
  const address = url(`ws/${table}?short`)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  return new WebSocket(address)
}

/** A connection to the worker. */
class LocalSocket implements Socket {
  onopen: Socket['onopen'] = null
  onmessage: Socket['onmessage'] = null
  onclose: Socket['onclose'] = null
  readyState: Socket['readyState'] = WebSocket.CONNECTING
  private say: (text: string | null) => void = () => {}

  constructor(table: string) {
    void localHost().then((worker) => {
      this.say = worker.open(table, (text) => {
        if (text === null) this.ended()
        else this.call(this.onmessage, new MessageEvent('message', { data: text }))
      })
      this.readyState = WebSocket.OPEN
      this.call(this.onopen, new Event('open'))
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
    this.call(this.onclose, new CloseEvent('close'))
  }

  private call<E>(listener: ((this: WebSocket, event: E) => unknown) | null, event: E): void {
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- nobody asks which of the two it is
    listener?.call(this as unknown as WebSocket, event)
  }
}
