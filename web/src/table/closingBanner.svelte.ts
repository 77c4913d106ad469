/** The closing of a row as the banner tells it; gone after four seconds or a tap. */
export interface Closing {
  row: number
  colour: number
  title: string
  text: string
}

export class ClosingBanner {
  closing = $state<Closing | null>(null)
  private timer: ReturnType<typeof setTimeout> | undefined

  show(closing: Closing): void {
    this.closing = closing
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.hide(), 4_000)
  }

  hide(): void {
    this.closing = null
  }
}
