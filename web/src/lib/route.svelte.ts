/**
 * Which screen is open, from the address below the base path. A folder of files has one page only:
 * without a server the screen stands behind a question mark.
 */
import { isLocal } from './transport'

const base = new URL(document.baseURI).pathname.replace(/[^/]*$/, '')

function read(): string {
  if (isLocal) return location.search.slice(1)
  const path = location.pathname
  return path.startsWith(base) ? path.slice(base.length) : ''
}

class Route {
  path = $state(read())
}
const route = new Route()

addEventListener('popstate', () => {
  route.path = read()
})

/** The parts of the path: `t/KFDP7MRX/replay/12` gives four. */
export function pathParts(): string[] {
  return route.path.split('/').filter(Boolean)
}

export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, '', href(path))
  else history.pushState(null, '', href(path))
  route.path = path
  scrollTo(0, 0)
}

/** The full address of a path, to share. */
export function address(path: string, origin: string = location.origin): string {
  return origin + href(path)
}

/** For links: a click stays in the page, the address is real. */
export function link(node: HTMLAnchorElement): { destroy: () => void } {
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    go(isLocal ? node.search.slice(1) : node.pathname.slice(base.length))
  }
  node.addEventListener('click', follow)
  return { destroy: () => node.removeEventListener('click', follow) }
}

export function href(path: string): string {
  return isLocal && path ? `${base}?${path}` : base + path
}
