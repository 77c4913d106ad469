/** Dates as the server writes them: 2026-11-16. */
import { region } from '../i18n/i18n.svelte'

/** The date where the player is; `days` later or earlier. */
export function dateHere(days = 0): string {
  const now = new Date()
  return isoDate(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days))
}

/** The day before or after a date. */
export function daysAfter(date: string, days: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return isoDate(new Date(year, month - 1, day + days))
}

/** "16 Nov 2026", as the language of the page writes dates where the reader is. */
export function dayWords(date: string): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return new Intl.DateTimeFormat(region(), { dateStyle: 'medium' }).format(
    new Date(year, month - 1, day),
  )
}

export function isoDate(day: Date): string {
  const two = (n: number): string => String(n).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}
