"""Plays a solved sheet many times with the optimal policy.

Each turn looks up the value of every sheet that the roll can lead to and takes the best. A game
depends only on the seed and its number, not on how the games are divided.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rowlock.core.sheet import Sheet, locked_rows
from rowlock.kernel.jit import always_entry_point as entry
from rowlock.kernel.jit import always_inline as piece
from rowlock.solver.links import NOWHERE, Links
from rowlock.solver.marks import NO_FIELD, mark_of
from rowlock.solver.row_states import ILLEGAL
from rowlock.solver.sheet_arrays import LANES, SLOTS, SheetArrays
from rowlock.solver.value_table import ValueTable

# Layout of a sheet while a turn is considered: row states by slot, then
MARK = SLOTS  # the mark of the sheet (`marks.py`)
GAINS = MARK + 1  # points gained in this turn, by slot
GAIN = GAINS + SLOTS  # points gained in this turn, the fifth row included
SHEET = GAIN + 1


class Lookup(NamedTuple):
    """Lookup tables for playing, in addition to `SheetArrays`."""

    white: NDArray[np.uint8]
    """`white[slot, number]`: position of the number in the row."""
    cell_slot: NDArray[np.uint8]
    """`cell_slot[colour, number]`: the row of a coloured cell."""
    cell_position: NDArray[np.uint8]
    way_first: NDArray[np.uint16]
    """For each white sum the index of the first number it offers, plus one at the end."""
    way_number: NDArray[np.uint8]
    """The sum itself first, then the numbers that swap fields give (X-02)."""
    way_field: NDArray[np.uint8]
    """The swap field needed, from 1; `NO_FIELD` for the sum itself."""
    step: float
    """Points per unit of the table's numbers."""
    shift: float
    sides: int


def make_lookup(table: ValueTable) -> Lookup:
    variant, slots = table.variant, table.problem.layout.slots
    shape = (SLOTS, 2 * variant.sides + 1)
    white = np.full(shape, NOWHERE, np.uint8)
    cell_slot = np.full(shape, NOWHERE, np.uint8)
    cell_position = np.full(shape, NOWHERE, np.uint8)
    for cell in variant.cells:
        slot, colour = slots.index(cell.row), slots.index(cell.colour)
        white[slot, cell.number] = cell.position
        cell_slot[colour, cell.number] = slot
        cell_position[colour, cell.number] = cell.position
    ways = [
        [(total, NO_FIELD), *((n, f + 1) for n, f in variant.swapped.get(total, {}).items())]
        for total in range(2 * variant.sides + 1)
    ]
    header = table.header
    return Lookup(
        white,
        cell_slot,
        cell_position,
        np.cumsum([0, *map(len, ways)]).astype(np.uint16),
        np.array([number for each in ways for number, _ in each], np.uint8),
        np.array([field for each in ways for _, field in each], np.uint8),
        2.0**-header.bits,
        float(header.shift),
        variant.sides,
    )


class Games(NamedTuple):
    """Results of many games."""

    totals: NDArray[np.int32]
    """Points gained in the game, not counting those on the sheet at the start."""
    turns: NDArray[np.int32]
    penalties: NDArray[np.int32]
    """Penalties on the sheet at the end."""
    locks: NDArray[np.int32]
    rows: NDArray[np.int32]
    """[game, slot] points gained per row; the layout tells which row a slot is."""
    locked: NDArray[np.bool_]
    """[game, slot] whether the row is closed at the end."""


class PolicyScratch(NamedTuple):
    """Working memory for one turn: sheets in the layout above."""

    now: NDArray[np.int64]
    white: NDArray[np.int64]
    """After the white cross, if any."""
    both: NDArray[np.int64]
    """After the coloured cross as well."""
    best: NDArray[np.int64]
    """After the best turn so far."""


