/** What others call the person at this device: the name in the settings, or a friendly suggestion. */
import { t } from '../i18n/i18n.svelte'
import { settings } from './settings.svelte'

const luck = Math.random()

/** A name to begin with, the same one until the page is loaded again. */
function suggestion(): string {
  const ideas = t('name.ideas').split(', ')
  return ideas[Math.floor(luck * ideas.length)] ?? ''
}

export function playerName(): string {
  return settings.name || suggestion()
}
