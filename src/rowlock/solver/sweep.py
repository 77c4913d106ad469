"""The compiled core of the solver: computes the values of many sheets.

The value of a sheet is the expected number of points still to come, so it does not depend on the
points on the sheet. A sheet has one value (a *lane*) per number of penalties; four of them form a
*group*, and the lanes of a group share all steps except the last.

For one sheet, with V the values of sheets further on:

1. *Moves*: each cell that may be crossed now, or right of a white cross in the same row.
2. *Singles*: single(m) = gain + V(sheet after m).
3. *Pairs*: for every white sum and every coloured cell m, the best turn that ends with m:
   best(m, sum) = max of single(m) and, over the cells k that the white sum offers, of
   gain of both + V(sheet after k, then m). Action 1 affects action 2: order and lock
   (C-07), the removed die (C-12), the end of the game (C-13).
4. *Expectation*: for a white sum, turns without action 2 give a floor: the best white cross or
   the penalty. Moves above the floor are sorted. Going down the list, the probability that no
   better move was rolled is a product over the four independent coloured dice, so each pair of
   white dice needs at most as many steps as there are moves.

With n players (the friendly form), a sheet has one value per *phase*, the number of others' turns
before its owner rolls. An active turn leads to phase n - 1, a passive one to the phase below. A
passive turn may leave the sheet unchanged, so phase 0 is computed first, then 1, 2 ...
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rowlock.core.rules import fewest
from rowlock.kernel.jit import always_entry_point as entry
from rowlock.kernel.jit import always_inline as piece
from rowlock.solver.row_states import ILLEGAL
from rowlock.solver.sheet_arrays import (
    GONE,
    LANES,
    MOVE,
    NUMBER_BITS,
    SLOTS,
    SheetArrays,
)
from rowlock.solver.vectors import (
    copy,
    count_bits,
    fill,
    prefetch,
    raise_to,
)

IMPOSSIBLE = -1e300

PAIR = np.dtype([("place", "u4"), ("forth", "u4"), ("back", "u4"), ("gain", "f8")])
"""A sheet after two crosses: its place, the points of both, the entries of `best` it may raise."""


class SweepScratch(NamedTuple):
    """Working memory for the current sheet, one per thread."""

    state: NDArray[np.uint16]
    """The row state in each slot."""
    start: NDArray[np.uint32]
    """The first move of each slot, plus one at the end."""
    moves: NDArray[np.void]
    pairs: NDArray[np.void]
    single: NDArray[np.float64]
    """[move, lane]"""
    white: NDArray[np.float64]
    """[phase, sum, lane]: the best white cross if that phase comes next."""
    best: NDArray[np.float64]
    """[move, sum, lane], and an unused group at the end for writes that have no target."""
    order: NDArray[np.uint8]
    """The coloured moves, best single first."""
    found: NDArray[np.float64]
    """Values of the moves above the floor."""
    chosen: NDArray[np.uint8]
    """Indices of those moves."""


def make_scratch(board: SheetArrays, phases: int) -> SweepScratch:
    moves = SLOTS * board.after.shape[2]
    sums = len(board.sum_chance)
    return SweepScratch(
        state=np.zeros(SLOTS, np.uint16),
        start=np.zeros(SLOTS + 1, np.uint32),
        moves=np.zeros(moves, MOVE),
        pairs=np.zeros(moves * moves * (1 + len(board.lucky_sums)), PAIR),
        single=np.zeros(moves * LANES),
        white=np.zeros(phases * sums * LANES),
        best=np.zeros((moves * sums + 1) * LANES),
        order=np.zeros(moves, np.uint8),
        found=np.zeros(moves),
        chosen=np.zeros(moves, np.uint8),
    )


@entry
def sweep(
    board: SheetArrays,
    values: NDArray[np.float64],
    scratch: SweepScratch,
    a_low: int,
    a_high: int,
    b_low: int,
    b_high: int,
) -> None:
    """Compute the values of a block of sheets, highest level first.

    `values[phase, group, LANES * place + lane]`. The block is a range of first halves and of second
    halves. All sheets further on than the whole block must be known; inside the block, sheets with
    the same first half may depend on each other. Sheets of finished games keep their zeros.
    """
    phases, groups, _ = values.shape
    for a in range(a_low, a_high):
        scratch.state[0] = board.first_states[a, 0]
        scratch.state[1] = board.first_states[a, 1]
        top = min(b_high, a + 1) if board.fold_halves else b_high
        for b in range(top - 1, b_low - 1, -1):
            scratch.state[2] = board.second_states[b, 0]
            scratch.state[3] = board.second_states[b, 1]
            closed = 0
            for slot in range(SLOTS):
                closed += board.closed[slot, scratch.state[slot]]
            if closed >= board.rows_to_end:
                continue
            moves = find_moves(board, scratch)
            place = place_of(board, a, b)
            penalty = -board.penalty
            for group in range(groups - 1, -1, -1):
                for phase in range(phases):
                    _find_singles(board, scratch, values[phase, group], phase, a, b, moves)
                ending = closed + 1 >= board.rows_to_end
                _find_pairs(board, scratch, values[phases - 1, group], a, b, ending, moves)
                penalty = fill_lanes(board, scratch, values, group, place, moves, penalty)


@piece
def fill_lanes(
    board: SheetArrays,
    scratch: SweepScratch,
    values: NDArray[np.float64],
    group: int,
    place: np.uint32,
    moves: int,
    penalty: float,
) -> float:
    """Write the values of a sheet in all phases, from the values of its moves.

    `penalty` is the value after one more penalty; returns the same for the next group of lanes.
    """
    phases = values.shape[0]
    coloured = 0
    for m in range(moves):
        if scratch.moves[m].colour != GONE:
            scratch.order[coloured] = m
            coloured += 1
    top_lane = min(LANES, board.penalties_to_end - LANES * group)
    for lane in range(top_lane - 1, -1, -1):
        value = active_value(board, scratch, coloured, phases - 1, lane, penalty)
        values[0, group, place * LANES + lane] = value
        for phase in range(1, phases):
            value = passive_value(board, scratch, phase - 1, lane, value)
            values[phase, group, place * LANES + lane] = value
        penalty = value - board.penalty
    return penalty


@piece
def place_of(board: SheetArrays, a: int, b: int) -> np.uint32:
    """The place of two halves in the table, like `Layout.place`."""
    first = np.uint32(a)
    second = np.uint32(b)
    if board.fold_halves:
        high = first if first > second else second
        low = second if first > second else first
        return np.uint32((high * (high + 1) >> 1) + low)
    return np.uint32(first * len(board.second_states) + second)


@piece
def find_moves(board: SheetArrays, scratch: SweepScratch) -> int:
    """List all cells that may be crossed in this turn, slot by slot."""
    moves = 0
    for slot in range(SLOTS):
        state = scratch.state[slot]
        scratch.start[slot] = moves
        for i in range(board.move_first[slot, state], board.move_first[slot, state + 1]):
            source = board.moves[i]
            move = scratch.moves[moves]
            gone = board.closed[source.colour, scratch.state[source.colour]]
            move.position = source.position
            move.number = source.number
            move.colour = GONE if gone else source.colour
            move.closes = source.closes
            move.target = source.target
            move.gain = source.gain
            move.offers = 1
            if source.target != ILLEGAL:
                move.half = board.half[slot, source.target, scratch.state[slot ^ 1]]
            moves += 1
    scratch.start[SLOTS] = moves
    if len(board.lucky_sums):
        tied = fewest(
            board.crosses[0, scratch.state[0]],
            board.crosses[1, scratch.state[1]],
            board.crosses[2, scratch.state[2]],
            board.crosses[3, scratch.state[3]],
        )
        for slot in range(SLOTS):  # L-04: the next cell of a row with the fewest crosses
            following = board.start[slot, scratch.state[slot]]
            for m in range(scratch.start[slot], scratch.start[slot + 1]):
                move = scratch.moves[m]
                if tied >> slot & 1 and move.target != ILLEGAL and move.position == following:
                    move.offers += len(board.lucky_sums)
    return moves


@piece
def _offer(board: SheetArrays, move: Any, i: int) -> Any:
    """The i-th white sum that offers a move: the number on the cell first, then lucky numbers."""
    return move.number if i == 0 else board.lucky_sums[i - 1]


@piece
def _find_singles(
    board: SheetArrays,
    scratch: SweepScratch,
    values: NDArray[np.float64],
    phase: int,
    a: int,
    b: int,
    moves: int,
) -> None:
    """The value of each single move, and the best white cross for each sum."""
    sums = len(board.sum_chance)
    for total in range(sums):
        fill(scratch.white, (phase * sums + total) * LANES, IMPOSSIBLE)
    for m in range(moves):
        move = scratch.moves[m]
        fill(scratch.single, m * LANES, IMPOSSIBLE)
        if move.target != ILLEGAL:
            first = m < scratch.start[2]
            place = place_of(board, move.half if first else a, b if first else move.half)
            raise_to(scratch.single, m * LANES, values, place * LANES, move.gain)
            for i in range(move.offers):
                at = (phase * sums + _offer(board, move, i)) * LANES
                raise_to(scratch.white, at, scratch.single, m * LANES, 0.0)


@piece
def _find_pairs(
    board: SheetArrays,
    scratch: SweepScratch,
    values: NDArray[np.float64],
    a: int,
    b: int,
    ending: bool,
    moves: int,
) -> None:
    """The best turn that ends with each coloured move, for every white sum.

    All sheets after two crosses are listed first, so that their values are prefetched while the
    list is still being written. `ending`: the next closed row ends the game.
    """
    sums = len(board.sum_chance)
    unasked = np.uint32(len(scratch.best) - LANES)
    for m in range(moves):
        for total in range(2, sums):
            copy(scratch.best, (m * sums + total) * LANES, scratch.single, m * LANES)
    pairs = 0
    for slot in range(SLOTS):
        for k in range(scratch.start[slot], scratch.start[slot + 1]):
            white = scratch.moves[k]
            if white.target == ILLEGAL:
                continue
            # White k, then a coloured cell further right in the same row, or its second box.
            for m in range(k, scratch.start[slot + 1]):
                move = scratch.moves[m]
                target = board.after[slot, white.target, move.position]
                if target == ILLEGAL or move.colour == GONE:
                    continue
                half = board.half[slot, target, scratch.state[slot ^ 1]]
                place = place_of(board, half if slot < 2 else a, b if slot < 2 else half)
                prefetch(values, place * LANES)
                for i in range(white.offers):
                    pair = scratch.pairs[pairs]
                    pair.place = place
                    pair.gain = white.gain + board.gain[slot, white.target, move.position]
                    pair.forth = (m * sums + _offer(board, white, i)) * LANES
                    pair.back = unasked
                    pairs += 1
            # Cells in two rows: white k and coloured m, or white m and coloured k.
            for m in range(scratch.start[slot + 1], moves):
                move = scratch.moves[m]
                if move.target == ILLEGAL:
                    continue
                other = 1 if m < scratch.start[2] else 2 if m < scratch.start[3] else 3
                forth = move.colour != GONE
                back = white.colour != GONE
                if white.closes:  # C-12: its die is removed; C-13: the game is over
                    forth = forth and not ending and move.colour != slot
                if move.closes:
                    back = back and not ending and white.colour != other
                if other < 2:
                    place = place_of(board, board.half[0, white.target, move.target], b)
                elif slot >= 2:
                    place = place_of(board, a, board.half[2, white.target, move.target])
                else:
                    place = place_of(board, white.half, move.half)
                prefetch(values, place * LANES)
                for i in range(max(white.offers, move.offers)):
                    pair = scratch.pairs[pairs]
                    pair.place = place
                    pair.gain = white.gain + move.gain
                    pair.forth = unasked
                    pair.back = unasked
                    if forth and i < white.offers:
                        pair.forth = (m * sums + _offer(board, white, i)) * LANES
                    if back and i < move.offers:
                        pair.back = (k * sums + _offer(board, move, i)) * LANES
                    pairs += 1
    for i in range(pairs):
        pair = scratch.pairs[i]
        raise_to(scratch.best, pair.forth, values, pair.place * LANES, pair.gain)
        raise_to(scratch.best, pair.back, values, pair.place * LANES, pair.gain)


@piece
def active_value(
    board: SheetArrays, scratch: SweepScratch, coloured: int, phase: int, lane: int, penalty: float
) -> float:
    """The value of an active turn; `penalty` is the value after taking a penalty."""
    sums = len(board.sum_chance)
    found, chosen, order, single = scratch.found, scratch.chosen, scratch.order, scratch.single
    for i in range(1, coloured):
        # Start from the order of the previous lane: lanes rank their moves almost alike.
        m = order[i]
        worth = single[m * LANES + lane]
        k = i
        while k > 0 and single[order[k - 1] * LANES + lane] < worth:
            order[k] = order[k - 1]
            k -= 1
        order[k] = m
    value = 0.0
    for total in range(2, sums):
        floor = max(penalty, scratch.white[(phase * sums + total) * LANES + lane])
        above = 0
        for i in range(coloured):
            m = order[i]
            worth = scratch.best[(m * sums + total) * LANES + lane]
            if worth > floor:
                k = above
                while k > 0 and found[k - 1] < worth:
                    found[k] = found[k - 1]
                    chosen[k] = chosen[k - 1]
                    k -= 1
                found[k] = worth
                chosen[k] = scratch.moves[m].colour << NUMBER_BITS | scratch.moves[m].number
                above += 1
        for pair in range(board.pair_first[total], board.pair_first[total + 1]):
            shown = np.uint64(0)  # faces that give one of the moves passed so far
            missed = np.uint64(0)
            left = board.missing[0]  # number of throws that show none of them
            best = 0.0
            for i in range(above):
                cell = chosen[i]
                new = board.faces[pair, cell] & ~shown
                shown |= new
                missed += count_bits(new) * np.uint64(board.step[cell >> NUMBER_BITS])
                still = board.missing[missed]
                best += found[i] * (left - still)
                left = still
            value += board.pair_weight[pair] * (best + floor * left)
    return value


@piece
def passive_value(
    board: SheetArrays, scratch: SweepScratch, phase: int, lane: int, waiting: float
) -> float:
    """The value of another player's turn; `waiting` is the value of crossing nothing."""
    sums = len(board.sum_chance)
    value = 0.0
    for total in range(2, sums):
        worth = scratch.white[(phase * sums + total) * LANES + lane]
        value += board.sum_chance[total] * max(worth, waiting)
    return value
