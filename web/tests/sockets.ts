/** The network as a test wants it: WebSockets that are accepted, silent or dropped. */
import type { ServerMessage } from '../src/lib/protocol'

export class FakeSocket {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSED = 3
  /** All that were opened, the newest last. */
  static opened: FakeSocket[] = []

  readyState = FakeSocket.CONNECTING
  readonly sent: unknown[] = []
  readonly address: string
  onopen: () => void = () => undefined
  onmessage: (event: { data: string }) => void = () => undefined
  onclose: () => void = () => undefined

  constructor(address: URL) {
    this.address = address.href
    FakeSocket.opened.push(this)
  }

  send(text: string): void {
    if (this.readyState !== FakeSocket.OPEN) throw new Error('the socket is not open')
    const message: unknown = JSON.parse(text)
    this.sent.push(message)
  }

  close(): void {
    this.readyState = FakeSocket.CLOSED
  }

  // What the server and the network do.

  accept(): void {
    this.readyState = FakeSocket.OPEN
    this.onopen()
  }

  receive(message: ServerMessage): void {
    this.onmessage({ data: JSON.stringify(message) })
  }

  drop(): void {
    this.readyState = FakeSocket.CLOSED
    this.onclose()
  }
}

/** The newest socket. */
export function lastSocket(): FakeSocket {
  const socket = FakeSocket.opened.at(-1)
  if (!socket) throw new Error('no socket was opened')
  return socket
}

export function typeOf(message: unknown): string {
  const named = typeof message === 'object' && message !== null && 'type' in message
  return named ? String(message.type) : ''
}
