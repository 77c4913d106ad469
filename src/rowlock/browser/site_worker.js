// The service worker of a folder that plays by itself: all its files are kept, so that it opens
// without a network. A new version is fetched as a whole before anything of it is used, and used
// when no page of the old one is open.
const CACHE = 'rowlock-site-$DIGEST'
const FILES = $FILES

const address = (name) => new URL(name, self.registration.scope).href

self.addEventListener('install', (event) => {
  const wanted = FILES.map((name) => new Request(address(name), { cache: 'reload' }))
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(wanted)))
})

self.addEventListener('activate', (event) => {
  const others = (names) => names.filter((name) => name !== CACHE)
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(others(names).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET' || !request.url.startsWith(self.registration.scope)) return
  event.respondWith(kept(request))
})

async function kept(request) {
  const url = request.mode === 'navigate' ? address('./') : request.url
  return (await caches.match(url, { cacheName: CACHE, ignoreVary: true })) ?? fetch(request)
}
