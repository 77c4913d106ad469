"""Playing a solved sheet many times, to see what best play looks like.

Each turn is decided by looking up every sheet that the roll can lead to; the best one is taken.
The games depend on nothing but the seed and their number, in whatever pieces they are played.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rowlock.core.sheet import Sheet, locked_rows
from rowlock.kernel.jit import always_entry as entry
from rowlock.kernel.jit import always_piece as piece
from rowlock.solve.board import LANES, SLOTS, Board
from rowlock.solve.row_states import ILLEGAL
from rowlock.solve.value_table import ValueTable

NOWHERE = 255


class Lookup(NamedTuple):
    """What a game needs besides the board."""

    white: NDArray[np.uint8]
    """`white[slot, number]`: the position of a number in a row."""
    cell_slot: NDArray[np.uint8]
    """`cell_slot[colour, number]`: the row in which a coloured cell stands."""
    cell_position: NDArray[np.uint8]
    step: float
    """Points of one unit of the table's numbers."""
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
    header = table.header
    return Lookup(
        white,
        cell_slot,
        cell_position,
        2.0**-header.bits,
        float(header.shift),
        variant.sides,
    )


class Games(NamedTuple):
    """What happened in each of many games."""

    totals: NDArray[np.int32]
    """Points from the start of the game on, those of the sheet it began with not among them."""
    turns: NDArray[np.int32]
    penalties: NDArray[np.int32]
    """On the sheet at the end."""
    locks: NDArray[np.int32]
    rows: NDArray[np.int32]
    """[game, slot] points that each row has brought; which row it is, the layout says."""
    locked: NDArray[np.bool_]
    """[game, slot] whether the row is closed at the end."""


class Scratch(NamedTuple):
    """Where a turn is thought about: row states by slot."""

    state: NDArray[np.int64]
    option: NDArray[np.int64]
    best: NDArray[np.int64]
    """After the best turn so far."""
    gains: NDArray[np.float64]
    """[slot] what that adds to each row."""


def play_games(
    table: ValueTable,
    games: int,
    *,
    seed: int = 0,
    wait: int = 0,
    sheet: Sheet = Sheet(),  # noqa: B008  frozen
) -> Games:
    """Best play of a sheet, `games` times; the first own roll comes after `wait` turns of others.

    Game k of a seed has the same dice whatever sheet it begins with. Only sheets without lucky
    numbers and bonuses.
    """
    totals, turns, penalties, locks = np.zeros((4, games), np.int32)
    rows, locked = np.zeros((games, SLOTS), np.int32), np.zeros((games, SLOTS), np.bool_)
    found = Games(totals, turns, penalties, locks, rows, locked)
    start = np.array(states_of(table, sheet), np.int64)
    state, option, best = np.zeros((3, SLOTS), np.int64)
    scratch = Scratch(state, option, best, np.zeros(SLOTS))
    values, lookup = np.asarray(table.numbers), make_lookup(table)
    _play(table.problem.board, lookup, values, scratch, found, seed, wait, start, sheet.penalties)
    return found


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
    board: Board,
    lookup: Lookup,
    numbers: NDArray[np.uint32],
    scratch: Scratch,
    found: Games,
    seed: int,
    first_wait: int,
    start: NDArray[np.int64],
    first_penalties: int,
) -> None:
    phases = numbers.shape[0]
    state = scratch.state
    for game in range(len(found.totals)):
        chance = _mix(_mix(np.uint64(seed)) + np.uint64(game))
        for slot in range(SLOTS):
            state[slot] = start[slot]
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
            gain, penalty = _best_turn(
                board, lookup, numbers, scratch, u, v, colours, wait, next_wait, penalties
            )
            total += gain
            penalties += penalty
            for slot in range(SLOTS):
                state[slot] = scratch.best[slot]
                found.rows[game, slot] += np.int32(scratch.gains[slot])
            wait = next_wait
            if penalties >= board.penalties_to_end or _closed(board, state) >= board.rows_to_end:
                break
        found.totals[game] = np.int32(total)
        found.turns[game] = turns
        found.penalties[game] = penalties
        found.locks[game] = _closed(board, state)
        for slot in range(SLOTS):
            found.locked[game, slot] = board.closed[slot, state[slot]]


