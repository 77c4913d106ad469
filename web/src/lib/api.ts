/** The few requests beside the socket. */
import type {
  Catalogue,
  Created,
  CreateTable,
  Erased,
  Joined,
  Problem,
  Replay,
  Requested,
  TablePeek,
} from './protocol'
import { request } from './transport'

/** The server's refusal; `code` has a text in every language. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly about: Partial<Problem> = {},
  ) {
    super(message)
  }
}

export function apiUrl(path: string): string {
  return new URL(path, document.baseURI).href
}

async function bodyOf<T>(response: Response): Promise<T> {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- what the route is documented to answer
  return (await response.json()) as T
}

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response
  try {
    response = await request(path, init)
  } catch {
    throw new Refusal('offline', 'no connection')
  }
  if (!response.ok) {
    const problem = await bodyOf<Problem | null>(response).catch(() => null)
    throw new Refusal(
      problem?.code ?? 'internal',
      problem?.message ?? response.statusText,
      problem ?? {},
    )
  }
  return response
}

export async function text(path: string, init?: RequestInit): Promise<string> {
  return (await ask(path, init)).text()
}

export async function json<T>(path: string, init?: RequestInit): Promise<T> {
  return bodyOf(await ask(path, init))
}

/** A request whose headers can be added to. */
export type Request = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }

/** The request with the key of a player in it. */
export const authorized = (init: Request, key: string): Request => ({
  ...init,
  headers: { ...init.headers, authorization: `Bearer ${key}` },
})

export function post(body: unknown): Request {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
}

let catalogue: Promise<Catalogue> | null = null

export function getCatalogue(): Promise<Catalogue> {
  catalogue ??= json<Catalogue>('api/catalog').catch((error: unknown) => {
    catalogue = null
    throw error
  })
  return catalogue
}

export const createTable = (body: CreateTable): Promise<Created> =>
  json('api/tables', post({ ...body, seals: true }))
export const joinTable = (table: string, name: string): Promise<Joined> =>
  json(`api/tables/${table}/join`, post({ name, seals: true }))
/** Asks for a seat in a game under way. */
export const requestSeat = (table: string, name: string): Promise<Requested> =>
  json(`api/tables/${table}/requests`, post({ name }))
export const peekTable = (table: string): Promise<TablePeek> => json(`api/tables/${table}`)
export const getReplay = (table: string): Promise<Replay> => json(`api/tables/${table}/replay`)
export const getTablePicture = (table: string, lang: string): Promise<string> =>
  text(`api/tables/${table}/picture?lang=${lang}`)
export const recordUrl = (table: string): string => apiUrl(`api/tables/${table}/record`)
export const getRules = (page: string, lang: string): Promise<string> =>
  text(`api/rules/${page}?lang=${lang}`)
/** Empty sheets as PDF; `false` and "" are wishes nobody has. */
export async function getSheets(
  sheet: string,
  wishes: Record<string, string | number | boolean>,
): Promise<Blob> {
  const asked = Object.entries(wishes).filter(([, wish]) => wish)
  return (
    await ask(
      `api/sheets/${sheet}?${new URLSearchParams(asked.map(([name, wish]) => [name, String(wish)]))}`,
    )
  ).blob()
}
export const getQr = (link: string): Promise<string> => text('api/qr', post({ text: link }))
export const eraseTable = (table: string, token: string): Promise<Erased> =>
  json(`api/tables/${table}`, authorized({ method: 'DELETE' }, token))
