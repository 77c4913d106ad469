"""The traits of a sheet in compiled code; `evaluation/traits.py` describes them."""

from __future__ import annotations

from rowlock.bots.compiled.evaluator_fields import AT_TRAITS, HIDDEN, TRAIT_LINES
from rowlock.bots.compiled.joint_position import V_BAR, V_CLOSED, V_ROWS
from rowlock.bots.compiled.layers import add_line
from rowlock.bots.compiled.workspace import Workspace
from rowlock.bots.evaluation.traits import OPEN_STEP, PAIR_CROSSED, PAIR_STATES
from rowlock.core.rules import count, first_free_place, has_neighbour
from rowlock.kernel.jit import noinline
from rowlock.kernel.seat_tables import seat_tables
from rowlock.kernel.sheet_rules import fifth_row
from rowlock.kernel.variant_tables import (
    BESIDE,
    BONUS_BIT,
    BONUS_ROWS,
    FIELDS,
    PAIRS,
    PARTNER,
    ROW_PLACES,
    SIDES,
    STEP_BITS,
    STEPS,
    SUMS,
    WHITE_BIT,
)


@noinline
def steps_open(work: Workspace, q: int) -> int:
    """Number of framed cells right of the last crosses, in rows that are not closed."""
    v, t = work.joint, seat_tables(work.tables, q)
    cells = 0
    for row in range(4):
        if not v[V_CLOSED] >> row & 1:
            cells += count(t[STEP_BITS + row] >> first_free_place(v[V_ROWS + 4 * q + row]))
    return cells


@noinline
def is_open(work: Workspace, q: int, place: int) -> bool:
    """Whether the cell at a place can still be crossed; each row has sixteen places."""
    v, row = work.joint, place // ROW_PLACES
    return not v[V_CLOSED] >> row & 1 and v[V_ROWS + 4 * q + row] >> place % ROW_PLACES == 0


@noinline
def pair_state(work: Workspace, q: int, one: int, other: int) -> int:
    """Whether a pair is crossed, and otherwise how many of its two cells can be."""
    if work.joint[V_ROWS + 4 * q + one // ROW_PLACES] >> one % ROW_PLACES & 1:
        return PAIR_CROSSED
    return int(is_open(work, q, one)) + int(is_open(work, q, other))


@noinline
def bonus_open(work: Workspace, q: int, k: int) -> int:
    """Number of rolls of the white dice that a bonus row could use (BP-02)."""
    t, v = seat_tables(work.tables, q), work.joint
    mask, rows = v[V_BAR + 2 * q + k], V_ROWS + 4 * q + 2 * k
    ways = 0
    for number in range(2, 2 * t[SIDES] + 1):
        white = WHITE_BIT + 4 * number + 2 * k
        if t[BONUS_BIT + SUMS * k + number] > mask and has_neighbour(
            v[rows] & t[white], v[rows + 1] & t[white + 1], 1, 1
        ):
            ways += min(number - 1, 2 * t[SIDES] + 1 - number)
    return ways // OPEN_STEP


@noinline
def add_traits(work: Workspace, q: int, slot: int, evaluator: int, to: int) -> None:
    """Add the lines of a seat's traits to the layer at `to`."""
    t, v = seat_tables(work.tables, q), work.joint
    d, w, f = work.evaluators, work.weights, work.layers
    hidden = d[evaluator + HIDDEN]
    at = d[evaluator + AT_TRAITS] + slot * d[evaluator + TRAIT_LINES] * hidden
    if t[STEPS]:
        size = (t[STEPS] + 1) * hidden
        add_line(f, to, w, at + fifth_row(t, v, V_ROWS + 4 * q) * hidden, hidden)
        add_line(f, to, w, at + size + steps_open(work, q) * hidden, hidden)
        at += 2 * size
    if t[PAIRS]:
        for one in range(4 * ROW_PLACES):
            other = t[PARTNER + one] - 1
            if other > one:
                add_line(f, to, w, at + pair_state(work, q, one, other) * hidden, hidden)
                at += PAIR_STATES * hidden
    if t[FIELDS]:
        add_line(f, to, w, at + first_free_place(v[V_BAR + 2 * q]) * hidden, hidden)
        at += (t[FIELDS] + 1) * hidden
    for k in range(t[BONUS_ROWS]):
        mask, size = v[V_BAR + 2 * q + k], (t[BESIDE + k] + 1) * hidden
        add_line(f, to, w, at + first_free_place(mask) * hidden, hidden)
        add_line(f, to, w, at + size + count(mask) * hidden, hidden)
        add_line(f, to, w, at + 2 * size + bonus_open(work, q, k) * hidden, hidden)
        at += 2 * size + (t[SIDES] * t[SIDES] // OPEN_STEP + 1) * hidden


@noinline
def add_lost_traits(work: Workspace, seat: int, slot: int, evaluator: int, to: int) -> None:
    """The same for another sheet, which has nothing of what these traits count."""
    t, d = seat_tables(work.tables, seat), work.evaluators
    w, f = work.weights, work.layers
    hidden = d[evaluator + HIDDEN]
    at = d[evaluator + AT_TRAITS] + slot * d[evaluator + TRAIT_LINES] * hidden
    if t[STEPS]:
        size = (t[STEPS] + 1) * hidden
        add_line(f, to, w, at, hidden)
        add_line(f, to, w, at + size, hidden)
        at += 2 * size
    for _ in range(t[PAIRS]):
        add_line(f, to, w, at, hidden)
        at += PAIR_STATES * hidden
    if t[FIELDS]:
        add_line(f, to, w, at + t[FIELDS] * hidden, hidden)
        at += (t[FIELDS] + 1) * hidden
    for k in range(t[BONUS_ROWS]):
        size = (t[BESIDE + k] + 1) * hidden
        add_line(f, to, w, at + t[BESIDE + k] * hidden, hidden)
        add_line(f, to, w, at + size, hidden)
        add_line(f, to, w, at + 2 * size, hidden)
        at += 2 * size + (t[SIDES] * t[SIDES] // OPEN_STEP + 1) * hidden
