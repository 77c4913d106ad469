/** What this browser keeps for the page: JSON in localStorage. Without storage nothing is kept. */

/** The value under a key, or `otherwise` if there is none. */
export function readStored<T>(key: string, otherwise: T): T {
  try {
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- only this page writes it, in this shape
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as T | null) ?? otherwise
  } catch {
    return otherwise
  }
}

/** Whether the value was stored: not in private browsing, or when storage is full. */
export function writeStored(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing can be stored, so there is nothing to remove.
  }
}

/** The keys in use that begin like this. */
export function storedKeys(prefix: string): string[] {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '')
    return keys.filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}
