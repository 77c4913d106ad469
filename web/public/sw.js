// The installed page opens without a network: its own files from the cache, everything about
// games from the server. The page itself is asked for first, so that a new version is seen at once.
const CACHE = 'rowlock-1'

self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  const path = url.pathname.slice(new URL(self.registration.scope).pathname.length)
  if (request.method !== 'GET' || url.origin !== location.origin || path.startsWith('api/')) return
  if (request.mode === 'navigate') event.respondWith(page(request))
  else if (path.startsWith('assets/')) event.respondWith(file(request))
})

async function page(request) {
  const cache = await caches.open(CACHE)
  const home = self.registration.scope
  try {
    const fresh = await fetch(request)
    if (fresh.ok) await cache.put(home, fresh.clone())
    return fresh
  } catch {
    return (await cache.match(home)) ?? Response.error()
  }
}

// Built files carry a digest in their name: what is in the cache never changes.
async function file(request) {
  const cache = await caches.open(CACHE)
  const kept = await cache.match(request)
  if (kept) return kept
  const fresh = await fetch(request)
  if (fresh.ok) await cache.put(request, fresh.clone())
  return fresh
}
