/** What the page says: live regions for screen readers, speech, vibration, short sounds. */
import { untrack } from 'svelte'
import { language } from '../i18n/i18n.svelte'
import { settings } from './settings.svelte'
import type { Sound } from './sounds'

class Voice {
  polite = $state('')
  assertive = $state('')
}
export const voice = new Voice()

/** One sentence in the polite region; the same sentence twice is heard twice. */
export function say(text: string): void {
  voice.polite = untrack(() => voice.polite) === text ? `${text} ` : text
}

export function sayNow(text: string): void {
  voice.assertive = untrack(() => voice.assertive) === text ? `${text} ` : text
}

export function speakAloud(text: string): void {
  if (!settings.speech || !('speechSynthesis' in window)) return
  const words = new SpeechSynthesisUtterance(text)
  words.lang = language()
  speechSynthesis.cancel()
  speechSynthesis.speak(words)
}

export function buzz(): void {
  if (settings.vibration && 'vibrate' in navigator) navigator.vibrate(60)
}

export function play(sound: Sound): void {
  if (!settings.sounds || typeof AudioContext === 'undefined') return
  void import('./sounds').then(({ playSound }) => playSound(sound))
}
