/** The logs of all tables in IndexedDB, for src/rowlock/browser/store.py. */

const NAME = 'rowlock'
const VERSION = 1
const LINES = 'lines'
const TABLES = 'tables'

interface Table {
  name: string
  length: number
  touched: number
}

export interface Log {
  lines: string[]
  touched: number
}

/** Opens the database; an older version gets the stores it lacks. */
export function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(NAME, VERSION)
  opening.onupgradeneeded = ({ oldVersion }) => {
    if (oldVersion < 1) {
      opening.result.createObjectStore(LINES) // [table, number] to a line of JSON
      opening.result.createObjectStore(TABLES, { keyPath: 'name' })
    }
  }
  return answer(opening)
}

export class Logs {
  private readonly database: IDBDatabase

  constructor(database: IDBDatabase) {
    this.database = database
    // Another tab has a newer version: it must not wait for this one.
    database.onversionchange = () => database.close()
  }

  /** Adds to a log; false if it has another length, as when another tab plays at the table. */
  async append(
    name: string,
    expected: number,
    lines: string[],
    at: number | null | undefined,
  ): Promise<boolean> {
    const change = this.change()
    const tables = change.objectStore(TABLES)
    const stored = await answer<unknown>(tables.get(name))
    const table = isTable(stored) ? stored : undefined
    if ((table?.length ?? 0) !== expected) return false
    const store = change.objectStore(LINES)
    for (const [place, line] of lines.entries()) store.put(line, [name, expected + place + 1])
    const touched = at ?? table?.touched ?? 0
    tables.put({ name, length: expected + lines.length, touched })
    await done(change)
    return true
  }

  async read(name: string): Promise<Log | null> {
    const look = this.database.transaction([LINES, TABLES])
    const table = await answer<unknown>(look.objectStore(TABLES).get(name))
    if (!isTable(table)) return null
    const lines = await answer<unknown[]>(look.objectStore(LINES).getAll(whole(name)))
    return { lines: lines.map(String), touched: table.touched }
  }

  /** Replaces lines by their numbers. */
  async rewrite(name: string, numbers: number[], lines: string[]): Promise<void> {
    const change = this.change()
    for (const [place, number] of numbers.entries())
      change.objectStore(LINES).put(lines[place], [name, number])
    await done(change)
  }

  async remove(name: string): Promise<void> {
    const change = this.change()
    change.objectStore(LINES).delete(whole(name))
    change.objectStore(TABLES).delete(name)
    await done(change)
  }

  /** The tables that were last changed before a time. */
  async old(before: number): Promise<string[]> {
    const look = this.database.transaction(TABLES)
    const tables = await answer<unknown[]>(look.objectStore(TABLES).getAll())
    return tables
      .filter(isTable)
      .filter((table) => table.touched < before)
      .map((table) => table.name)
  }

  private change(): IDBTransaction {
    return this.database.transaction([LINES, TABLES], 'readwrite', { durability: 'relaxed' })
  }
}

const whole = (name: string): IDBKeyRange => IDBKeyRange.bound([name, 0], [name, Infinity])

const isTable = (found: unknown): found is Table =>
  typeof found === 'object' && found !== null && 'touched' in found

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the database does not answer'))
  })
}

function done(change: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    change.oncomplete = () => resolve()
    change.onabort = () => reject(change.error ?? new Error('the database is full'))
  })
}
