import { mount } from 'svelte'
import App from './App.svelte'
import './lib/install.svelte'
import { applySettings, loadSettings } from './lib/settings.svelte'
import { guardTaps } from './lib/taps'
import './styles/tokens.css'
import './styles/base.css'
import './styles/dock.css'
import './styles/print.css'

await loadSettings()
applySettings()
guardTaps()
mount(App, { target: document.getElementById('app') ?? document.body })
// The words of all other screens come once the first one is there.
setTimeout(() => void import('./i18n/lazyTexts').catch(() => {}), 500)

// What this page needs next is gone from the server: a new version has been put there. It comes with
// a reload, once for each version; without any server, the service worker says so.
addEventListener('vite:preloadError', () => {
  const KEY = 'rowlock.reloaded'
  if (sessionStorage.getItem(KEY) === import.meta.url) return
  sessionStorage.setItem(KEY, import.meta.url)
  location.reload()
})

if ('serviceWorker' in navigator && import.meta.env.PROD)
  void navigator.serviceWorker.register(new URL('sw.js', document.baseURI)).catch(() => {})
