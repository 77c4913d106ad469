/** Messages to the table whose answers people read. */
import { t } from '../i18n/i18n.svelte'
import { cellAt } from './layout'
import type { ClientMessage, ServerMessage } from './protocol'
import type { ReadyTable } from './table.svelte'
import { refusal, signWords } from './words'

/** Why the rules bar a cell, and what the sign on it means; null where neither is to be said. */
export async function whyNot(
  table: ReadyTable,
  seat: number,
  cell: string,
): Promise<string | null> {
  const reply = await table.send({ type: 'why', seat, cell })
  const place = table.layout.place.get(cell)
  const sign = place ? signWords(cellAt(table.layout, place[0], place[1])) : ''
  return [reasonOf(reply), sign].filter(Boolean).join(' ') || null
}

function reasonOf(reply: ServerMessage): string {
  if (reply.type !== 'because' || reply.code === null) return ''
  if (reply.code !== 'too_few_crosses') return refusal(reply.code)
  return `${t('reason.needs', { n: reply.needed ?? 0, have: reply.have ?? 0 })}.`
}

/** Sends a message; the refusal in words, or nothing where it was carried out. */
export async function attempt(table: ReadyTable, message: ClientMessage): Promise<string> {
  const reply = await table.send(message)
  return reply.type === 'refused' ? refusal(reply.code) : ''
}
