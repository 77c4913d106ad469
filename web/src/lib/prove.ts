/** The whole proof of a finished game: its dice drawn again, and compared with what was kept here. */
import { getReplay } from './api'
import { contradiction, notesOf, turnOf, type Facts } from './diceNotes'
import { verifyDay } from './verifyDay'
import { verifyDice, type DiceCheck } from './verifyDice'
import type { Replay } from './protocol'
import { sheetAt } from './ownSheets.svelte'
import { factsOfReplay } from './seenGame'
import { CHEATED, proofOf, type BegunView, type Conflict, type Proof } from './startProof'

export interface Verdict {
  check: DiceCheck
  /** What this device knows of the start; null when something else is wrong already. */
  proof: Proof | null
}

/** The game as it is told now, beside what this device saw of it and stored. */
export async function prove(table: string, view: BegunView): Promise<Verdict> {
  return proveReplay(table, view, await getReplay(table))
}

/** The same of a game that has just been told. */
export async function proveReplay(
  table: string,
  view: BegunView,
  replay: Replay,
): Promise<Verdict> {
  const sheet = await sheetAt(table, replay.options)
  const notes = notesOf(table)
  const told = { ...replay, table }
  const day = view.day ?? ''
  const check = day ? verifyDay(told, sheet, day) : verifyDice(told, sheet, notes.receipt?.terms)
  if (check.wrong) return { check, proof: null }
  const seen = notes.seen
  const changed = notes.conflict?.what === 'seen' ? notes.conflict : null
  const different = changed ?? differs(seen, { ...factsOfReplay(replay), ...check.cards })
  if (different)
    return { check: { ...check, wrong: { what: 'seen', turn: different.turn } }, proof: null }
  const start = notes.conflict?.what
  if (start && start !== 'seen') return { check, proof: start }
  if (day && !notes.receipt) return { check, proof: null }
  return { check, proof: proofOf(notes.receipt, { ...view, fair: replay.fair }) }
}

/** Whether this is what only a server that cheats brings about. */
export function cheated({ check, proof }: Verdict): boolean {
  return check.wrong !== null || (proof !== null && CHEATED.has(proof))
}

/** Something that was seen and is told differently, or not at all. */
function differs(seen: Facts, told: Facts): Conflict | null {
  const missing = Object.keys(seen).find((about) => told[about] === undefined)
  if (missing !== undefined) return { what: 'seen', turn: turnOf(missing) }
  return contradiction(seen, told)
}
