// The text of a play of cards: `+r3,5*/5` lays red 3 and a joker 5, and crosses the 5.
import { t } from '../i18n/i18n.svelte'
import { colourOf } from './layout'

export interface CardPlay {
  colour: number
  /** The cards laid, a joker with a star: `3`, `5*`. */
  cards: string[]
  /** The numbers crossed; none for a play that only lays cards down. */
  crossed: string[]
}

export function cardPlay(move: string): CardPlay | null {
  const [, colour, laid, named] = /^\+([rygb])([\d,*]+)(?:\/(.*))?$/.exec(move) ?? []
  if (colour === undefined || laid === undefined) return null
  const cards = laid.split(',')
  const crossed =
    named === '-' ? [] : (named?.split(',') ?? cards.map((card) => card.replace('*', '')))
  return { colour: colourOf(colour), cards, crossed }
}

export function crossedWords(play: CardPlay): string {
  return play.crossed.length ? play.crossed.join(' + ') : t('move.nothing')
}
