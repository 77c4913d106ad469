// While servers are updated, one may have the page and another its files: reload a few times, then say so.
{
  const KEY = 'rowlock.unloaded'
  const PAUSES_MS = [500, 1000, 2000, 4000, 8000]
  let over = false
  const missing = () => {
    if (over || document.getElementById('app')?.firstChild) return
    over = true
    try {
      const now = Date.now()
      const times = JSON.parse(sessionStorage[KEY] ?? '[]').filter((at) => at > now - 60_000)
      const pause = PAUSES_MS[times.length]
      if (pause) {
        sessionStorage[KEY] = JSON.stringify([...times, now])
        setTimeout(() => location.reload(), pause)
        return
      }
    } catch {
      // Without storage the page would reload for ever.
    }
    const told = document.getElementById('unloaded')
    told.role = 'alert' // not before: a page has one place for alarms
    told.hidden = false
  }
  addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && missing(), true)
  addEventListener('vite:preloadError', missing)
}
