/** Words of rooms that are no part of the first load: whoever imports this has waited for them. */
import { byFolder, learn, type Entry } from './i18n.svelte'

await learn(
  byFolder(import.meta.glob<Record<string, Entry>>('../../../src/rowlock/languages/*/rooms.json', { import: 'default' })),
)
