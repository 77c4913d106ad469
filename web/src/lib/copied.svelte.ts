/** To the clipboard, and for two seconds the news that it is there. */
export class Copied {
  done = $state(false)

  /** Over plain http there is no clipboard: `otherwise` may find another way. */
  async copy(text: string, otherwise: () => void = () => {}): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      otherwise()
    }
    this.done = true
    setTimeout(() => (this.done = false), 2_000)
  }
}
