import { vitePreprocess } from '@sveltejs/vite-plugin-svelte'

// Every rule and every element names the scope of its component: short names make a lighter page.
const cssHash = ({ hash, filename }) => `s-${hash(filename).slice(-5)}`

export default { preprocess: vitePreprocess(), compilerOptions: { cssHash } }
