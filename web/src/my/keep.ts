/** Keeps the record of a game that is over on this device, once. */
import { text } from '../lib/api'
import { toKeep, withSeat } from './record'
import { keepRecords, keptRecords } from './store'

export async function keepRecord(record: string, seat: number): Promise<void> {
  const now = Date.now()
  const game = { ...toKeep(withSeat(record, seat), now), at: now }
  if (!(await keptRecords()).some(({ id }) => id === game.id)) await keepRecords([game])
}

export async function keepGame(table: string, seat: number): Promise<void> {
  await keepRecord(await text(`api/tables/${table}/record`), seat)
}
