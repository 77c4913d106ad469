/** Whether two people can sit face to face at this device. */
import { MediaQuery } from 'svelte/reactivity'
import type { TableView } from '../../lib/protocol'
import { isLarge } from '../../lib/settings.svelte'

class Facing {
  private readonly screen = new MediaQuery(
    '(min-width: 700px) and (min-height: 980px), (min-width: 980px) and (min-height: 700px)',
  )

  /** A tablet, upright or not; large print needs all of it for one sheet. */
  get roomy(): boolean {
    return this.screen.current && !isLarge()
  }

  /** Both seats are at this device, and no hand of cards has to be hidden. */
  fits({ seats, you, options }: TableView): boolean {
    return (
      this.roomy &&
      seats.length === 2 &&
      you.seats.length === 2 &&
      !options.cards &&
      options.dice !== 'real'
    )
  }
}

export const facing = new Facing()
