// The service worker. With the server gone the page says so itself, and a notification is shown
// when it is somebody's turn.
//
// It keeps one page and its files, and nothing about games or people. Every other page comes from
// the server, so that there is never an old one. The build fills in the names of the files, which
// hold digests of what is in them: another page is another worker, with a cache of its own.
const CACHE = 'rowlock-$DIGEST'
const FILES = ['$FILES']
const [PAGE] = FILES

/** What a proxy answers for a server that is not there. */
const GONE = [502, 503, 504]

const address = (name) => new URL(name, self.registration.scope).href

self.addEventListener('install', (event) => {
  const wanted = FILES.map((name) => new Request(address(name), { cache: 'reload' }))
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(wanted))
      .then(() => self.skipWaiting()),
  )
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
  if (request.mode === 'navigate') event.respondWith(page(request))
  else if (FILES.map(address).includes(request.url)) event.respondWith(file(request))
})

async function page(request) {
  try {
    const fresh = await fetch(request)
    if (!GONE.includes(fresh.status)) return fresh
  } catch {
    // no answer at all
  }
  return kept(address(PAGE))
}

async function file(request) {
  try {
    return await fetch(request)
  } catch {
    return kept(request.url)
  }
}

async function kept(url) {
  return (await caches.match(url, { cacheName: CACHE, ignoreVary: true })) ?? Response.error()
}

// A call to a table: not where it is being looked at.
self.addEventListener('push', (event) => event.waitUntil(call(event.data.json())))

async function call({ title, body, url }) {
  const windows = await self.clients.matchAll({ type: 'window' })
  if (windows.some((each) => each.visibilityState === 'visible' && shows(each, url))) return
  const icon = address('icon-192.png')
  await self.registration.showNotification(title, {
    body,
    icon,
    tag: url,
    renotify: true,
    data: url,
  })
}

const shows = (window, url) => window.url.startsWith(address(url))

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(goTo(event.notification.data))
})

/** The window that shows the table; or any other of ours goes there; or a new one opens. */
async function goTo(url) {
  const windows = await self.clients.matchAll({ type: 'window' })
  const open = windows.find((each) => shows(each, url))
  if (open) return open.focus()
  const [other] = windows // the one that was looked at last
  if (!other) return self.clients.openWindow(address(url))
  await other.focus()
  return other.navigate(address(url))
}
