/**
 * The functions of the WebAssembly module of the bots. Written by scripts/wasm from
 * src/rowlock/bots/wasm/entry_points.py: change that, not this.
 */
import type { Doubles, Integers, Memory, Singles } from './memory'

/** The arrays in which bots play and evaluate. */
export type Workspace = {
  tables: Integers
  state: Integers
  seats: Integers
  candidates: Integers
  listed: Integers
  aside: Integers
  picks: Integers
  favourites: Integers
  joint: Integers
  evaluators: Integers
  weights: Singles
  layers: Singles
  shapes: Integers
}

const arrays = (work: Workspace): (Integers | Singles)[] => [
  work.tables,
  work.state,
  work.seats,
  work.candidates,
  work.listed,
  work.aside,
  work.picks,
  work.favourites,
  work.joint,
  work.evaluators,
  work.weights,
  work.layers,
  work.shapes,
]

export class EntryPoints {
  private readonly memory: Memory

  constructor(memory: Memory) {
    this.memory = memory
  }

  /** The values of positions at the end of a turn to a seat. */
  valuePositions(
    work: Workspace,
    positions: Integers,
    seat: number | bigint,
    evaluator: number | bigint,
    out: Doubles,
  ): void {
    this.memory.call('valuePositions', [...arrays(work), positions, seat, evaluator, out])
  }

  /** Win shares, or values of sheets, of several seats in positions. */
  expectPositions(
    work: Workspace,
    positions: Integers,
    first: number | bigint,
    end: number | bigint,
    evaluator: number | bigint,
    out: Doubles,
  ): void {
    this.memory.call('expectPositions', [...arrays(work), positions, first, end, evaluator, out])
  }

  /** The first layer's table lines of a network, from its weights. */
  writeRowLines(
    features: Singles,
    weights: Singles,
    out: Singles,
    tables: number | bigint,
    shapes: number | bigint,
    inputs: number | bigint,
    hidden: number | bigint,
  ): void {
    this.memory.call('writeRowLines', [features, weights, out, tables, shapes, inputs, hidden])
  }

  /** Whole games between bots, a line of results per game. */
  playGames(
    work: Workspace,
    players: number | bigint,
    seats: Integers,
    seed: number | bigint,
    numbers: Integers,
    results: Integers,
    samples: number | bigint,
    luck: Doubles,
  ): void {
    this.memory.call('playGames', [
      ...arrays(work),
      players,
      seats,
      seed,
      numbers,
      results,
      samples,
      luck,
    ])
  }

  /** Given positions played out to the end, once per key. */
  playOut(
    work: Workspace,
    states: Integers,
    keys: Integers,
    seat: number | bigint,
    out: Integers,
  ): void {
    this.memory.call('playOut', [...arrays(work), states, keys, seat, out])
  }

  /** The values after the best answers to given rolls. */
  answerRolls(
    work: Workspace,
    states: Integers,
    owners: Integers,
    dice: Integers,
    over: Integers,
    out: Doubles,
  ): void {
    this.memory.call('answerRolls', [...arrays(work), states, owners, dice, over, out])
  }
}
