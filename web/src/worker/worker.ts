/**
 * The table in this browser: Pyodide runs the package of the server's rooms in this thread, and the
 * page speaks with it as with a server (src/rowlock/browser). All files come from our own origin.
 */
import type { loadPyodide, PyodideAPI } from 'pyodide'
import { Bridge } from '../engine/bridge'
import { Logs, openDatabase } from './logs'
import type { ToPage, ToWorker } from './messages'

type Request = Extract<ToWorker, { kind: 'request' }>
interface Answer {
  status: number
  media: string
  body: string
  destroy(): void
}
interface Host {
  request(method: string, path: string, headers: unknown, body: string): Promise<Answer>
  open_socket(number: number, table: string): void
  receive(number: number, text: string): Promise<void>
  close_socket(number: number): Promise<void>
}

type Pyodide = { loadPyodide: typeof loadPyodide }

const isPyodide = (found: unknown): found is Pyodide =>
  typeof found === 'object' && found !== null && 'loadPyodide' in found
const isHost = (found: unknown): found is Host =>
  found instanceof Object && 'open_socket' in found && 'receive' in found

const PACKAGES = '/packages'
const START = `
import sys
sys.path.insert(0, "${PACKAGES}")
from pyodide.ffi import to_js
from rowlock.browser.host import BrowserHost
import rowlock_page
BrowserHost(rowlock_page, to_js)
`

const tell = (message: ToPage): void => postMessage(message)

async function file(base: string, name: string): Promise<ArrayBuffer> {
  const response = await fetch(new URL(name, base))
  if (!response.ok) throw new Error(`${name}: ${response.status}`)
  return response.arrayBuffer()
}

async function python(base: string): Promise<PyodideAPI> {
  const folder = new URL('engine/', base).href
  // It is published beside the page, not bundled.
  const module: unknown = await import(/* @vite-ignore */ `${folder}pyodide.mjs`)
  if (!isPyodide(module)) throw new Error('this is not Pyodide')
  return module.loadPyodide({ indexURL: folder, packageCacheDir: '', checkAPIVersion: false })
}

async function start(base: string): Promise<Host> {
  const [py, module, sources, msgspec, database] = await Promise.all([
    python(base),
    WebAssembly.compileStreaming(fetch(new URL('engine/bots.wasm', base))),
    file(base, 'engine/rowlock.zip'),
    file(base, 'engine/msgspec.zip'),
    openDatabase(),
  ])
  py.unpackArchive(sources, 'zip', { extractDir: PACKAGES })
  py.unpackArchive(msgspec, 'zip', { extractDir: PACKAGES })
  py.registerJsModule('rowlock_page', {
    engine: new Bridge(module),
    logs: new Logs(database),
    weights: async (sheet: string) =>
      new Uint8Array(await file(base, `engine/weights/${sheet}.npz`)),
    send: (socket: number, text: string | undefined) =>
      tell({ kind: 'message', socket, text: text ?? null }),
  })
  const found: unknown = await py.runPythonAsync(START)
  if (!isHost(found)) throw new Error('this is not the host')
  return found
}

let host: Promise<Host> | undefined

async function request(to: Host, { id, method, path, headers, body }: Request): Promise<void> {
  const found = await to.request(method, path, Object.entries(headers), body)
  tell({ kind: 'answer', id, status: found.status, media: found.media, body: found.body })
  found.destroy()
}

async function handle(message: ToWorker): Promise<void> {
  if (message.kind === 'start') {
    host = start(message.base)
    await host
    tell({ kind: 'ready' })
    return
  }
  const to = await host
  if (!to) return
  if (message.kind === 'request') await request(to, message)
  else if (message.kind === 'open') to.open_socket(message.socket, message.table)
  else if (message.kind === 'message') await to.receive(message.socket, message.text)
  else await to.close_socket(message.socket)
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  handle(data).catch((error: unknown) => tell({ kind: 'failed', reason: String(error) }))
})