def play_games(
    table: ValueTable,
    games: int,
    *,
    seed: int = 0,
    wait: int = 0,
    sheet: Sheet = Sheet(),  # noqa: B008  frozen
) -> Games:
    """Play `games` games optimally; your first roll comes after `wait` turns of other players.

    Game k of a seed has the same dice whatever sheet it starts from. Lucky numbers and bonuses are
    not supported.
    """
    totals, turns, penalties, locks = np.zeros((4, games), np.int32)
    rows, locked = np.zeros((games, SLOTS), np.int32), np.zeros((games, SLOTS), np.bool_)
    results = Games(totals, turns, penalties, locks, rows, locked)
    start = np.zeros(SHEET, np.int64)
    start[:GAINS] = [*states_of(table, sheet), mark_of(table.variant, sheet)]
    scratch = PolicyScratch(*np.zeros((4, SHEET), np.int64))
    values, lookup = np.asarray(table.numbers), make_lookup(table)
    board, links = table.problem.board, table.problem.links
    _play(board, links, lookup, values, scratch, results, seed, wait, start, sheet.penalties)
    return results


def states_of(table: ValueTable, sheet: Sheet) -> list[int]:
    """The row states of a sheet, by slot."""
    problem = table.problem
    closed = locked_rows(problem.variant, sheet)
    return [
        problem.rows[row].of_mask(sheet.rows[row], bool(closed >> row & 1))
        for row in problem.layout.slots
    ]


@entry
def _play(
    board: SheetArrays,
    links: Links,
    lookup: Lookup,
    numbers: NDArray[np.uint32],
    scratch: PolicyScratch,
    results: Games,
    seed: int,
    first_wait: int,
    start: NDArray[np.int64],
    first_penalties: int,
) -> None:
    phases = numbers.shape[0]
    now = scratch.now
    for game in range(len(results.totals)):
        chance = _mix(_mix(np.uint64(seed)) + np.uint64(game))
        _copy(start, now)
        total = 0.0
        penalties = first_penalties
        wait = first_wait
        turns = 0
        while True:
            turns += 1
            chance, u = _die(chance, lookup.sides)
            chance, v = _die(chance, lookup.sides)
            colours = np.uint64(0)
            for _ in range(SLOTS):
                chance, face = _die(chance, lookup.sides)
                colours = colours << np.uint64(8) | np.uint64(face)
            next_wait = (phases if wait == 0 else wait) - 1
            penalty = _best_turn(
                board, links, lookup, numbers, scratch, u, v, colours, wait, next_wait, penalties
            )
            _copy(scratch.best, now)
            total += now[GAIN] - penalty * board.penalty
            penalties += penalty
            for slot in range(SLOTS):
                results.rows[game, slot] += np.int32(now[GAINS + slot])
                now[GAINS + slot] = 0
            now[GAIN] = 0
            wait = next_wait
            if penalties >= board.penalties_to_end or _closed(board, now) >= board.rows_to_end:
                break
        results.totals[game] = np.int32(total)
        results.turns[game] = turns
        results.penalties[game] = penalties
        results.locks[game] = _closed(board, now)
        for slot in range(SLOTS):
            results.locked[game, slot] = board.closed[slot, now[slot]]


