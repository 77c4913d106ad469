/** What the page says: live regions for screen readers, speech, vibration, short sounds. */
import { untrack } from 'svelte'
import { language } from '../i18n/i18n.svelte'
import { settings } from './settings.svelte'

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
  if (settings.vibration) navigator.vibrate?.(60)
}

type Sound = 'roll' | 'cross' | 'lock' | 'turn' | 'end' | 'tick'
const NOTES: Record<Sound, readonly (readonly [number, number])[]> = {
  roll: [[180, 0.04], [240, 0.04], [150, 0.05], [210, 0.05]],
  cross: [[520, 0.05]],
  lock: [[392, 0.08], [523, 0.14]],
  turn: [[660, 0.07], [880, 0.1]],
  end: [[523, 0.1], [659, 0.1], [784, 0.2]],
  tick: [[1200, 0.02]],
}
let audio: AudioContext | null = null

export function play(sound: Sound): void {
  if (!settings.sounds || typeof AudioContext === 'undefined') return
  audio ??= new AudioContext()
  let at = audio.currentTime
  for (const [pitch, length] of NOTES[sound]) {
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    tone.type = sound === 'roll' ? 'square' : 'triangle'
    tone.frequency.value = pitch
    volume.gain.setValueAtTime(0.12, at)
    volume.gain.exponentialRampToValueAtTime(0.001, at + length)
    tone.connect(volume).connect(audio.destination)
    tone.start(at)
    tone.stop(at + length)
    at += length
  }
}
