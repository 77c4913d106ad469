/** What a player has set on this device; kept in the browser only. */
import { browserLanguage, loadLanguage, type Language } from '../i18n/i18n.svelte'
import { readStored, writeStored } from './stored'

const KEY = 'rowlock.settings'

class Settings {
  language = $state<Language>('en')
  theme = $state<'auto' | 'light' | 'dark' | 'contrast'>('auto')
  size = $state<'normal' | 'xl'>('normal')
  motion = $state<'auto' | 'off'>('auto')
  coach = $state<'off' | 'legal' | 'words' | 'best' | 'costs'>('legal')
  oneTap = $state(false)
  autoRoll = $state(false)
  forced = $state(true)
  pace = $state<'slow' | 'normal' | 'fast'>('normal')
  speech = $state(false)
  vibration = $state(false)
  sounds = $state(false)
  soundsAsked = $state(false)
  letters = $state(true)
  facing = $state(false)
  name = $state('')
  /** Who played last when this device was handed round. */
  others = $state<string[]>([])
  bots = $state(3)
  level = $state('')
  variant = $state('classic')
  /** Quiet hours of notifications, where the player is; two equal times for none. */
  quietFrom = $state('')
  quietTo = $state('')
}

export const settings = new Settings()

/** The sheet on the table is printed large, whatever was set. */
export const printed = $state({ large: false })

/** Whoever lets the browser write half as large again, or larger, needs large print. */
const largeText = parseFloat(getComputedStyle(document.documentElement).fontSize) >= 24

export function isLarge(): boolean {
  return settings.size === 'xl' || printed.large || largeText
}

const NAMES = [
  'language',
  'theme',
  'size',
  'motion',
  'coach',
  'oneTap',
  'autoRoll',
  'forced',
  'pace',
  'speech',
  'vibration',
  'sounds',
  'soundsAsked',
  'letters',
  'facing',
  'name',
  'others',
  'bots',
  'level',
  'variant',
  'quietFrom',
  'quietTo',
] as const

/** What nameless players were called before a name was asked for: no names. */
const NAMELESS: readonly string[] = ['You', 'Du', 'Toi', 'Tu']

export async function loadSettings(): Promise<void> {
  const saved = readStored<Record<string, unknown>>(KEY, {})
  settings.language = browserLanguage()
  for (const name of NAMES)
    if (typeof saved[name] === typeof settings[name])
      Object.assign(settings, { [name]: saved[name] })
  if (saved['hints'] === false) settings.coach = 'off' // as it was called before
  if (NAMELESS.includes(settings.name)) settings.name = ''
  await loadLanguage(settings.language).catch(() => loadLanguage('en'))
}

/** Keeps settings in the browser and puts theme, size and motion on the root element. */
export function applySettings(): void {
  const root = document.documentElement
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const contrast = matchMedia('(prefers-contrast: more)')
  const still = matchMedia('(prefers-reduced-motion: reduce)')
  const paint = (): void => {
    const auto = contrast.matches ? 'contrast' : dark.matches ? 'dark' : 'light'
    root.dataset['theme'] = settings.theme === 'auto' ? auto : settings.theme
    root.dataset['motion'] = settings.motion === 'off' || still.matches ? 'off' : 'on'
    root.dataset['size'] = isLarge() ? 'xl' : 'normal'
  }
  for (const query of [dark, contrast, still]) query.addEventListener('change', paint)
  $effect.root(() => {
    $effect(paint)
    $effect(() => {
      writeStored(KEY, Object.fromEntries(NAMES.map((name) => [name, settings[name]])))
    })
  })
}

export function isStill(): boolean {
  return document.documentElement.dataset['motion'] === 'off'
}

export async function setLanguage(name: Language): Promise<void> {
  await loadLanguage(name)
  settings.language = name
}
