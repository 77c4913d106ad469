/** All that the table announces while a game is on: sentences, sounds, the banner, bubbles. */
import { about, either, t } from '../i18n/i18n.svelte'
import { play as sound, say, sayNow, speakAloud } from '../lib/announce.svelte'
import { cellOf, colourOf } from '../lib/layout'
import type { Happening } from '../lib/protocol'
import { isStill } from '../lib/settings.svelte'
import { cellWords, closedWords, colourName, dieOut, emoteText, eventWords, whiteSum } from '../lib/words'
import { Announced } from './announced.svelte'
import type { Play } from './play.svelte'

export class News {
  readonly closing = new Announced()
  /** What somebody has just said, by seat. */
  bubbles = $state<Record<number, string>>({})
  /** Lines of the chat that nobody has looked at. */
  unread = $state(0)
  rolling = $state(false)

  /** Listens as long as the screen that makes it; `reading` says whether the log is open. */
  constructor(
    private readonly play: Play,
    private readonly reading: () => boolean,
  ) {
    const { table } = play
    table.onevents = (events, live) => {
      if (live) this.tell(events)
    }
    $effect(() => () => {
      table.onevents = () => {}
    })
    // Back after a while: say in one line what went by.
    $effect(() => {
      const missed = table.missed
      if (!missed) return
      table.missed = null
      const text = t('net.missed', { from: missed[0], to: missed[1] })
      play.tell(text)
      say(text)
    })
    $effect(() => {
      sayNow(table.state === 'lost' ? t('net.lost') : '')
    })
  }

  /** What is asked now; `bare` leaves out the white sum, when it has just been said. */
  situation(bare = false): string {
    const { play } = this
    const { view, decision, table } = play
    if (view.phase === 'roll')
      return play.rolls ? t('dock.yourRoll') : about('dock.rolls', table.who(view.active))
    if (!decision) return about('dock.otherAction2', table.who(view.active))
    const cells = play.options.map((option) => cellOf(option.move)).filter((cell) => cell !== null)
    if (decision.kind === 'action2')
      return `${t('dock.action2')} ${cells.length ? either(cells.map(cellWords)) : t('say.noCell')}`
    const sum = bare ? '' : t(view.options.cards ? 'dock.card' : 'dock.sum', { n: view.announced })
    if (!cells.length) return `${sum} ${t('say.noCell')}`.trim()
    const where = cells.map((cell) => (table.layout!.mixed ? cellWords(cell) : colourName(colourOf(cell))))
    return `${sum} ${t('say.mayCross', { colours: either([...new Set(where)]) })}`.trim()
  }

  private tell(events: Happening[]): void {
    const sentences: string[] = []
    for (const event of events) {
      this.show(event)
      const sentence = eventWords(event, this.play.table)
      if (sentence) sentences.push(sentence)
    }
    const closed = events.flatMap((event) => (event.type === 'row_closed' ? [event.row] : []))
    if (closed.length) this.tellClosed(closed, events)
    const rolled = events.some((event) => event.type === 'rolled')
    if (rolled || events.some((event) => event.type === 'revealed')) sentences.push(this.situation(rolled))
    if (sentences.length) say(sentences.join(' '))
  }

  private show(event: Happening): void {
    if (event.type === 'rolled') {
      this.rolling = !isStill()
      setTimeout(() => (this.rolling = false), 750)
      sound('roll')
      speakAloud(t('dock.sum', { n: whiteSum(event.roll) }))
    } else if (event.type === 'taken') {
      if (event.announced !== null) speakAloud(t('dock.card', { n: event.announced }))
    } else if (event.type === 'crossed') {
      if (this.play.view.you.seats.includes(event.seat)) sound('cross')
    } else if (event.type === 'emoted') this.bubble(event.seat, emoteText(event.emote))
    else if (event.type === 'said') this.bubble(event.line.seat, '…')
  }

  private tellClosed(rows: number[], events: Happening[]): void {
    const { table, view } = this.play
    const layout = table.layout!
    const titles = rows.map((row) => closedWords(layout, row, table.who(...(table.closers[row] ?? []))))
    const out = events.flatMap((event) => (event.type === 'die_removed' ? [dieOut(event.colour)] : []))
    const oneMore = view.stage === 'playing' && view.closed.length === layout.closedRows - 1
    if (oneMore) out.push(t('closed.oneMore'))
    const text = out.join(' ')
    this.closing.show({ row: rows[0]!, colour: layout.rows[rows[0]!]!.colour, title: titles.join(' · '), text })
    sayNow(`${titles.join('. ')}. ${text}`)
    sound('lock')
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
