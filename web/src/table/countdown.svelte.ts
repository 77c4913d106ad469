/** Seconds until a moment of the server's clock, as long as somebody looks. */
export class Countdown {
  private now = $state(Date.now())

  constructor(
    private readonly skew: () => number,
    watched: () => boolean,
  ) {
    $effect(() => {
      if (!watched()) return
      this.now = Date.now()
      const tick = setInterval(() => (this.now = Date.now()), 500)
      return () => clearInterval(tick)
    })
  }

  until(at: number): number {
    return Math.max(0, Math.ceil((at - this.skew() - this.now) / 1000))
  }
}
