/** What a sheet of one's own is made of, and the address that says it all. */

/** What is shuffled: nothing, the numbers, the colours or both. */
export type Kind = '' | 'n' | 'c' | 'b'

export interface Wish {
  base: string
  kind: Kind
  letters: string
  lock?: number
  end?: number
}

/** The way of shuffling that codes made here use. */
const SCHEME = 1
export const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** The code that anybody can type; "" where nothing is shuffled. */
export const codeOf = (wish: Wish): string => (wish.kind ? `${wish.kind}${SCHEME}-${wish.letters}` : '')

/** `BASE/CODE/LOCK/END`; `-` stands for what is not changed. */
export function addressOf(wish: Wish): string {
  return ['sheets', wish.base, codeOf(wish) || '-', wish.lock ?? '-', wish.end ?? '-'].join('/').replace(/(\/-)+$/, '')
}

export function wishOf([base = 'classic', code = '', lock = '-', end = '-']: string[]): Wish {
  const found = /^(?:([ncb])1-)?([a-z]{1,12})$/.exec(code)
  const number = (text: string): number | undefined => (/^\d$/.test(text) ? Number(text) : undefined)
  return {
    base,
    kind: found ? ((found[1] ?? 'b') as Kind) : '',
    letters: found?.[2] ?? 'tulip',
    lock: number(lock),
    end: number(end),
  }
}
