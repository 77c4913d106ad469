/** The tables that wait for the player of this device, in the order of the server: the longest wait
 *  first. The title of the start page and the badge of the installed app count them. */
import { json, post } from '../lib/api'
import { unfinishedGames } from '../lib/games'
import type { Waiting, WaitingTable } from '../lib/protocol'

const EVERY_MS = 60_000
const MOST = 50

class WaitingTables {
  tables = $state.raw<WaitingTable[]>([])
  /** The server has been asked since the page was loaded. */
  asked = $state(false)

  /** Asks the server; without a connection the list stays as it was. */
  async ask(): Promise<void> {
    const tables = unfinishedGames()
      .slice(0, MOST)
      .map(({ table, token }) => ({ table, token }))
    const found = tables.length
      ? await json<Waiting>('api/waiting', post({ tables })).catch(() => null)
      : { tables: [] }
    this.asked = true
    if (!found) return
    this.tables = found.tables
    showBadge(found.tables.length)
  }

  /** Those that wait besides this one. */
  others(table: string): WaitingTable[] {
    return this.tables.filter((other) => other.table !== table)
  }
}

export const waiting = new WaitingTables()

/** Asks now, every minute, and when somebody looks again; an effect that ends with the returned call. */
export function watchWaiting(): () => void {
  const look = (): void => void (document.hidden || waiting.ask())
  look()
  const timer = setInterval(look, EVERY_MS)
  document.addEventListener('visibilitychange', look)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
  }
}

function showBadge(number: number): void {
  if (!('setAppBadge' in navigator)) return
  const shown = number ? navigator.setAppBadge(number) : navigator.clearAppBadge()
  shown.catch(() => {}) // not allowed here
}
