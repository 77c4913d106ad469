/**
 * The exam as a table: the page holds its steps and sends all of them with every request, so there is
 * nothing to take back and nothing to keep at the server. Who reloads the page goes on.
 */
import { json, post, Refusal } from '../lib/api'
import type { Heard, Reply } from '../lib/link'
import type { ClientMessage, ExamSteps, ServerMessage, TableView } from '../lib/protocol'
import { Table } from '../lib/table.svelte'
import { keepExam } from './kept'

class Steps {
  constructor(public exam: ExamSteps, private readonly heard: Heard) {
    void this.take([])
  }

  async send(message: ClientMessage): Promise<Reply> {
    if (message.type === 'roll') return this.take(['roll'])
    return message.type === 'answer' ? this.take(message.moves) : this.done()
  }

  private async take(more: string[]): Promise<Reply> {
    const exam = { ...this.exam, steps: [...(this.exam.steps ?? []), ...more] }
    try {
      const view = await json<TableView>('api/exam', post(exam))
      this.exam = exam
      keepExam(exam)
      this.heard({ ...view, type: 'view' } as ServerMessage)
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
  override readonly apart: boolean = true
  private readonly taken: Steps

  constructor(exam: ExamSteps) {
    let taken: Steps | undefined
    super('', null, (heard, changed) => {
      taken = new Steps(exam, (message) => {
        changed('open')
        heard(message)
      })
      return taken
    })
    this.taken = taken!
  }

  get exam(): ExamSteps {
    return this.taken.exam
  }
}
