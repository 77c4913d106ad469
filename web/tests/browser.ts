/**
 * The little of a browser that the page's modules touch while they are loaded: an address, a root
 * element, storage and events. What needs more than this is tested in Chromium (tests/web).
 */
import type { Environment } from 'vitest/runtime'

/** The root element: attributes, and `data-*` as properties. */
class Root {
  lang = ''
  readonly dataset: Record<string, string> = {}

  setAttribute(name: string, value: string): void {
    this.dataset[camelCase(name)] = value
  }

  removeAttribute(name: string): void {
    Reflect.deleteProperty(this.dataset, camelCase(name))
  }
}

const camelCase = (attribute: string): string =>
  attribute.replace(/^data-/, '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

class Page extends EventTarget {
  readonly baseURI = 'http://rowlock.test/'
  readonly documentElement = new Root()
  visibilityState = 'visible'
}

class MemoryStorage {
  private readonly items = new Map<string, string>()

  getItem(key: string): string | null {
    return this.items.get(key) ?? null
  }

  setItem(key: string, value: string): void {
    this.items.set(key, value)
  }

  removeItem(key: string): void {
    this.items.delete(key)
  }

  clear(): void {
    this.items.clear()
  }

  get length(): number {
    return this.items.size
  }

  key(at: number): string | null {
    return [...this.items.keys()][at] ?? null
  }
}

const page: Environment = {
  name: 'page',
  viteEnvironment: 'client',
  setup(global: object) {
    const events = new EventTarget()
    const added = {
      document: new Page(),
      location: new URL('http://rowlock.test/'),
      localStorage: new MemoryStorage(),
      addEventListener: events.addEventListener.bind(events),
      // Node only understands the third argument as an object here.
      removeEventListener: (type: string, listener: EventListener, capture = false) => {
        events.removeEventListener(type, listener, { capture })
      },
      dispatchEvent: events.dispatchEvent.bind(events),
      getComputedStyle: () => ({ fontSize: '16px' }),
    }
    for (const [name, value] of Object.entries(added))
      Object.defineProperty(global, name, { value, configurable: true, writable: true })
    return {
      teardown() {
        for (const name of Object.keys(added)) Reflect.deleteProperty(global, name)
      },
    }
  },
}

export default page
