/** The texts of all screens but the home; an import waits until they are there. */
import { byFolder, addTexts, type Entry } from './i18n.svelte'

await addTexts(
  byFolder(
    import.meta.glob<Record<string, Entry>>('../../../src/rowlock/languages/*/lazy.json', {
      import: 'default',
    }),
  ),
)
