/**
 * Every sound of the page, made from noise and tones as it is played: dice on felt, a pencil on
 * paper, a padlock, a few bells. Loaded when sounds are switched on.
 */
let audio: AudioContext | null = null
let noise: AudioBuffer | null = null

export type Sound = 'roll' | 'cross' | 'penalty' | 'lock' | 'turn' | 'end' | 'tick' | 'cheer'

/** A volume that rises at once (or within `attack`) and dies away. */
function fading(
  context: AudioContext,
  at: number,
  volume: number,
  length: number,
  attack = 0.002,
): GainNode {
  const gain = context.createGain()
  gain.gain.setValueAtTime(0.0001, at)
  gain.gain.exponentialRampToValueAtTime(volume, at + attack)
  gain.gain.exponentialRampToValueAtTime(0.0001, at + attack + length)
  gain.connect(context.destination)
  return gain
}

function tone(
  context: AudioContext,
  at: number,
  pitch: number,
  volume: number,
  length: number,
  to = pitch,
): void {
  const source = context.createOscillator()
  source.type = 'sine'
  source.frequency.setValueAtTime(pitch, at)
  source.frequency.exponentialRampToValueAtTime(to, at + length)
  source.connect(fading(context, at, volume, length, 0.006))
  source.start(at)
  source.stop(at + length + 0.05)
}

/** A short hiss around a pitch: what scrapes and clatters. */
function hiss(
  context: AudioContext,
  at: number,
  pitch: number,
  volume: number,
  length: number,
  sharpness = 1,
): void {
  noise ??= whiteNoise(context)
  const source = context.createBufferSource()
  source.buffer = noise
  const filter = context.createBiquadFilter()
  filter.type = 'bandpass'
  filter.frequency.value = pitch
  filter.Q.value = sharpness
  source.connect(filter).connect(fading(context, at, volume, length))
  source.start(at, Math.random() * 0.5, length + 0.05)
}

function whiteNoise(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate)
  const samples = buffer.getChannelData(0)
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1
  return buffer
}

/** A bell: a tone and two that are not quite its multiples. */
function bell(
  context: AudioContext,
  at: number,
  pitch: number,
  volume: number,
  length: number,
): void {
  for (const [times, part] of [
    [1, 1],
    [2.01, 0.35],
    [3.02, 0.12],
  ] as const)
    tone(context, at, pitch * times, volume * part, length / times)
}

/** One die touches the table. */
function knock(context: AudioContext, at: number, force: number): void {
  const pitch = 170 + Math.random() * 130
  tone(context, at, pitch, 0.22 * force, 0.06, pitch * 0.6)
  hiss(context, at, 1500 + Math.random() * 900, 0.16 * force, 0.03, 2)
}

const PLAYED: Record<Sound, (context: AudioContext, at: number) => void> = {
  roll: (context, at) => {
    // They come down one after the other, and jump less and less.
    for (const [when, force] of [
      [0.02, 0.5],
      [0.14, 0.8],
      [0.24, 1],
      [0.37, 0.8],
      [0.49, 0.6],
      [0.6, 0.5],
      [0.69, 0.35],
      [0.76, 0.25],
    ] as const)
      knock(context, at + when + Math.random() * 0.03, force)
  },
  cross: (context, at) => {
    hiss(context, at, 3600, 0.1, 0.07)
    hiss(context, at + 0.1, 4300, 0.12, 0.08)
  },
  penalty: (context, at) => {
    tone(context, at, 233, 0.12, 0.16, 220)
    tone(context, at + 0.15, 175, 0.12, 0.28, 165)
  },
  lock: (context, at) => {
    hiss(context, at, 2600, 0.2, 0.03, 3)
    tone(context, at, 140, 0.2, 0.08, 80)
    hiss(context, at + 0.09, 3400, 0.16, 0.03, 4)
    bell(context, at + 0.1, 784, 0.09, 0.5)
  },
  turn: (context, at) => {
    bell(context, at, 659, 0.07, 0.25)
    bell(context, at + 0.12, 880, 0.07, 0.4)
  },
  end: (context, at) =>
    [523, 659, 784, 1047].forEach((pitch, i) => bell(context, at + i * 0.13, pitch, 0.09, 0.7)),
  // Many hands, and a rising third.
  cheer: (context, at) => {
    for (let n = 0; n < 40; n += 1)
      hiss(context, at + Math.random() * 1.2, 900 + Math.random() * 1400, 0.05, 0.04, 2)
    bell(context, at + 0.05, 659, 0.06, 0.5)
    bell(context, at + 0.25, 831, 0.06, 0.8)
  },
  tick: (context, at) => hiss(context, at, 2200, 0.12, 0.02, 6),
}

export function playSound(sound: Sound): void {
  audio ??= new AudioContext()
  void audio.resume()
  PLAYED[sound](audio, audio.currentTime + 0.01)
}
