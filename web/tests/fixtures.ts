/** Sheets and tables as a server sends them, as small as a test can have them. */
import type {
  Catalogue,
  CellInfo,
  Decision,
  Option,
  SeatView,
  SheetView,
  TableView,
  VariantInfo,
} from '../src/lib/protocol'
import type { Played } from '../src/my/record'

const UPWARDS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
const DOWNWARDS = UPWARDS.toReversed()

/** A row of cells, one bit each from the left; the last one closes the row. */
function rowOf(colour: number, numbers: readonly number[]): CellInfo[] {
  return numbers.map((number, place) => ({
    name: `${'rygb'.charAt(colour)}${number}`,
    number,
    colour,
    bits: 1 << place,
    closes: place === numbers.length - 1,
  }))
}

/** The classic sheet: eleven cells in a row, and the lock to the right of them. */
export function classic(change: Partial<VariantInfo> = {}): VariantInfo {
  return {
    id: 'classic',
    name: 'Qwixx',
    rules: 'classic',
    digest: '7627eb72f6b004e2',
    large_print: false,
    mixed: false,
    cards: true,
    sides: 6,
    lock_cells: 1,
    crosses_before_lock: 5,
    penalty_points: 5,
    penalties_to_end: 4,
    closed_rows_to_end: 2,
    rows: [rowOf(0, UPWARDS), rowOf(1, UPWARDS), rowOf(2, DOWNWARDS), rowOf(3, DOWNWARDS)],
    bonus_rows: [],
    lock_bits: [1 << 11, 1 << 11, 1 << 11, 1 << 11],
    scale: [1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78],
    bar: [],
    swaps: [],
    bonuses: [],
    lucky_pairs: [],
    ...change,
  }
}

/** The sheet with other print on the cells that are named. */
export function withCells(
  sheet: VariantInfo,
  print: Record<string, Partial<CellInfo>>,
): VariantInfo {
  const rows = sheet.rows.map((cells) => cells.map((cell) => ({ ...cell, ...print[cell.name] })))
  return { ...sheet, rows }
}

/** The catalogue of a server with these sheets. */
export function catalogue(...variants: VariantInfo[]): Catalogue {
  return {
    version: 3,
    release: '0',
    variants,
    levels: [],
    default_level: '',
    emotes: [],
    max_seats: 5,
    max_name: 20,
    max_chat: 200,
    retention_days: 30,
    languages: ['en'],
    rule_pages: ['classic'],
    lan_url: null,
  }
}

export function sheetView(change: Partial<SheetView> = {}): SheetView {
  return {
    rows: [0, 0, 0, 0],
    crosses: [0, 0, 0, 0],
    penalties: 0,
    points: [0, 0, 0, 0],
    bonus: 0,
    total: 0,
    ...change,
  }
}

export function seatView(seat: number, name: string, change: Partial<SeatView> = {}): SeatView {
  return { seat, kind: 'person', name, member: seat, sheet: sheetView(), ...change }
}

export function option(move: string, change: Partial<Option> = {}): Option {
  return { move, crosses: [], sheet: sheetView(), gain: 0, ...change }
}

/** A question to seat 0, not answered yet. */
export function decision(
  kind: Decision['kind'],
  moves: readonly (string | Option)[],
  change: Partial<Decision> = {},
): Decision {
  const legal = moves.map((move) => (typeof move === 'string' ? option(move) : move))
  return { seat: 0, ask: '3.1', kind, owed: true, answer: [], draft: null, legal, ...change }
}

/** Turn 3 of Ann (at this device), Ben and Cleo: Ann has rolled, and no one has answered yet. */
export function tableView(change: Partial<TableView> = {}): TableView {
  return {
    type: 'view',
    table: 'BCDFGHJK',
    seq: 7,
    stage: 'playing',
    paused: false,
    options: { variant: 'classic' },
    seats: [seatView(0, 'Ann'), seatView(1, 'Ben'), seatView(2, 'Cleo')],
    turn: 3,
    active: 0,
    ask: '3.1',
    roll: { white: [3, 5], colours: [2, 5, 4, 1] },
    announced: 8,
    closed: [],
    owing: [0, 1, 2],
    clock: { now: 0, deadline: null, limit: 0 },
    fair: { scheme: 'rowlock-dice-2', commitment: '', seeds: [], seed: null },
    result: null,
    next_table: null,
    watchers: 0,
    you: { member: 0, host: true, seats: [0] },
    phase: 'action1',
    decisions: [],
    ...change,
  }
}

/** A finished game of the player on seat 0, unless the change says otherwise. */
export function played(change: Partial<Played> = {}): Played {
  return {
    id: 'BCDFGHJK',
    record: '',
    at: 0,
    date: '2026-11-16',
    game: 'classic',
    seat: 0,
    totals: [30, 29],
    levels: [null, 'hard'],
    locks: 1,
    penalties: 0,
    dice: [],
    daily: false,
    ...change,
  }
}
