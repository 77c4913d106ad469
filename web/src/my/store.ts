/** The records of this device's finished games, in the browser's own database and nowhere else. */
import { RECORDS_DATABASE } from '../lib/games'

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

export interface StoredRecord {
  id: string
  record: string
  /** When it came here, or the day that it names: milliseconds. */
  at: number
  figures?: Figures
}

/** More games than this are not kept; the oldest go. */
export const MAX_RECORDS = 1000
const STORE = 'games'

function opened(): Promise<IDBDatabase> {
  return new Promise((done, fail) => {
    const wish = indexedDB.open(RECORDS_DATABASE, 1)
    wish.onupgradeneeded = () =>
      wish.result.createObjectStore(STORE, { keyPath: 'id' }).createIndex('at', 'at')
    wish.onsuccess = () => done(wish.result)
    wish.onerror = () => fail(wish.error ?? new Error('no database'))
  })
}

/** Does the work in a transaction of its own, and returns what it returned once that is complete. */
async function within<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => T): Promise<T> {
  const base = await opened()
  try {
    return await new Promise((done, fail) => {
      const all = base.transaction(STORE, mode)
      const wish = work(all.objectStore(STORE))
      all.oncomplete = () => done(wish)
      all.onabort = () => fail(all.error ?? new Error('aborted'))
    })
  } finally {
    base.close()
  }
}

/** All of them, the oldest first. */
export async function storedRecords(): Promise<StoredRecord[]> {
  const all = await within('readonly', (store) => store.index('at').getAll())
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- only this page writes them, in this shape
  return all.result as StoredRecord[]
}

/** Keeps these games; one that is there already is replaced. */
export async function saveRecords(games: readonly StoredRecord[]): Promise<void> {
  await within('readwrite', (store) => games.forEach((game) => store.put(game)))
  const all = await storedRecords()
  const old = all.slice(0, Math.max(0, all.length - MAX_RECORDS))
  if (old.length) await within('readwrite', (store) => old.forEach(({ id }) => store.delete(id)))
}

export async function clearRecords(): Promise<void> {
  await within('readwrite', (store) => store.clear())
}
