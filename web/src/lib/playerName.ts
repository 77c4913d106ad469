/** What others call the person at this device, who may have told no name yet. */
import { t } from '../i18n/i18n.svelte'
import { settings } from './settings.svelte'

/** For games in which nobody reads it: this device says "you". */
export function nameOrNone(): string {
  return settings.name || t('player')
}