@piece
def _best_turn(
    board: Board,
    lookup: Lookup,
    numbers: NDArray[np.uint32],
    scratch: Scratch,
    u: np.int64,
    v: np.int64,
    colours: np.uint64,
    wait: int,
    next_wait: int,
    penalties: int,
) -> tuple[float, bool]:
    """The best way to use a roll: its points, and whether it is the penalty."""
    state, option, best, gains = scratch
    # Nothing crossed: the penalty in the own turn, no change in another's.
    found_penalty = wait == 0
    best_gain = -board.penalty if wait == 0 else 0.0
    best_worth = best_gain + _value(
        board, lookup, numbers, state, next_wait, penalties + (wait == 0)
    )
    for slot in range(SLOTS):
        best[slot] = state[slot]
        gains[slot] = 0.0
    for white in range(-1, SLOTS):
        for slot in range(SLOTS):
            option[slot] = state[slot]
        gain = 0.0
        if white >= 0:
            gain = _cross(board, option, white, lookup.white[white, u + v])
            if gain == 0.0:
                continue
            worth = gain + _value(board, lookup, numbers, option, next_wait, penalties)
            if worth > best_worth:
                best_worth, best_gain, found_penalty = worth, gain, False
                _note(scratch, white, gain, white, 0.0)
        if wait > 0 or _closed(board, option) >= board.rows_to_end:
            continue
        for colour in range(SLOTS):
            if board.closed[colour, option[colour]]:
                continue
            face = np.int64(colours >> np.uint64(8 * colour) & np.uint64(255))
            for die in (u, v):
                slot = lookup.cell_slot[colour, die + face]
                if slot == NOWHERE:
                    continue
                before = option[slot]
                position = lookup.cell_position[colour, die + face]
                more = _cross(board, option, slot, position)
                if more > 0.0:
                    worth = gain + more
                    worth += _value(board, lookup, numbers, option, next_wait, penalties)
                    if worth > best_worth:
                        best_worth, best_gain, found_penalty = worth, gain + more, False
                        _note(scratch, max(white, 0), gain, slot, more)
                option[slot] = before
    return best_gain, found_penalty


@piece
def _note(scratch: Scratch, first: int, gain: float, second: int, more: float) -> None:
    """The option is the best turn so far: up to two crosses with their points."""
    for slot in range(SLOTS):
        scratch.best[slot] = scratch.option[slot]
        scratch.gains[slot] = 0.0
    scratch.gains[first] += gain
    scratch.gains[second] += more


@piece
def _mix(z: np.uint64) -> np.uint64:
    """One step of SplitMix64: a well stirred number from any other."""
    z += np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@piece
def _die(chance: np.uint64, sides: int) -> tuple[np.uint64, np.int64]:
    """The next state of chance and a die; its bias is below 1e-8."""
    chance = _mix(chance)
    return chance, np.int64((chance >> np.uint64(32)) * np.uint64(sides) >> np.uint64(32)) + 1


@piece
def _cross(board: Board, state: NDArray[np.int64], slot: int, position: int) -> float:
    """Cross a cell if that is allowed; the points it adds, or 0."""
    if position == NOWHERE:
        return 0.0
    target = board.after[slot, state[slot], position]
    if target == ILLEGAL:
        return 0.0
    gain = float(board.gain[slot, state[slot], position])
    state[slot] = target
    return gain


@piece
def _closed(board: Board, state: NDArray[np.int64]) -> int:
    closed = 0
    for slot in range(SLOTS):
        closed += board.closed[slot, state[slot]]
    return closed


@piece
def _value(
    board: Board,
    lookup: Lookup,
    numbers: NDArray[np.uint32],
    state: NDArray[np.int64],
    phase: int,
    penalties: int,
) -> float:
    """Points still to come on a sheet."""
    if penalties >= board.penalties_to_end:
        return 0.0
    a = np.int64(board.half[0, state[0], state[1]])
    b = np.int64(board.half[2, state[2], state[3]])
    if board.fold_halves:
        high, low = (a, b) if a > b else (b, a)
        place = (high * (high + 1) >> 1) + low
    else:
        place = a * len(board.second_states) + b
    group, lane = penalties // LANES, penalties % LANES
    return float(numbers[phase, group, place * LANES + lane]) * lookup.step - lookup.shift
