/** The screen with its words: they are no part of the first load. */
import { byFolder, learn, type Entry } from '../i18n/i18n.svelte'

await learn(
  byFolder(import.meta.glob<Record<string, Entry>>('../../../src/rowlock/languages/*/games.json', { import: 'default' })),
)

export { default } from './MyGames.svelte'
