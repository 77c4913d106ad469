/**
 * Puts the built page where the server looks for it: node publish.mjs FROM TO
 *
 * A server that runs meanwhile finds a whole page at every moment: first the new files come beside
 * the old ones (built files carry a digest in their name), then `index.html`, which names them, is
 * replaced by one rename, and only then what it no longer names is taken away.
 */
import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

const [from, to] = process.argv.slice(2)
const FIRST = 'index.html'

function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
}

function put(name) {
  const place = join(to, name)
  mkdirSync(dirname(place), { recursive: true })
  copyFileSync(join(from, name), `${place}.new`)
  renameSync(`${place}.new`, place)
}

mkdirSync(to, { recursive: true })
const built = filesOf(from)
if (!built.includes(FIRST)) throw new Error(`${from} holds no built page`)
for (const name of built) if (name !== FIRST) put(name)
put(FIRST)
for (const name of filesOf(to)) if (!built.includes(name)) rmSync(join(to, name))
