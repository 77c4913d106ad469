/** What a player has set on this device; kept in the browser only. */
import { browserLanguage, speak, type Language } from '../i18n/i18n.svelte'

const KEY = 'rowlock.settings'

class Settings {
  language = $state<Language>('en')
  theme = $state<'auto' | 'light' | 'dark' | 'contrast'>('auto')
  size = $state<'normal' | 'xl'>('normal')
  motion = $state<'auto' | 'off'>('auto')
  coach = $state<'off' | 'legal' | 'best' | 'costs'>('legal')
  oneTap = $state(false)
  autoRoll = $state(false)
  forced = $state(true)
  pace = $state<'slow' | 'normal' | 'fast'>('normal')
  speech = $state(false)
  vibration = $state(false)
  sounds = $state(false)
  letters = $state(true)
  facing = $state(false)
  name = $state('')
  bots = $state(3)
  level = $state('')
  variant = $state('classic')
}

export const settings = new Settings()

/** The sheet on the table is printed large, whatever was set. */
export const printed = $state({ large: false })

/** Whoever lets the browser write half as large again, or larger, needs large print. */
const largeText = parseFloat(getComputedStyle(document.documentElement).fontSize) >= 24

export function isLarge(): boolean {
  return settings.size === 'xl' || printed.large || largeText
}
type Saved = Partial<Record<keyof Settings, string | boolean | number>>

const NAMES = [
  'language', 'theme', 'size', 'motion', 'coach', 'oneTap', 'autoRoll', 'forced', 'pace', 'speech', 'vibration',
  'sounds', 'letters', 'facing', 'name', 'bots', 'level', 'variant',
] as const

/** What nameless players were called before a name was asked for: no names. */
const NAMELESS: readonly string[] = ['You', 'Du', 'Toi', 'Tu']

export async function loadSettings(): Promise<void> {
  let saved: Saved = {}
  try {
    saved = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Saved
  } catch {
    // A browser without storage plays with the defaults.
  }
  settings.language = browserLanguage()
  for (const name of NAMES)
    if (typeof saved[name] === typeof settings[name])
      (settings as unknown as Saved)[name] = saved[name]!
  if ((saved as { hints?: boolean }).hints === false) settings.coach = 'off' // as it was called before
  if (NAMELESS.includes(settings.name)) settings.name = ''
  await speak(settings.language).catch(() => speak('en'))
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
      const saved = Object.fromEntries(NAMES.map((name) => [name, settings[name]]))
      try {
        localStorage.setItem(KEY, JSON.stringify(saved))
      } catch {
        // as above
      }
    })
  })
}

export function isStill(): boolean {
  return document.documentElement.dataset['motion'] === 'off'
}

export async function setLanguage(name: Language): Promise<void> {
  await speak(name)
  settings.language = name
}
