/** All that the table announces while a game is on: sentences, sounds, the banner, bubbles. */
import { ROLL_MS } from '../dice/rollTime'
import { about, t } from '../i18n/i18n.svelte'
import { play as sound, say, sayNow, speakAloud } from '../lib/announce.svelte'
import { colourOfRow } from '../lib/layout'
import type { TableEvent } from '../lib/protocol'
import { isStill } from '../lib/settings.svelte'
import { emoteText, whiteSum } from '../lib/words'
import { ClosingBanner } from './closingBanner.svelte'
import type { Play } from './play.svelte'
import { closingWords, eventsWords, situation } from './sentences'
import { addEvents, turnMovesOf, type TurnMoves } from './turnMoves'

/** After these something is asked. */
const ASKS: readonly TableEvent['type'][] = ['rolled', 'taken', 'revealed']

export class Announcements {
  readonly banner = new ClosingBanner()
  /** What somebody has just said, by seat. */
  bubbles = $state<Record<number, string>>({})
  /** Lines of the chat that nobody has looked at. */
  unread = $state(0)
  /** What everybody did last. */
  turnMoves = $state.raw<TurnMoves>([])
  private landing: ReturnType<typeof setTimeout> | undefined

  /** Listens as long as the screen that makes it; `reading` says whether the log is open. */
  constructor(
    private readonly play: Play,
    private readonly reading: () => boolean,
  ) {
    const { table } = play
    this.turnMoves = turnMovesOf(table.log.at(-1))
    say(`${t('turn', { n: play.view.turn })}. ${situation(play)}`)
    table.onevents = (events, live) => {
      if (live) this.tell(events)
    }
    $effect(() => () => {
      table.onevents = () => {}
      this.land()
    })
    // Back after a while: say in one line what went by.
    $effect(() => {
      const missed = table.missed
      if (!missed) return
      table.missed = null
      this.turnMoves = turnMovesOf(table.log.at(-1))
      const text = t('net.missed', { from: missed[0], to: missed[1] })
      play.tell(text)
      say(text)
    })
    $effect(() => {
      sayNow(table.state === 'lost' ? t('net.lost') : '')
    })
  }

  private tell(events: TableEvent[]): void {
    const { play } = this
    this.turnMoves = addEvents(this.turnMoves, events)
    const asked = events.some((event) => ASKS.includes(event.type))
    if (asked) this.land()
    const sentences = eventsWords(play.table, events)
    const closed = events.flatMap((event) => (event.type === 'row_closed' ? [event.row] : []))
    const [row] = closed
    if (row !== undefined) sentences.push(this.tellClosed(row, closed, events))
    if (asked && play.view.stage === 'playing') {
      const bare = events.some((event) => event.type === 'rolled' || event.type === 'taken')
      sentences.push(situation(play, bare))
    }
    if (sentences.length) say(sentences.join(' '))
    for (const event of events) this.show(event)
  }

  private show(event: TableEvent): void {
    if (event.type === 'rolled') {
      this.roll()
      sound('roll')
      speakAloud(t('dock.sum', { n: whiteSum(event.roll) }))
    } else if (event.type === 'taken') {
      if (event.announced !== null) speakAloud(t('dock.card', { n: event.announced }))
    } else if (event.type === 'crossed') {
      if (this.play.view.you.seats.includes(event.seat)) sound('cross')
    } else if (event.type === 'timed_out') {
      if (this.play.view.you.seats.includes(event.seat))
        this.play.tell(about('say.timeout', this.play.table.who(event.seat)))
    } else if (event.type === 'penalty') sound('penalty')
    else if (event.type === 'emoted') this.bubble(event.seat, emoteText(event.emote))
    else if (event.type === 'said') this.bubble(event.line.seat, event.line.text)
  }

  /** The dice are thrown; a tap anywhere lets them lie at once. */
  private roll(): void {
    if (isStill()) return
    this.play.rolling = true
    clearTimeout(this.landing)
    this.landing = setTimeout(this.land, ROLL_MS)
    addEventListener('pointerdown', this.land, { once: true })
  }

  private readonly land = (): void => {
    clearTimeout(this.landing)
    removeEventListener('pointerdown', this.land)
    this.play.rolling = false
  }

  private tellClosed(row: number, rows: number[], events: TableEvent[]): string {
    const { table } = this.play
    const [titles, text] = closingWords(table, rows, events)
    const colour = colourOfRow(table.layout, row)
    this.banner.show({ row, colour, title: titles.join(' · '), text })
    sound('lock')
    return `${titles.join('. ')}. ${text}`.trim()
  }

  private bubble(seat: number | null, text: string): void {
    if (!this.reading()) this.unread += 1
    if (seat === null) return
    this.bubbles = { ...this.bubbles, [seat]: text }
    setTimeout(() => {
      if (this.bubbles[seat] === text) this.bubbles = { ...this.bubbles, [seat]: '' }
    }, 3_000)
  }
}
