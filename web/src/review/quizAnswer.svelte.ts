/** The answer to a question of the quiz, with reasons: they are asked for when it is shown, not before. */
import { itemAt } from '../lib/list'
import type { Reviewed, ReviewedDecision } from '../lib/protocol'
import { isPlayedOn, type Question } from './sums'

export class QuizAnswer {
  found = $state.raw<Reviewed | null>(null)
  choice = $state.raw<ReviewedDecision | null>(null)
  /** It is being played on. */
  deeper = $state(false)
  /** Why it was not. */
  shallow = $state.raw<unknown>(null)

  /** Shows what is known, and asks for what is not; returns how to leave it. */
  look(question: Question): () => void {
    const { found, choice } = question
    let left = false
    this.found = found
    this.choice = choice
    if (isPlayedOn(found) && !found.rolled_out) void this.ask(question, () => left)
    return () => {
      left = true
      this.found = this.choice = this.shallow = null
      this.deeper = false
    }
  }

  private async ask({ found, choice, deeper }: Question, isLeft: () => boolean): Promise<void> {
    this.deeper = true
    try {
      const again = await deeper()
      if (isLeft()) return
      this.choice = itemAt(again.decisions, found.decisions.indexOf(choice))
      this.found = again
    } catch (error) {
      if (isLeft()) return
      this.shallow = error
    }
    this.deeper = false
  }
}
