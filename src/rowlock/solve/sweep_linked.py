"""The sweep for sheets whose rows are linked: by swap fields, a fifth row or chained cells.

Values, lanes, phases and the expectation over the dice are those of `sweep.py`. Here two crosses of
a turn may disturb each other, so every turn is played in its order, the white cross and then the
coloured one, each with the partner that it forces (CC-02). What this makes of the rows is the same
for every mark of the sheet (`marks.py`); so the turns are listed once, and for each mark it is
looked up what they are worth:

    mark after a turn = mark + framed cells crossed in it      fifth row (CS-01)
                      = the swap field that was used           swap fields, counted from 1 (X-03)

A place in the table is place of the rows * marks + mark.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rowlock.kernel.jit import always_entry as entry
from rowlock.kernel.jit import always_piece as piece
from rowlock.solve.board import GONE, LANES, SLOTS, Board
from rowlock.solve.lanes import copy, fill, prefetch, raise_to
from rowlock.solve.links import NOWHERE, Links
from rowlock.solve.row_states import ILLEGAL
from rowlock.solve.sweep import (
    IMPOSSIBLE,
    Scratch,
    fill_lanes,
    find_moves,
    place_of,
)

TURN = np.dtype(
    [
        ("place", "u4"),  # of the rows after it
        ("entry", "u4"),  # what it raises
        ("framed", "u1"),  # framed cells crossed
        ("field", "u1"),  # swap field used, from 1; 0 for none
        ("gain", "f8"),  # in the four rows
    ],
    align=True,
)
"""A whole turn or a part of one."""


class Plan(NamedTuple):
    """All turns of the rows at hand; every thread has its own."""

    after: NDArray[np.uint16]
    """The row states after the white cross, by slot."""
    last: NDArray[np.uint16]
    """And after the coloured one."""
    singles: NDArray[np.void]
    """One cross, as it raises `single`."""
    whites: NDArray[np.void]
    """One white cross, as it raises `white` in phase 0."""
    pairs: NDArray[np.void]
    """A white and a coloured cross, as they raise `best`."""
    counts: NDArray[np.uint32]
    """How many there are of each."""


def make_plan(board: Board, links: Links) -> Plan:
    moves = SLOTS * board.after.shape[2]
    offers = int(np.diff(links.offer_first).max())
    return Plan(
        after=np.zeros(SLOTS, np.uint16),
        last=np.zeros(SLOTS, np.uint16),
        singles=np.zeros(moves, TURN),
        whites=np.zeros(moves * offers, TURN),
        pairs=np.zeros(moves * moves * offers, TURN),
        counts=np.zeros(3, np.uint32),
    )


@entry
def sweep_linked(
    board: Board,
    links: Links,
    values: NDArray[np.float64],
    scratch: Scratch,
    plan: Plan,
    a_low: int,
    a_high: int,
    b_low: int,
    b_high: int,
) -> None:
    """Fill in the values of a block of sheets, as `sweep` does, for every mark."""
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
            # No sheet has more crosses in the fifth row than framed cells behind it.
            for mark in range(framed + 1 if links.fifth[marks - 1] > 0.0 else marks):
                place = place_of(board, a, b) * marks + mark
                penalty = -board.penalty
                for group in range(groups - 1, -1, -1):
                    _look_up(board, links, scratch, plan, values, group, mark, moves)
                    penalty = fill_lanes(board, scratch, values, group, place, moves, penalty)


@piece
def _cross(
    board: Board,
    links: Links,
    before: NDArray[np.uint16],
    after: NDArray[np.uint16],
    slot: int,
    position: int,
) -> float:
    """Put the rows after a cross and its partner's into `after`; its points, -1 if not allowed."""
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
        if forced == ILLEGAL:  # rows that no game shows together
            return -1.0
        after[partner] = forced
        gain += links.gain_forced[partner, before[partner], there]
    return gain


@piece
def _list_turns(
    board: Board,
    links: Links,
    scratch: Scratch,
    plan: Plan,
    values: NDArray[np.float64],
    ending: bool,
) -> None:
    """List every cross and every pair of crosses that the rows allow, whatever the mark."""
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
def _rows_place(board: Board, state: NDArray[np.uint16]) -> np.uint32:
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
    board: Board,
    links: Links,
    scratch: Scratch,
    plan: Plan,
    values: NDArray[np.float64],
    group: int,
    mark: int,
    moves: int,
) -> None:
    """What the listed turns are worth with this mark: `single`, `white` and `best`."""
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
    """Raise what each turn can raise to its worth."""
    marks = len(links.usable)
    for i in range(count):
        turn = turns[i]
        if links.usable[mark, turn.field]:
            after = max(mark + turn.framed, turn.field)
            gain = turn.gain + links.fifth[after] - links.fifth[mark]
            raise_to(into, at + turn.entry, values, (turn.place * marks + after) * LANES, gain)
