"""The traits of a sheet in compiled code; `judging/traits.py` says what they are."""

from __future__ import annotations

from rowlock.bots.compiled.descriptions import AT_TRAITS, HIDDEN, TRAIT_LINES
from rowlock.bots.compiled.joint_position import V_BAR, V_CLOSED, V_ROWS
from rowlock.bots.compiled.layers import add_line
from rowlock.bots.compiled.room import Room
from rowlock.bots.judging.traits import OPEN_STEP, PAIR_CROSSED, PAIR_STATES
from rowlock.core.rules import count, is_beside, reach
from rowlock.kernel.compile import (
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
from rowlock.kernel.jit import part
from rowlock.kernel.sheet_rules import fifth_row


@part
def steps_open(room: Room, q: int) -> int:
    """Framed cells right of the last crosses, in rows that are not closed."""
    v = room.joint
    cells = 0
    for row in range(4):
        if not v[V_CLOSED] >> row & 1:
            cells += count(room.tables[STEP_BITS + row] >> reach(v[V_ROWS + 4 * q + row]))
    return cells


@part
def is_open(room: Room, q: int, place: int) -> bool:
    """Whether the cell at a place, sixteen for each row, can still be crossed."""
    v, row = room.joint, place // ROW_PLACES
    return not v[V_CLOSED] >> row & 1 and v[V_ROWS + 4 * q + row] >> place % ROW_PLACES == 0


@part
def pair_state(room: Room, q: int, one: int, other: int) -> int:
    """Whether a pair is crossed, and else how many of its two cells can be."""
    if room.joint[V_ROWS + 4 * q + one // ROW_PLACES] >> one % ROW_PLACES & 1:
        return PAIR_CROSSED
    return int(is_open(room, q, one)) + int(is_open(room, q, other))


@part
def bonus_open(room: Room, q: int, k: int) -> int:
    """How often the white dice make a number that a bonus row would take (BP-02)."""
    t, v = room.tables, room.joint
    mask, rows = v[V_BAR + 2 * q + k], V_ROWS + 4 * q + 2 * k
    ways = 0
    for number in range(2, 2 * t[SIDES] + 1):
        white = WHITE_BIT + 4 * number + 2 * k
        if t[BONUS_BIT + SUMS * k + number] > mask and is_beside(
            v[rows] & t[white], v[rows + 1] & t[white + 1]
        ):
            ways += min(number - 1, 2 * t[SIDES] + 1 - number)
    return ways // OPEN_STEP


@part
def add_traits(room: Room, q: int, slot: int, judge: int, to: int) -> None:
    """The lines of a seat's traits added to the layer at `to`."""
    t, v, d, w, f = room.tables, room.joint, room.judges, room.weights, room.layers
    hidden = d[judge + HIDDEN]
    at = d[judge + AT_TRAITS] + slot * d[judge + TRAIT_LINES] * hidden
    if t[STEPS]:
        size = (t[STEPS] + 1) * hidden
        add_line(f, to, w, at + fifth_row(t, v, V_ROWS + 4 * q) * hidden, hidden)
        add_line(f, to, w, at + size + steps_open(room, q) * hidden, hidden)
        at += 2 * size
    if t[PAIRS]:
        for one in range(4 * ROW_PLACES):
            other = t[PARTNER + one] - 1
            if other > one:
                add_line(f, to, w, at + pair_state(room, q, one, other) * hidden, hidden)
                at += PAIR_STATES * hidden
    if t[FIELDS]:
        add_line(f, to, w, at + reach(v[V_BAR + 2 * q]) * hidden, hidden)
        at += (t[FIELDS] + 1) * hidden
    for k in range(t[BONUS_ROWS]):
        mask, size = v[V_BAR + 2 * q + k], (t[BESIDE + k] + 1) * hidden
        add_line(f, to, w, at + reach(mask) * hidden, hidden)
        add_line(f, to, w, at + size + count(mask) * hidden, hidden)
        add_line(f, to, w, at + 2 * size + bonus_open(room, q, k) * hidden, hidden)
        at += 2 * size + (t[SIDES] * t[SIDES] // OPEN_STEP + 1) * hidden
