/** The page's side of the worker. */
import type { ToPage, ToWorker } from './messages'

type Hear = (text: string | null) => void

export class LocalHost {
  private readonly worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  private readonly asked = new Map<number, (response: Response) => void>()
  private readonly sockets = new Map<number, Hear>()
  private last = 0
  private failed = false

  constructor() {
    this.worker.onmessage = ({ data }: MessageEvent<ToPage>) => this.hear(data)
    this.worker.onerror = (event) => this.fail(event.message)
    this.tell({ kind: 'start', base: document.baseURI })
  }

  request(path: string, init: RequestInit): Promise<Response> {
    const id = ++this.last
    const headers = Object.fromEntries(new Headers(init.headers))
    const body = typeof init.body === 'string' ? init.body : ''
    return new Promise((resolve) => {
      this.asked.set(id, resolve)
      if (this.failed) this.refuse()
      else
        this.tell({
          kind: 'request',
          id,
          method: init.method ?? 'GET',
          path: path.startsWith('/') ? path : `/${path}`,
          headers,
          body,
        })
    })
  }

  /** Opens a connection; what is returned sends a message, or with null closes it. */
  open(table: string, hear: Hear): Hear {
    const socket = ++this.last
    this.sockets.set(socket, hear)
    this.tell({ kind: 'open', socket, table })
    return (text) => {
      if (!this.sockets.has(socket)) return
      if (text !== null) this.tell({ kind: 'message', socket, text })
      else {
        this.sockets.delete(socket)
        this.tell({ kind: 'close', socket })
      }
    }
  }

  private tell(message: ToWorker): void {
    this.worker.postMessage(message)
  }

  private hear(message: ToPage): void {
    if (message.kind === 'answer') {
      const { id, status, media, body } = message
      this.asked.get(id)?.(new Response(body, { status, headers: { 'content-type': media } }))
      this.asked.delete(id)
    } else if (message.kind === 'message') this.sockets.get(message.socket)?.(message.text)
    else if (message.kind === 'failed') this.fail(message.reason)
  }

  /** The worker cannot start or has failed: nothing stored is lost, and every request is refused. */
  private fail(reason: string): void {
    console.error(reason)
    this.failed = true
    this.refuse()
  }

  private refuse(): void {
    const problem = JSON.stringify({ code: 'no_engine', message: 'the engine did not start' })
    for (const answer of this.asked.values()) answer(new Response(problem, { status: 503 }))
    this.asked.clear()
  }
}
