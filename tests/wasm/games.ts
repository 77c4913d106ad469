/**
 * Plays games or evaluates positions in the module: node games.ts MODULE < JOB > RESULT
 *
 * The job names the arrays of a workspace and those of the entry point, as bytes in base64.
 */
import { readFileSync } from 'node:fs'
import { EntryPoints, type Workspace } from '../../web/src/engine/entryPoints.ts'
import { Memory, type Kind, type Place } from '../../web/src/engine/memory.ts'

type Numbers = { kind: Kind; data: string; length: number }
type Job = {
  workspace: Record<string, Numbers>
  passed: (Numbers | number)[]
  entry: 'playGames' | 'playOut' | 'answerRolls' | 'valuePositions' | 'expectPositions'
}

const module = new WebAssembly.Module(readFileSync(process.argv[2] ?? ''))

function run(job: Job): string[] {
  const memory = new Memory(module)
  const put = ({ kind, data, length }: Numbers): Place & { kind: Kind } => {
    const place = memory.place(kind, length)
    memory.bytes(place).set(Buffer.from(data, 'base64'))
    return place
  }
  const workspace = Object.fromEntries(
    Object.entries(job.workspace).map(([name, numbers]) => [name, put(numbers)]),
  ) as unknown as Workspace
  const passed = job.passed.map((each) => (typeof each === 'number' ? each : put(each)))
  const entry = new EntryPoints(memory)[job.entry] as (...all: unknown[]) => void
  entry.call(new EntryPoints(memory), workspace, ...passed)
  return passed.flatMap((each) =>
    typeof each === 'number' ? [] : [Buffer.from(memory.bytes(each)).toString('base64')],
  )
}

const jobs = JSON.parse(readFileSync(0, 'utf-8')) as Job[]
process.stdout.write(JSON.stringify(jobs.map(run)))
