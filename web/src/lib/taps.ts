/**
 * A tap counts only for what was on the screen when the finger came down.
 *
 * Whoever changes the screen or the question says so (`screenChanged`, `questionChanged`). For a
 * moment afterwards nothing takes a tap: a second one was meant for what was there before. And
 * when a finger comes down, what is there is noted: if it has changed by the time the finger goes
 * up, the tap is dropped. Keys are not fingers: they are never dropped.
 *
 * What answers questions is marked with `data-asks`; a new question leaves the rest of the page
 * alone. There a second tap on the same spot is no tap either. Where two people sit face to face,
 * each half (`data-side`) has questions of its own, and one's answer never costs the other a tap.
 */
const REST_MS = 350
const ASKS = '[data-asks]'

const root = document.documentElement
export type Side = 'near' | 'far'

const shown = { screen: 0, question: 0, near: 0, far: 0 }
let touched = { ...shown }
let timer: ReturnType<typeof setTimeout> | undefined
const timers: Partial<Record<Side, ReturnType<typeof setTimeout>>> = {}
let last: { button: Element | null; at: number } = { button: null, at: 0 }

export const screenChanged = (): void => changed('screen')
export const questionChanged = (side?: Side): void => (side ? changedFor(side) : changed('question'))

function changedFor(side: Side): void {
  shown[side] += 1
  root.setAttribute(`data-rest-${side}`, '')
  clearTimeout(timers[side])
  timers[side] = setTimeout(() => root.removeAttribute(`data-rest-${side}`), REST_MS)
}

function changed(what: 'screen' | 'question'): void {
  shown[what] += 1
  // A new question on a new screen: the whole screen still rests.
  if (what === 'screen' || root.dataset['rest'] !== 'screen') root.dataset['rest'] = what
  clearTimeout(timer)
  timer = setTimeout(() => delete root.dataset['rest'], REST_MS)
}

function meant(button: Element, at: number): boolean {
  if (touched.screen !== shown.screen) return false
  if (!button.closest(ASKS)) return true
  const what = (button.closest<HTMLElement>('[data-side]')?.dataset['side'] ?? 'question') as Side | 'question'
  return touched[what] === shown[what] && (button !== last.button || at - last.at >= REST_MS)
}

/** Stands before every click of the page. */
export function guardTaps(): void {
  addEventListener('pointerdown', () => (touched = { ...shown }), true)
  addEventListener(
    'click',
    (event) => {
      const target = event.target as Element
      const button = target.closest('button, a') ?? target
      if (event.detail === 0) return // pressed by a key, or by what reads the screen
      const now = performance.now()
      if (meant(button, now)) last = { button, at: now }
      else {
        event.preventDefault()
        event.stopImmediatePropagation()
      }
    },
    true,
  )
}
