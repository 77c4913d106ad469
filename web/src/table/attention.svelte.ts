/** What happens by itself when a question comes up: title, buzz, focus, a roll. */
import { tick } from 'svelte'
import { t } from '../i18n/i18n.svelte'
import { buzz, play as sound } from '../lib/announce.svelte'
import { settings } from '../lib/settings.svelte'
import type { Play } from './play.svelte'

/** For the screen of a running game, while it is made. */
export function attend(play: Play): void {
  const question = $derived(`${play.decision?.ask}/${play.decision?.kind}/${play.seat}`)

  // A new question: forget the old pencil.
  $effect(() => {
    void question
    void play.options
    play.settle()
  })

  // It is this device's turn: title, buzz, sound.
  const wanted = $derived(play.asked.length > 0 && !play.view.paused)
  $effect(() => {
    const text = wanted ? t('title.yourTurn') : t('turn', { n: play.view.turn })
    document.title = `${text} · Rowlock`
    if (wanted) {
      buzz()
      sound('turn')
    }
    return () => {
      document.title = 'Rowlock'
    }
  })

  // Roll by itself after three seconds, if set so.
  $effect(() => {
    if (!settings.autoRoll || !play.rolls) return
    const timer = setTimeout(() => void play.roll(), 3_000)
    return () => clearTimeout(timer)
  })

  followFocus(() => `${question} ${play.view.phase} ${play.view.turn}`)
}

/** Where whoever plays with Tab and Enter goes on, the best place first. */
const NEXT = ['[data-action=roll]', '.sheet .legal button', '.dock button:not(:disabled)']

/** The button just pressed has gone with its question: the next question comes into focus. */
function followFocus(question: () => string): void {
  let byKey = false
  const key = (event: KeyboardEvent): void => {
    const inside = (event.target as HTMLElement).closest('.dock button, .sheet button') !== null
    byKey = inside && (event.key === 'Enter' || event.key === ' ')
  }
  const pointer = (): void => {
    byKey = false
  }
  $effect(() => {
    addEventListener('keydown', key, true)
    addEventListener('pointerdown', pointer)
    return () => {
      removeEventListener('keydown', key, true)
      removeEventListener('pointerdown', pointer)
    }
  })
  $effect(() => {
    question()
    if (!byKey) return
    void tick().then(() => {
      if (document.activeElement !== document.body) return
      for (const place of NEXT) {
        const found = document.querySelector<HTMLElement>(place)
        if (found) return found.focus()
      }
    })
  })
}
