/** Copying to the clipboard, and for two seconds the news whether it worked. */
import { t } from '../i18n/i18n.svelte'
import { say } from './announce.svelte'

const SHOWN_MS = 2_000

export class Copied {
  news = $state<'' | 'copied' | 'failed'>('')
  private timer: ReturnType<typeof setTimeout> | undefined

  async copy(text: string): Promise<void> {
    const copied = await written(text)
    this.news = copied ? 'copied' : 'failed'
    say(t(copied ? 'invite.copied' : 'invite.notCopied'))
    clearTimeout(this.timer)
    this.timer = setTimeout(() => (this.news = ''), SHOWN_MS)
  }

  /** The share sheet of the device if it has one, otherwise a copy. Closing the sheet is no failure. */
  async share(data: { title: string; text?: string; url: string }): Promise<void> {
    if ('share' in navigator) {
      try {
        await navigator.share(data)
        return
      } catch (error) {
        if (error instanceof DOMException && error.name === 'AbortError') return
      }
    }
    await this.copy([data.text, data.url].filter(Boolean).join('\n'))
  }
}

async function written(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyFromField(text)
  }
}

/** The way over plain http, where browsers have no clipboard: select a hidden field and copy. */
function copyFromField(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'sr'
  // Outside of an open dialog nothing can be selected.
  const place = document.querySelector('dialog[open]') ?? document.body
  place.append(field)
  field.select()
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else copies over plain http
  const copied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return copied
}
