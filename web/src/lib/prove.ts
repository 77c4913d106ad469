/** The whole proof of a finished game: its dice drawn again, and compared with what was kept here. */
import { getReplay } from './api'
import { verifyDice, type DiceCheck } from './verifyDice'
import { sheetAt } from './ownSheets.svelte'
import type { LogTurn, Replay } from './protocol'
import { CHEATED, proofOf, type Proof } from './shares'

export interface Verdict {
  check: DiceCheck
  /** What this device knows of the start; null when the dice do not even follow from the seed. */
  proof: Proof | null
}

/** The game as it is told now, beside the turns that this page saw being played. */
export async function prove(table: string, seen: readonly LogTurn[]): Promise<Verdict> {
  const replay = await getReplay(table)
  const check = verifyDice({ ...replay, table }, await sheetAt(table, replay.options))
  if (check.wrong) return { check, proof: null }
  const turn = changedTurn(replay, seen)
  if (turn) return { check: { ...check, wrong: { what: 'seen', turn } }, proof: null }
  return { check, proof: proofOf(table, replay.fair) }
}

/** Whether this is what only a server that cheats brings about. */
export function cheated({ check, proof }: Verdict): boolean {
  return check.wrong !== null || (proof !== null && CHEATED.has(proof))
}

function changedTurn(replay: Replay, seen: readonly LogTurn[]): number | null {
  const replayed = new Map(replay.turns.map(({ log }) => [log?.turn, JSON.stringify(log)]))
  return seen.find((turn) => replayed.get(turn.turn) !== JSON.stringify(turn))?.turn ?? null
}
