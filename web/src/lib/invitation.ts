/** How others find a table: its address and its code. */
import type { Catalogue } from './protocol'
import { address } from './route.svelte'

/** On the server's own machine the address of the network is of more use than "localhost". */
export function invitation(table: string, catalogue: Catalogue | null): string {
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname)
  const lan = catalogue?.lan_url
  return local && lan ? address(`t/${table}`, new URL(lan).origin) : address(`t/${table}`)
}

/** The code as people read it out: in two halves. */
export function spelled(table: string): string {
  return table.length > 5 ? `${table.slice(0, 4)}-${table.slice(4)}` : table
}
