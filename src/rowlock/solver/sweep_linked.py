"""The sweep for sheets with linked rows: swap fields, a fifth row or chained cells.

Values, lanes, phases and the expectation over the dice are the same as in `sweep.py`. Here the two
crosses of a turn may affect each other, so every turn is played in order: the white cross, then the
coloured one, each with the partner that it forces (CC-02). The resulting rows do not depend on the
mark of the sheet (`marks.py`), so turns are listed once and then evaluated for each mark:

    mark after a turn = mark + framed cells crossed in it      fifth row (CS-01)
                      = the swap field that was used           swap fields, counted from 1 (X-03)

The place in the table is: place of the rows * marks + mark.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rowlock.kernel.jit import always_entry_point as entry
from rowlock.kernel.jit import always_inline as piece
from rowlock.solver.links import NOWHERE, Links
from rowlock.solver.row_states import ILLEGAL
from rowlock.solver.sheet_arrays import (
    GONE,
    LANES,
    SLOTS,
    SheetArrays,
)
from rowlock.solver.sweep import (
    IMPOSSIBLE,
    SweepScratch,
    fill_lanes,
    find_moves,
    place_of,
)
from rowlock.solver.vectors import (
    copy,
    fill,
    prefetch,
    raise_to,
)

TURN = np.dtype(
    [
        ("place", "u4"),  # place of the rows after it
        ("entry", "u4"),  # entry that it may raise
        ("framed", "u1"),  # framed cells crossed
        ("field", "u1"),  # swap field used, from 1; 0 for none
        ("gain", "f8"),  # points in the four rows
    ],
    align=True,
)
"""A turn or part of a turn."""


class SweepPlan(NamedTuple):
    """All turns of the current rows, one plan per thread."""

    after: NDArray[np.uint16]
    """The row states after the white cross, by slot."""
    last: NDArray[np.uint16]
    """The row states after the coloured cross as well."""
    singles: NDArray[np.void]
    """Single crosses, for `single`."""
    whites: NDArray[np.void]
    """White crosses, for `white` in phase 0."""
    pairs: NDArray[np.void]
    """White and coloured crosses, for `best`."""
    counts: NDArray[np.uint32]
    """Number of entries in each of the three lists."""


def make_plan(board: SheetArrays, links: Links) -> SweepPlan:
    moves = SLOTS * board.after.shape[2]
    offers = int(np.diff(links.offer_first).max())
    return SweepPlan(
        after=np.zeros(SLOTS, np.uint16),
        last=np.zeros(SLOTS, np.uint16),
        singles=np.zeros(moves, TURN),
        whites=np.zeros(moves * offers, TURN),
        pairs=np.zeros(moves * moves * offers, TURN),
        counts=np.zeros(3, np.uint32),
    )


@entry
def sweep_linked(
    board: SheetArrays,
    links: Links,
    values: NDArray[np.float64],
    scratch: SweepScratch,
    plan: SweepPlan,
    a_low: int,
    a_high: int,
    b_low: int,
    b_high: int,
) -> None:
    """Compute the values of a block of sheets for every mark, like `sweep`."""
    phases, groups, _ = values.shape
    state = scratch.state
    for a in range(a_low, a_high):
        state[0] = board.first_states[a, 0]
        state[1] = board.first_states[a, 1]
        top = min(b_high, a + 1) if board.fold_halves else b_high
        for b in range(top - 1, b_low - 1, -1):
            state[2] = board.second_states[b, 0]
            state[3] = board.second_states[b, 1]
            closed = 0
            framed = 0
            for slot in range(SLOTS):
                closed += board.closed[slot, state[slot]]
                framed += links.most_framed[slot, state[slot]]
            if closed >= board.rows_to_end:
                continue
            moves = find_moves(board, scratch)
            ending = closed + 1 >= board.rows_to_end
            _list_turns(board, links, scratch, plan, values[phases - 1, groups - 1], ending)
            marks = len(links.usable)
            # No sheet has more crosses in the fifth row than framed cells left of its last crosses.
            for mark in range(framed + 1 if links.fifth[marks - 1] > 0.0 else marks):
                place = place_of(board, a, b) * marks + mark
                penalty = -board.penalty
                for group in range(groups - 1, -1, -1):
                    _look_up(board, links, scratch, plan, values, group, mark, moves)
                    penalty = fill_lanes(board, scratch, values, group, place, moves, penalty)


@piece
def _cross(
    board: SheetArrays,
    links: Links,
    before: NDArray[np.uint16],
    after: NDArray[np.uint16],
    slot: int,
    position: int,
) -> float:
    """Put the rows after a cross and its partner's into `after`; returns points, -1 if illegal."""
    target = board.after[slot, before[slot], position]
    if target == ILLEGAL:
        return -1.0
    gain = float(board.gain[slot, before[slot], position])
    for other in range(SLOTS):
        after[other] = before[other]
    after[slot] = target
    partner = links.partner_slot[slot, position]
    if partner != NOWHERE:
        there = links.partner_position[slot, position]
        forced = links.after_forced[partner, before[partner], there]
        if forced == ILLEGAL:  # rows that cannot occur together
            return -1.0
        after[partner] = forced
        gain += links.gain_forced[partner, before[partner], there]
    return gain


