/** A table of the page with a server that sends what a test wants and records what it receives. */
import { expect, vi } from 'vitest'
import type { Reply, TableMessage } from '../src/lib/link'
import type { ClientMessage, TableView, VariantInfo } from '../src/lib/protocol'
import { Table, type ReadyTable } from '../src/lib/table.svelte'
import { Play } from '../src/table/play.svelte'
import { catalogue, tableView } from './fixtures'

export class Server {
  readonly sent: ClientMessage[] = []
  /** What the next messages are answered with. */
  reply: Reply = { type: 'ack', id: 0, seq: 0 }
  /** How often the page has asked for everything again. */
  resyncs = 0
  /** Hands a message of the server to the page. */
  receive: (message: TableMessage) => void = () => undefined

  readonly send = (message: ClientMessage): Promise<Reply> => {
    this.sent.push(message)
    return Promise.resolve(this.reply)
  }
  readonly close = (): void => undefined
  readonly resync = (): void => {
    this.resyncs += 1
  }

  /** The moves of every answer that was sent. */
  get answers(): string[][] {
    return this.sent.flatMap((message) => (message.type === 'answer' ? [message.moves] : []))
  }
}

/** Answers every request with the catalogue; once for all tests of a file, because the page keeps it. */
export function serveSheets(...sheets: VariantInfo[]): void {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(catalogue(...sheets))))
}

/** A table that shows this view, on the first sheet of the catalogue unless the view names another. */
export async function sitDown(change: Partial<TableView> = {}): Promise<[ReadyTable, Server]> {
  const server = new Server()
  const table = new Table('BCDFGHJK', 'token', (receive, changed) => {
    server.receive = receive
    changed('open')
    return server
  })
  server.receive(tableView(change))
  await vi.waitFor(() => expect(table.isReady()).toBe(true), { interval: 1 })
  if (!table.isReady()) throw new Error('the sheet has not come')
  return [table, server]
}

/** The same table, and the state of the player at it. */
export async function play(change: Partial<TableView> = {}): Promise<[Play, Server]> {
  const [table, server] = await sitDown(change)
  return [new Play(table), server]
}
