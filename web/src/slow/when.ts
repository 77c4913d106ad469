/** When the time for an answer over days is up. */
import { language } from '../i18n/i18n.svelte'

export const DAY_S = 86_400
/** Days in which a question is answered. */
export const DAYS = [1, 3, 7] as const

/** "Fri 18:05": every answer is due within a week or two. */
export function dayAndTime(at: number): string {
  const form = { weekday: 'short', hour: 'numeric', minute: '2-digit' } as const
  return new Intl.DateTimeFormat(language(), form).format(new Date(at))
}