@piece
def _list_turns(
    board: SheetArrays,
    links: Links,
    scratch: SweepScratch,
    plan: SweepPlan,
    values: NDArray[np.float64],
    ending: bool,
) -> None:
    """List all crosses and pairs of crosses that the rows allow, whatever the sheet's mark is."""
    sums = len(board.sum_chance)
    singles, whites, pairs = 0, 0, 0
    for slot in range(SLOTS):
        for k in range(scratch.start[slot], scratch.start[slot + 1]):
            white = scratch.moves[k]
            gain = _cross(board, links, scratch.state, plan.after, slot, white.position)
            if gain < 0.0:
                continue
            framed = links.framed[slot, white.position]
            place = _rows_place(board, plan.after)
            _note(plan.singles[singles], place, k * LANES, framed, 0, gain)
            singles += 1
            first = links.offer_first[white.number]
            end = links.offer_first[white.number + 1]
            for i in range(first, end):
                at = links.offer_sum[i] * LANES
                _note(plan.whites[whites], place, at, framed, links.offer_field[i], gain)
                whites += 1
            if white.closes and ending:  # C-13: the game is over
                continue
            for other in range(SLOTS):
                for m in range(scratch.start[other], scratch.start[other + 1]):
                    move = scratch.moves[m]
                    if move.colour == GONE or (white.closes and move.colour == slot):  # C-12
                        continue
                    more = _cross(board, links, plan.after, plan.last, other, move.position)
                    if more < 0.0:
                        continue
                    place = _rows_place(board, plan.last)
                    prefetch(values, place * len(links.usable) * LANES)
                    both = framed + links.framed[other, move.position]
                    for i in range(first, end):
                        at = (m * sums + links.offer_sum[i]) * LANES
                        field = links.offer_field[i]
                        _note(plan.pairs[pairs], place, at, both, field, gain + more)
                        pairs += 1
    plan.counts[0] = singles
    plan.counts[1] = whites
    plan.counts[2] = pairs


@piece
def _rows_place(board: SheetArrays, state: NDArray[np.uint16]) -> np.uint32:
    return place_of(board, board.half[0, state[0], state[1]], board.half[2, state[2], state[3]])


@piece
def _note(turn: Any, place: Any, entry: int, framed: int, field: int, gain: float) -> None:
    turn.place = place
    turn.entry = entry
    turn.framed = framed
    turn.field = field
    turn.gain = gain


@piece
def _look_up(
    board: SheetArrays,
    links: Links,
    scratch: SweepScratch,
    plan: SweepPlan,
    values: NDArray[np.float64],
    group: int,
    mark: int,
    moves: int,
) -> None:
    """Evaluate the listed turns for this mark: `single`, `white` and `best`."""
    sums = len(board.sum_chance)
    phases = values.shape[0]
    for phase in range(phases):
        for total in range(sums):
            fill(scratch.white, (phase * sums + total) * LANES, IMPOSSIBLE)
        at = phase * sums * LANES
        _raise(links, plan.whites, plan.counts[1], values[phase, group], mark, scratch.white, at)
    later = values[phases - 1, group]
    for m in range(moves):
        fill(scratch.single, m * LANES, IMPOSSIBLE)
    _raise(links, plan.singles, plan.counts[0], later, mark, scratch.single, 0)
    for m in range(moves):
        for total in range(2, sums):
            copy(scratch.best, (m * sums + total) * LANES, scratch.single, m * LANES)
    _raise(links, plan.pairs, plan.counts[2], later, mark, scratch.best, 0)


@piece
def _raise(
    links: Links,
    turns: NDArray[np.void],
    count: int,
    values: NDArray[np.float64],
    mark: int,
    into: NDArray[np.float64],
    at: int,
) -> None:
    """Raise each entry to the value of the turns that may raise it."""
    marks = len(links.usable)
    for i in range(count):
        turn = turns[i]
        if links.usable[mark, turn.field]:
            after = max(mark + turn.framed, turn.field)
            gain = turn.gain + links.fifth[after] - links.fifth[mark]
            raise_to(into, at + turn.entry, values, (turn.place * marks + after) * LANES, gain)
