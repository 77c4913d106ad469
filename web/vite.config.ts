import { svelte } from '@sveltejs/vite-plugin-svelte'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { defineConfig, minifySync, type Plugin } from 'vite'

/** A language goes by its folder, so that a look into the build tells which is which. */
function nameOfChunk(chunk: { facadeModuleId: string | null }): string {
  const [, language, file] =
    /languages\/([\w-]+)\/(\w+)\.json$/.exec(chunk.facadeModuleId ?? '') ?? []
  const name = file === 'page' ? 'language' : 'words'
  return `assets/${language ? `${name}-${language}` : '[name]'}-[hash].js`
}

/** Writes `sw.js`: the service worker with the names of the one page that it keeps and of its files. */
function serviceWorker(): Plugin {
  const PAGE = 'offline.html'
  return {
    name: 'service-worker',
    enforce: 'post',
    generateBundle(_, bundle) {
      const page = bundle[PAGE]
      if (page?.type !== 'asset') throw new Error(`${PAGE} is not built`)
      const text = String(page.source)
      const files = [PAGE, ...[...text.matchAll(/"\.\/(assets\/[^"]+)"/g)].map((found) => found[1])]
      const digest = createHash('sha256').update(text).digest('hex').slice(0, 12)
      const source = readFileSync('src/offline/worker.js', 'utf-8')
        .replace('$DIGEST', digest)
        .replace("'$FILES'", files.map((name) => `'${name}'`).join(', '))
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: small(source) })
    },
  }
}

const small = (script: string): string => minifySync('script.js', script, { module: true }).code

/** `public/first.js`, which stands outside of the bundle, without its comments and spaces. */
function firstScript(): Plugin {
  return {
    name: 'first-script',
    generateBundle() {
      const source = small(readFileSync('public/first.js', 'utf-8'))
      this.emitFile({ type: 'asset', fileName: 'first.js', source })
    },
  }
}

const SHEET = /src\/(sheet\/(?!SheetPicture)|lib\/masks)/
/** The rooms behind the first screen. */
const BEHIND =
  /src\/(sheet\/(?!SheetPicture)|lib\/(masks|table|link|markdown)|rules\/|table\/|review\/)/

// The page is served by the Python server, also below a base path behind a proxy (it fills in
// <base href>): every address in the build is relative, and no asset becomes a data: address, so
// that the strict content security policy holds. publish.mjs brings web/dist to the server.
export default defineConfig({
  base: './',
  plugins: [svelte(), serviceWorker(), firstScript()],
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: {
      input: ['index.html', 'offline.html'],
      output: {
        chunkFileNames: nameOfChunk,
        // What several screens share is one file: fewer requests, and it packs better. What the
        // first screen does not show is left out; rooms that others look into are files of their own.
        codeSplitting: {
          groups: [
            { name: 'shared', minShareCount: 3, test: (file) => !BEHIND.test(file) },
            { name: 'sheet', test: SHEET },
            { name: 'rules', test: /src\/rules\// },
            { name: 'settings', test: /src\/screens\/SettingsForm/ },
            { name: 'table', test: /src\/table\// },
          ],
        },
      },
    },
  },
})
