/** Keeps the record of a game that is over on this device, once. */
import { text } from '../lib/api'
import { recordToStore, withSeat } from './record'
import { saveRecords, storedRecords } from './store'

export async function saveRecord(record: string, seat: number): Promise<void> {
  const now = Date.now()
  const game = { ...recordToStore(withSeat(record, seat), now), at: now }
  if (!(await storedRecords()).some(({ id }) => id === game.id)) await saveRecords([game])
}

export async function saveGame(table: string, seat: number): Promise<void> {
  await saveRecord(await text(`api/tables/${table}/record`), seat)
}