@piece
def _best_turn(
    board: SheetArrays,
    links: Links,
    lookup: Lookup,
    numbers: NDArray[np.uint32],
    scratch: PolicyScratch,
    u: np.int64,
    v: np.int64,
    colours: np.uint64,
    wait: int,
    next_wait: int,
    penalties: int,
) -> bool:
    """Find the best use of a roll and put the sheet after it into `best`; True for a penalty."""
    now, white, both, best = scratch
    # No cross: a penalty in your own turn, no change in another player's.
    penalty = wait == 0
    _copy(now, best)
    best_worth = _worth(board, links, lookup, numbers, now, next_wait, penalties + penalty)
    best_worth -= penalty * board.penalty
    first, end = lookup.way_first[u + v], lookup.way_first[u + v + 1]
    for option in range(-1, (end - first) * SLOTS):  # -1: no white cross
        _copy(now, white)
        if option >= 0:
            way, slot = first + option // SLOTS, option % SLOTS
            position = lookup.white[slot, lookup.way_number[way]]
            field = lookup.way_field[way]
            if not links.usable[now[MARK], field] or not _cross(
                board, links, white, slot, position
            ):
                continue
            white[MARK] = max(white[MARK], field)
            worth = _worth(board, links, lookup, numbers, white, next_wait, penalties)
            if worth > best_worth:
                best_worth, penalty = worth, False
                _copy(white, best)
        if wait > 0 or _closed(board, white) >= board.rows_to_end:
            continue
        for colour in range(SLOTS):
            if board.closed[colour, white[colour]]:
                continue
            face = np.int64(colours >> np.uint64(8 * colour) & np.uint64(255))
            for die in (u, v):
                slot = lookup.cell_slot[colour, die + face]
                if slot == NOWHERE:
                    continue
                _copy(white, both)
                if _cross(board, links, both, slot, lookup.cell_position[colour, die + face]):
                    worth = _worth(board, links, lookup, numbers, both, next_wait, penalties)
                    if worth > best_worth:
                        best_worth, penalty = worth, False
                        _copy(both, best)
    return penalty


@piece
def _copy(source: NDArray[np.int64], target: NDArray[np.int64]) -> None:
    for k in range(SHEET):
        target[k] = source[k]


@piece
def _mix(z: np.uint64) -> np.uint64:
    """One step of SplitMix64: a pseudo-random number from any number."""
    z += np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@piece
def _die(chance: np.uint64, sides: int) -> tuple[np.uint64, np.int64]:
    """The next random state, and a die with a bias below 1e-8."""
    chance = _mix(chance)
    return chance, np.int64((chance >> np.uint64(32)) * np.uint64(sides) >> np.uint64(32)) + 1


@piece
def _cross(
    board: SheetArrays, links: Links, sheet: NDArray[np.int64], slot: int, position: int
) -> bool:
    """Cross a cell and its partner; False if that is not allowed."""
    if position == NOWHERE:
        return False
    state = sheet[slot]
    target = board.after[slot, state, position]
    if target == ILLEGAL:
        return False
    sheet[slot] = target
    _gain(sheet, slot, board.gain[slot, state, position])
    other = links.partner_slot[slot, position]
    if other != NOWHERE:
        state, position = sheet[other], links.partner_position[slot, position]
        sheet[other] = links.after_forced[other, state, position]
        _gain(sheet, other, links.gain_forced[other, state, position])
    elif links.framed[slot, position]:
        sheet[MARK] += 1
        sheet[GAIN] += np.int64(links.fifth[sheet[MARK]] - links.fifth[sheet[MARK] - 1])
    return True


@piece
def _gain(sheet: NDArray[np.int64], slot: int, points: float) -> None:
    sheet[GAINS + slot] += np.int64(points)
    sheet[GAIN] += np.int64(points)


@piece
def _closed(board: SheetArrays, state: NDArray[np.int64]) -> int:
    closed = 0
    for slot in range(SLOTS):
        closed += board.closed[slot, state[slot]]
    return closed


@piece
def _worth(
    board: SheetArrays,
    links: Links,
    lookup: Lookup,
    numbers: NDArray[np.uint32],
    state: NDArray[np.int64],
    phase: int,
    penalties: int,
) -> float:
    """The points of this turn plus those still to come."""
    gain = float(state[GAIN])
    if penalties >= board.penalties_to_end:
        return gain
    a = np.int64(board.half[0, state[0], state[1]])
    b = np.int64(board.half[2, state[2], state[3]])
    if board.fold_halves:
        high, low = (a, b) if a > b else (b, a)
        place = (high * (high + 1) >> 1) + low
    else:
        place = a * len(board.second_states) + b
    group, lane = penalties // LANES, penalties % LANES
    place = place * len(links.usable) + state[MARK]
    value = float(numbers[phase, group, place * LANES + lane]) * lookup.step - lookup.shift
    return gain + value
