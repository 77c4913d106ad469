/** The records of this device's finished games, in the browser's own database and nowhere else. */
import { RECORDS } from '../lib/games'

/** What a review found, in its unit. */
export interface Figures {
  unit: 'points' | 'wins'
  /** Whether a trained network judged: only such games say which level they look like. */
  network: boolean
  /** Whether only rules of thumb judged. */
  rough?: boolean
  decisions: number
  loss: number
}

export interface Kept {
  id: string
  record: string
  /** When it came here, or the day that it names: milliseconds. */
  at: number
  figures?: Figures
}

/** More games than this are not kept; the oldest go. */
export const MOST = 1000
const STORE = 'games'

function opened(): Promise<IDBDatabase> {
  return new Promise((done, fail) => {
    const wish = indexedDB.open(RECORDS, 1)
    wish.onupgradeneeded = () => wish.result.createObjectStore(STORE, { keyPath: 'id' }).createIndex('at', 'at')
    wish.onsuccess = () => done(wish.result)
    wish.onerror = () => fail(wish.error)
  })
}

async function within<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T> | void): Promise<T> {
  const base = await opened()
  try {
    return await new Promise<T>((done, fail) => {
      const all = base.transaction(STORE, mode)
      const wish = work(all.objectStore(STORE))
      all.oncomplete = () => done(wish?.result as T)
      all.onabort = () => fail(all.error)
    })
  } finally {
    base.close()
  }
}

/** All of them, the oldest first. */
export function keptRecords(): Promise<Kept[]> {
  return within('readonly', (store) => store.index('at').getAll() as IDBRequest<Kept[]>)
}

/** Keeps these games; one that is there already is replaced. */
export async function keepRecords(games: readonly Kept[]): Promise<void> {
  await within<void>('readwrite', (store) => games.forEach((game) => store.put(game)))
  const all = await keptRecords()
  const old = all.slice(0, Math.max(0, all.length - MOST))
  if (old.length) await within<void>('readwrite', (store) => old.forEach(({ id }) => store.delete(id)))
}

export async function forgetRecords(): Promise<void> {
  await within('readwrite', (store) => store.clear())
}
