/**
 * Collects what a web worker needs to run Python: node engine.mjs TO
 *
 * Pyodide comes from node_modules, and msgspec from the wheel that scripts/install has put there.
 */
import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const [to] = process.argv.slice(2)
const PYODIDE = [
  'pyodide.mjs',
  'pyodide.asm.mjs',
  'pyodide.asm.wasm',
  'pyodide-lock.json',
  'python_stdlib.zip',
]
const WHEELS = 'node_modules/.python'

mkdirSync(to, { recursive: true })
for (const name of PYODIDE) copyFileSync(join('node_modules/pyodide', name), join(to, name))
const wheel = readdirSync(WHEELS).find((name) => name.startsWith('msgspec-'))
if (!wheel) throw new Error(`${WHEELS} holds no msgspec (run scripts/install)`)
copyFileSync(join(WHEELS, wheel), join(to, 'msgspec.zip'))
for (const name of readdirSync(to))
  if (!PYODIDE.includes(name) && name !== 'msgspec.zip') rmSync(join(to, name))
