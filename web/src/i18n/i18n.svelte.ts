/** The texts of the page: one folder a language (src/rowlock/languages), found by the build and
 *  loaded when it is needed. English types the keys. */
import type english from '../../../src/rowlock/languages/en/page.json'
import type later from '../../../src/rowlock/languages/en/lazy.json'

export type Key = keyof typeof english | keyof typeof later
/** The name of a folder: `de`. */
export type Language = string
export type Entry = string | Partial<Record<Intl.LDMLPluralRule, string>>
type Values = Record<string, string | number>

/** What a language calls itself, and the locale that its lists and plurals follow. */
interface About {
  name: string
  locale: string
}
const folder = (file: string): Language => file.split('/').at(-2) ?? ''
export const byFolder = <T>(files: Record<string, T>): Record<Language, T> =>
  Object.fromEntries(Object.entries(files).map(([file, what]) => [folder(file), what]))

const ABOUT = byFolder(
  import.meta.glob<About>('../../../src/rowlock/languages/*/language.json', {
    eager: true,
    import: 'default',
  }),
)
type Catalogues = Record<Language, () => Promise<Record<string, Entry>>>
/** The texts of the whole page, then those that are loaded with a screen. */
const catalogues: Catalogues[] = [
  byFolder(
    import.meta.glob<Record<string, Entry>>('../../../src/rowlock/languages/*/page.json', {
      import: 'default',
    }),
  ),
]
export const LANGUAGES: readonly Language[] = Object.keys(ABOUT).sort()

/** What a language calls itself: "Deutsch". */
export const nameOf = (language: Language): string => ABOUT[language]?.name ?? language

class Words {
  language = $state<Language>('en')
  entries = $state.raw<Record<string, Entry>>({})
  plural = new Intl.PluralRules('en')
  number = $state.raw(new Intl.NumberFormat('en'))
}
const words = new Words()

export function language(): Language {
  return words.language
}

/** The first language of the browser that the page has, or English. */
export function browserLanguage(): Language {
  for (const wish of navigator.languages) {
    const found = LANGUAGES.find((name) => wish.toLowerCase().startsWith(name))
    if (found) return found
  }
  return 'en'
}

export async function loadLanguage(name: Language): Promise<void> {
  const entries: Record<string, Entry> = {}
  for (const more of await Promise.all(
    catalogues.flatMap((catalogue) => catalogue[name]?.() ?? []),
  ))
    Object.assign(entries, more)
  words.entries = entries
  words.plural = new Intl.PluralRules(name)
  words.number = new Intl.NumberFormat(name)
  words.language = name
  document.documentElement.lang = name
}

/** Adds the texts of a catalogue, in this and every later language. */
export function addTexts(catalogue: Catalogues): Promise<void> {
  catalogues.push(catalogue)
  return loadLanguage(words.language)
}

/** The text of a key; `{name}` is filled in, and `n` chooses the plural form. */
export function t(key: Key, values: Values = {}): string {
  const entry = words.entries[key]
  if (entry === undefined) return key
  const text =
    typeof entry === 'string'
      ? entry
      : (entry[words.plural.select(Number(values['n'] ?? 0))] ?? entry.other ?? key)
  return text.replace(/\{(\w+)\}/g, (all, name: string) => written(values[name] ?? all))
}

/** The text of a key that the server has the last word of; the key where there is none. */
export const tNamed = (key: string, values?: Values): string => (has(key) ? t(key, values) : key)

/** A number as the language writes it, thousands apart, with a true minus sign. */
export function minus(n: number): string {
  return words.number.format(n + 0).replace('-', '−') // + 0: of −0 nobody sees the sign
}
const written = (value: string | number): string =>
  typeof value === 'number' ? minus(value) : value

/** Whom a sentence is about: the one person at this device, or people by their names. */
export interface Who {
  you: boolean
  names: string[]
}

/** A sentence about people: `key.you` speaks to the reader, `key.many` of several, where there is one. */
export function about(key: Key, who: Who, values: Values = {}): string {
  const form = `${key}.${who.you ? 'you' : who.names.length > 1 ? 'many' : 'one'}`
  return t(has(form) ? form : key, { ...values, name: and(who.names) })
}

/** Has this language a text for the key? For keys that the server names. */
export function has(key: string): key is Key {
  return key in words.entries
}

const locale = (): string => ABOUT[words.language]?.locale ?? words.language

/** Whose dates and times the reader is used to: British ones in English, unless the browser says else. */
export function region(): string {
  const mine = navigator.languages.find((wish) => wish.toLowerCase().startsWith(words.language))
  return mine ?? locale()
}

/** "red, yellow or green" in the language of the page. */
export function either(parts: string[]): string {
  return new Intl.ListFormat(locale(), { type: 'disjunction' }).format(parts)
}

export function and(parts: string[]): string {
  return new Intl.ListFormat(locale(), { type: 'conjunction' }).format(parts)
}
