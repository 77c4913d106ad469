/** What the service worker shows in place of any page while the server cannot be reached. It speaks
 *  the player's language, looks by itself whether the server is back, and then goes on. */
import './offline.css'

type Texts = Record<string, string>

const LOOK_MS = 5_000

const files = import.meta.glob<Texts>('../../../src/rowlock/languages/*/offline.json', {
  eager: true,
  import: 'default',
})
const texts = Object.fromEntries(
  Object.entries(files).map(([file, found]) => [file.split('/').at(-2) ?? '', found]),
)

/** The settings as the page left them, which keeps them from its first visit on. */
function settings(): { language?: string; size?: string } {
  try {
    // This script stands alone: it needs no other file.
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the page writes it, in this shape
    return JSON.parse(localStorage.getItem('rowlock.settings') ?? '{}') as ReturnType<
      typeof settings
    >
  } catch {
    return {}
  }
}

async function look(): Promise<void> {
  const answer = await fetch(new URL('healthz', document.baseURI), { cache: 'no-store' }).catch(
    () => null,
  )
  if (answer?.ok) location.reload()
}

const { language = 'en', size = 'normal' } = settings()
const chosen = language in texts ? language : 'en'
const words = texts[chosen] ?? {}
const root = document.documentElement
root.lang = chosen
root.dataset['size'] = size
for (const place of document.querySelectorAll<HTMLElement>('[data-text]'))
  place.textContent = words[place.dataset['text'] ?? ''] ?? ''
document.title = `${words['title']} · Rowlock`
document.querySelector('button')?.addEventListener('click', () => location.reload())
addEventListener('online', () => void look())
setInterval(() => void look(), LOOK_MS)
