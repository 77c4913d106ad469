/**
 * A tap counts only for what was on the screen when the finger came down.
 *
 * Whoever changes the screen or the question says so (`screenChanged`, `questionChanged`). For a
 * moment afterwards nothing takes a tap: a second one was meant for what was there before. And
 * when a finger comes down, what is there is noted: if it has changed by the time the finger goes
 * up, the tap is dropped. Keys are not fingers: they are never dropped.
 *
 * What answers questions is marked with `data-question`; a new question leaves the rest of the page
 * alone. There a second tap on the same spot is no tap either. Where two people sit face to face,
 * each half (`data-side`) has questions of its own, and one's answer never costs the other a tap.
 */
const TAPS_OFF_MS = 350
const QUESTION = '[data-question]'

const root = document.documentElement
export type Side = 'near' | 'far'

const shown = { screen: 0, question: 0, near: 0, far: 0 }
let pressed = { ...shown }
let timer: ReturnType<typeof setTimeout> | undefined
const timers: Partial<Record<Side, ReturnType<typeof setTimeout>>> = {}
let last: { button: Element | null; at: number } = { button: null, at: 0 }

export const screenChanged = (): void => changed('screen')
export const questionChanged = (side?: Side): void =>
  side ? changedFor(side) : changed('question')

function changedFor(side: Side): void {
  shown[side] += 1
  root.setAttribute(`data-taps-off-${side}`, '')
  clearTimeout(timers[side])
  timers[side] = setTimeout(() => root.removeAttribute(`data-taps-off-${side}`), TAPS_OFF_MS)
}

function changed(what: 'screen' | 'question'): void {
  shown[what] += 1
  // A new question on a new screen: the whole screen still rests.
  if (what === 'screen' || root.dataset['tapsOff'] !== 'screen') root.dataset['tapsOff'] = what
  clearTimeout(timer)
  timer = setTimeout(() => delete root.dataset['tapsOff'], TAPS_OFF_MS)
}

function counts(button: Element, at: number): boolean {
  if (pressed.screen !== shown.screen) return false
  if (!button.closest(QUESTION)) return true
  const side = button.closest<HTMLElement>('[data-side]')?.dataset['side']
  const what = side === 'near' || side === 'far' ? side : 'question'
  return pressed[what] === shown[what] && (button !== last.button || at - last.at >= TAPS_OFF_MS)
}

/** Stands before every click of the page. */
export function guardTaps(): void {
  addEventListener('pointerdown', () => (pressed = { ...shown }), true)
  addEventListener(
    'click',
    (event) => {
      const { target } = event
      if (!(target instanceof Element)) return
      const button = target.closest('button, a') ?? target
      if (event.detail === 0) return // pressed by a key, or by what reads the screen
      const now = performance.now()
      if (counts(button, now)) last = { button, at: now }
      else {
        event.preventDefault()
        event.stopImmediatePropagation()
      }
    },
    true,
  )
}
