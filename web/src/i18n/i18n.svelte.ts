/** One catalogue a language, loaded when it is needed. English types the keys. */
import type english from './en.json'

export type Key = keyof typeof english
export type Language = 'de' | 'fr' | 'it' | 'en'
type Entry = string | Partial<Record<Intl.LDMLPluralRule, string>>
type Values = Record<string, string | number>

export const LANGUAGES: readonly Language[] = ['de', 'fr', 'it', 'en']

const CATALOGUES: Record<Language, () => Promise<{ default: Record<string, Entry> }>> = {
  de: () => import('./de.json'),
  fr: () => import('./fr.json'),
  it: () => import('./it.json'),
  en: () => import('./en.json'),
}

class Words {
  language = $state<Language>('en')
  entries = $state.raw<Record<string, Entry>>({})
  plural = new Intl.PluralRules('en')
}
const words = new Words()

export function language(): Language {
  return words.language
}

/** The first language of the browser that we speak, or English. */
export function browserLanguage(): Language {
  for (const wish of navigator.languages) {
    const found = LANGUAGES.find((name) => wish.toLowerCase().startsWith(name))
    if (found) return found
  }
  return 'en'
}

export async function speak(name: Language): Promise<void> {
  const catalogue = await CATALOGUES[name]()
  words.plural = new Intl.PluralRules(name)
  words.entries = catalogue.default
  words.language = name
  document.documentElement.lang = name
}

/** The text of a key; `{name}` is filled in, and `n` chooses the plural form. */
export function t(key: Key, values: Values = {}): string {
  const entry = words.entries[key]
  if (entry === undefined) return key
  const text =
    typeof entry === 'string'
      ? entry
      : (entry[words.plural.select(Number(values['n'] ?? 0))] ?? entry.other ?? key)
  return text.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all))
}

/** Has this language a text for the key? For keys that the server names. */
export function has(key: string): key is Key {
  return key in words.entries
}

/** British lists: "red, yellow or green". */
const locale = (): string => (words.language === 'en' ? 'en-GB' : words.language)

/** "red, yellow or green" in the language of the page. */
export function either(parts: string[]): string {
  return new Intl.ListFormat(locale(), { type: 'disjunction' }).format(parts)
}

export function and(parts: string[]): string {
  return new Intl.ListFormat(locale(), { type: 'conjunction' }).format(parts)
}
