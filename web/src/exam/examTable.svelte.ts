/**
 * The exam as a table: the page holds its steps and sends all of them with every request, so there is
 * nothing to take back and nothing to keep at the server. Who reloads the page goes on.
 */
import { json, post, Refusal } from '../lib/api'
import { fits } from '../lib/check'
import type { OnMessage, Reply } from '../lib/link'
import { serverMessage } from '../lib/messageChecks'
import type { ClientMessage, ExamSteps } from '../lib/protocol'
import { Table } from '../lib/table.svelte'
import { storeExam } from './storedExam'

class Steps {
  private heard: OnMessage = () => {}

  constructor(public exam: ExamSteps) {}

  begin(heard: OnMessage): this {
    this.heard = heard
    void this.take([])
    return this
  }

  async send(message: ClientMessage): Promise<Reply> {
    if (message.type === 'roll') return this.take(['roll'])
    return message.type === 'answer' ? this.take(message.moves) : this.done()
  }

  private async take(more: string[]): Promise<Reply> {
    const exam = { ...this.exam, steps: [...(this.exam.steps ?? []), ...more] }
    try {
      const view = await json<unknown>('api/exam', post(exam))
      if (!fits(serverMessage, view) || view.type !== 'view')
        throw new Refusal('internal', 'not a view')
      this.exam = exam
      storeExam(exam)
      this.heard(view)
      return this.done()
    } catch (error) {
      const code = error instanceof Refusal ? error.code : 'internal'
      return { type: 'refused', id: 0, code, message: '' }
    }
  }

  private done(): Reply {
    return { type: 'ack', id: 0, seq: 0 }
  }

  close(): void {}
  resync(): void {}
}

export class ExamTable extends Table {
  override readonly isLocal: boolean = true
  private readonly taken: Steps

  constructor(exam: ExamSteps) {
    const taken = new Steps(exam)
    super('', null, (heard, changed) =>
      taken.begin((message) => {
        changed('open')
        heard(message)
      }),
    )
    this.taken = taken
  }

  get exam(): ExamSteps {
    return this.taken.exam
  }
}
