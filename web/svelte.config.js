import { vitePreprocess } from '@sveltejs/vite-plugin-svelte'

/** @type {Map<string, string>} */
const taken = new Map()

// Every rule and every element names the scope of its component: short names make a lighter page.
const cssHash = ({ hash, filename }) => {
  const name = `s${hash(filename).slice(-4)}`
  const other = taken.get(name) ?? filename
  if (other !== filename) throw new Error(`${filename} and ${other} have one scope: rename one`)
  taken.set(name, filename)
  return name
}

export default { preprocess: vitePreprocess(), compilerOptions: { cssHash, runes: true } }
