import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

// Tests of what needs no browser: `tests/NAME.test.ts`, or `NAME.svelte.test.ts` if the test itself
// uses runes. The plugin compiles runes in `.svelte.ts`, and the condition picks the Svelte that
// reacts, not the one that renders on a server.
export default defineConfig({
  plugins: [svelte()],
  resolve: { conditions: ['browser'] },
  test: {
    include: ['tests/**/*.test.ts'],
    environment: './tests/browser.ts',
    setupFiles: ['src/i18n/lazyTexts.ts'],
  },
})
