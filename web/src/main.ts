import { mount } from 'svelte'
import App from './App.svelte'
import { applySettings, loadSettings } from './lib/settings.svelte'
import { guardTaps } from './lib/taps'
import './styles/tokens.css'
import './styles/base.css'
import './styles/dock.css'
import './styles/print.css'

await loadSettings()
applySettings()
guardTaps()
mount(App, { target: document.getElementById('app')! })

if ('serviceWorker' in navigator && import.meta.env.PROD)
  void navigator.serviceWorker.register(new URL('sw.js', document.baseURI)).catch(() => {})
