/** A new table: it is made, kept among the games of this device, and opened. */
import { createTable } from './api'
import { keep } from './games'
import { gameOf } from './layout'
import type { CreateTable } from './protocol'
import { go } from './route.svelte'

export async function startTable(wanted: CreateTable): Promise<void> {
  const made = await createTable(wanted)
  keep({
    table: made.table,
    token: made.token,
    variant: gameOf(wanted.options),
    stage: wanted.start ? 'playing' : 'lobby',
  })
  go(`t/${made.table}`)
}
