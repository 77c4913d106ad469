/** Whether the browser offers to install the page as an app. It says so once, early: whoever wants to
 *  show a button for it asks here. */

interface Offer extends Event {
  prompt(): Promise<unknown>
}
declare global {
  interface WindowEventMap {
    beforeinstallprompt: Offer
  }
}

class Install {
  offer = $state.raw<Offer | null>(null)

  constructor() {
    addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault() // no banner over the game
      this.offer = event
    })
    addEventListener('appinstalled', () => (this.offer = null))
  }

  /** Asks the person; a browser lets an offer be used once. */
  async ask(): Promise<void> {
    const { offer } = this
    this.offer = null
    await offer?.prompt()
  }
}

export const install = new Install()

/** iPhones and iPads (which call themselves Macs) install by their own menu alone. */
export function installsByHand(): boolean {
  const apple = /iPhone|iPad|iPod/.test(navigator.userAgent)
  const pad = navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1
  return (apple || pad) && !matchMedia('(display-mode: standalone)').matches
}
