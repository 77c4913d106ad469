/** This device's part in fair dice at one table, and what the lobby shows of it. */
import type { ClientMessage, TableEvent, TableView } from './protocol'
import { Shares, type StartProblem } from './shares'

export class FairSession {
  /** What is wrong with the start of the game. */
  problem = $state<StartProblem | null>(null)
  /** Who did not open a share, so that the last start failed. */
  unopened = $state.raw<string[]>([])
  private readonly shares = new Shares()

  /** The message that is due at a table in this state, if any. */
  messageFor(view: TableView): ClientMessage | null {
    const message = this.shares.answer(view)
    this.problem = this.shares.problem
    return message
  }

  applyEvent(event: TableEvent): void {
    if (event.type === 'start_failed') this.unopened = event.names
  }
}
