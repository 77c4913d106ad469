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

export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Private browsing or a full disk: the page works on, and forgets.
  }
}
