/** What happens automatically when a question comes up: title, vibration, focus, roll, only answer. */
import { tick, untrack } from 'svelte'
import { t } from '../i18n/i18n.svelte'
import { buzz, play as sound, say } from '../lib/announce.svelte'
import { notifyIfHidden } from '../lib/pushNotifications'
import { settings } from '../lib/settings.svelte'
import { questionChanged, screenChanged } from '../lib/taps'
import type { Play } from './play.svelte'
import { answerWords } from './sentences'

/** So long one sees why there is nothing to choose. */
const FORCED_MS = 1_600

/** For the screen of a running game, while it is made. */
export function followQuestions(play: Play): void {
  const question = $derived(`${play.decision?.ask}/${play.decision?.kind}/${play.seat}`)

  // A new question: forget the old pencil, and what was asked about it.
  $effect(() => {
    void question
    untrack(() => play.renew())
  })
  $effect(() => {
    void play.options
    untrack(() => play.settle())
  })

  // Taps that were meant for what was here before are none.
  const asks = $derived(
    [
      question,
      play.view.turn,
      play.view.phase,
      play.view.paused,
      play.rolling,
      play.asking,
      play.held,
      play.committed,
    ].join(),
  )
  $effect(() => {
    void asks
    questionChanged(play.half?.side)
  })
  $effect(() => {
    void play.handover
    screenChanged()
  })

  // What a press has done, for those who do not see it.
  const answered = $derived(answerWords(play))
  $effect(() => {
    if (answered) say(answered)
  })

  // Who has no choice is not asked.
  const due = $derived(
    play.rolling || play.view.paused || play.table.state !== 'open'
      ? ''
      : play.forced.map(({ seat, ask }) => `${seat}@${ask}`).join(),
  )
  $effect(() => {
    if (!due) return
    const [decision] = untrack(() => play.forced)
    if (!decision) return
    const seen = untrack(() => decision.seat === play.seat)
    const timer = setTimeout(() => void play.answerForced(decision), seen ? FORCED_MS : 0)
    return () => clearTimeout(timer)
  })

  // It is this device's turn: title, buzz, sound.
  const wanted = $derived(play.asked.length > 0 && !play.view.paused && !play.rolling)
  $effect(() => {
    const text = wanted ? t('title.yourTurn') : t('turn', { n: play.view.turn })
    document.title = `${text} · Rowlock`
    if (wanted) {
      buzz()
      sound('turn')
      void notifyIfHidden(play.table.id)
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
const NEXT = ['[data-action=roll]', '.sheet .legal button', '.dock button:not(:disabled, .ticker)']

/** What was just pressed has gone with its question: the next question comes into focus. */
function followFocus(question: () => string): void {
  let byKey = false
  const key = (event: KeyboardEvent): void => {
    const inside =
      event.target instanceof Element &&
      event.target.closest('.dock button, .sheet button') !== null
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
      const here = document.activeElement
      if (here !== document.body && !here?.matches('.sheet [aria-disabled]')) return
      for (const place of NEXT) {
        const found = document.querySelector<HTMLElement>(place)
        if (!found) continue
        found.focus()
        return
      }
    })
  })
}
