import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import { defineConfig, globalIgnores } from 'eslint/config'
import globals from 'globals'
import ts from 'typescript-eslint'
import svelteConfig from './svelte.config.js'

export default defineConfig(
  // Both are made by scripts/generate-types.
  globalIgnores(['dist/', 'src/lib/messageChecks.ts', 'src/lib/protocol.ts']),
  js.configs.recommended,
  ts.configs.strictTypeChecked,
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    languageOptions: {
      globals: globals.browser,
      parserOptions: { projectService: true, extraFileExtensions: ['.svelte'] },
    },
    rules: {
      // Prettier breaks long lines, so that a line counts the same everywhere.
      'max-lines': ['error', 350],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // A type assertion proves nothing: each is an exception with its reason.
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      // `void x` names what an effect depends on.
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // Svelte removes a space at the start of a block, but not `{' '}`.
      'svelte/no-useless-mustaches': 'off',
      // A Map that nothing on the screen reads needs no reactivity.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    // ESLint does not know what other components take and export; svelte-check does.
    files: ['**/*.svelte'],
    rules: {
      '@typescript-eslint/no-redundant-type-constituents': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: ['src/**'],
    rules: { 'no-restricted-globals': ['error', 'Buffer', 'global', 'process', 'require'] },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    extends: [ts.configs.disableTypeChecked],
    languageOptions: { globals: { ...globals.node, ...globals.serviceworker } },
  },
)
