"""The value network in compiled code; `network.py` says readably what it is.

The first layer is a sum of table lines. The candidates of a decision differ in the own sheet alone:
what comes from the others is added up once and kept, with a note of what it is of behind the
position in `v`. In `f` lie those sums, the first layer, what its units say that are not silent, and
the second layer.
"""

from __future__ import annotations

from math import exp as math_exp
from typing import Any

from rowlock.bots.compiled.descriptions import (
    AT_BAR,
    AT_BIAS,
    AT_LAST,
    AT_LAST_BIAS,
    AT_LUCKY,
    AT_NEAR,
    AT_PENALTY,
    AT_ROWS,
    AT_SCALARS,
    AT_SECOND,
    AT_SECOND_BIAS,
    AT_SYMBOLS,
    HIDDEN,
    PENALTY_STATES,
    SECOND,
    STATES,
)
from rowlock.bots.compiled.floats import f32
from rowlock.bots.compiled.joint_position import (
    NOTE,
    NOTE_JUDGE,
    NOTE_SEAT,
    NOTES,
    SLOTS,
    V_BAR,
    V_CLOSED,
    V_LUCKY,
    V_NEXT,
    V_NOTES,
    V_OLDEST,
    V_PENALTIES,
    V_ROWS,
    V_SIZE,
    V_TOTAL,
    V_UNITS,
    row_code,
)
from rowlock.bots.compiled.layers import (
    BLOCK,
    add_line,
    add_lines,
    add_scaled,
    add_units,
    copy_line,
    note_units,
    times_positive,
)
from rowlock.bots.judging.layout import (
    LEAD_LINE,
    LUCKY_STATES,
    MARGIN_UNIT,
    NEAR_LINE,
    SYMBOL_STATES,
    TOTAL_UNIT,
)
from rowlock.kernel.compile import BONUS_MASK, BONUSES, HAS_LUCKY, LUCKY_MASK, ROW_SQUARES, SQUARES
from rowlock.kernel.jit import Flat, part

OWN_LINE = SLOTS + 2
"""Of the scalars: own points and lead, which grow together, in one line."""
NEAR_LEADS = 80
"""Leads beyond are as good as this one on the scale of near leads."""


@part
def symbol_state(t: Flat, v: Flat, q: int, k: int) -> int:
    """0 out of reach, 1 open, 2 some cells crossed, 3 earned."""
    gone = False
    some = False
    whole = True
    for row in range(4):
        wanted = t[BONUS_MASK + 4 * k + row]
        mask = v[V_ROWS + 4 * q + row]
        missing = wanted & ~mask
        some = some or mask & wanted != 0
        if missing:
            whole = False
            gone = gone or v[V_CLOSED] >> row & 1 != 0 or mask > missing
    if whole:
        return 3
    if gone:
        return 0
    return 2 if some else 1


@part
def free_square(t: Flat, v: Flat, q: int) -> int:
    """The first free square of the bar, or how many there are when none is free."""
    for square in range(t[SQUARES]):
        half = square >> 5
        struck = v[V_BAR + 2 * q + half]
        for row in range(4):
            if v[V_CLOSED] >> row & 1:
                struck |= t[ROW_SQUARES + 2 * row + half]
        if not struck >> (square & 31) & 1:
            return square
    return t[SQUARES]


@part
def lucky_number(t: Flat, mask: int) -> int:
    for k in range(SLOTS):
        if t[LUCKY_MASK + k] == mask:
            return k
    return 0


@part
def add_extras(
    t: Flat, v: Flat, q: int, slot: int, d: Flat, j: int, w: Any, f: Any, to: int
) -> None:
    """The lines of a seat that not every sheet has: lucky pair, bar, symbols."""
    hidden = d[j + HIDDEN]
    if t[HAS_LUCKY]:
        line = slot * LUCKY_STATES + lucky_number(t, v[V_LUCKY + q])
        add_line(f, to, w, d[j + AT_LUCKY] + line * hidden, hidden)
    if t[SQUARES]:
        line = slot * (t[SQUARES] + 1) + free_square(t, v, q)
        add_line(f, to, w, d[j + AT_BAR] + line * hidden, hidden)
    for k in range(t[BONUSES]):
        line = SYMBOL_STATES * (slot * t[BONUSES] + k) + symbol_state(t, v, q, k)
        add_line(f, to, w, d[j + AT_SYMBOLS] + line * hidden, hidden)


@part
def add_sheet(
    t: Flat, v: Flat, q: int, slot: int, d: Flat, j: int, w: Any, f: Any, old: int, to: int,
    points: int, near: Any, m: Flat,
) -> None:  # fmt: skip
    """The lines of a seat's sheet added to `f[old]`; `points` is the line of its points."""
    hidden = d[j + HIDDEN]
    states = d[j + STATES]
    rows = d[j + AT_ROWS] + 4 * slot * states * hidden
    closed = v[V_CLOSED]
    b = V_ROWS + 4 * q
    line = slot * d[j + PENALTY_STATES] + 2 * v[V_PENALTIES + q] + (q == v[V_NEXT])
    add_lines(
        f, to, old, w,
        rows + m[row_code(v[b], closed & 1)] * hidden,
        rows + (states + m[row_code(v[b + 1], closed >> 1 & 1)]) * hidden,
        rows + (2 * states + m[row_code(v[b + 2], closed >> 2 & 1)]) * hidden,
        rows + (3 * states + m[row_code(v[b + 3], closed >> 3 & 1)]) * hidden,
        d[j + AT_PENALTY] + line * hidden,
        f32(v[V_TOTAL + q] / TOTAL_UNIT), d[j + AT_SCALARS] + points * hidden,
        near, d[j + AT_SCALARS] + NEAR_LINE * hidden,
        hidden,
    )  # fmt: skip
    if t[HAS_LUCKY] or t[SQUARES] or t[BONUSES]:
        add_extras(t, v, q, slot, d, j, w, f, to)


@part
def is_noted(v: Flat, at: int, players: int, seat: int, j: int) -> bool:
    """Whether a note is of this judge, seat and position, the seat's own sheet left aside."""
    other = v[at + NOTE_JUDGE] ^ (j + 1) | v[at + NOTE_SEAT] ^ seat
    other |= v[at + V_CLOSED] ^ v[V_CLOSED] | v[at + V_NEXT] ^ v[V_NEXT]
    if other:
        return False
    for q in range(players):
        if q != seat:
            for k in range(4):
                other |= v[at + V_ROWS + 4 * q + k] ^ v[V_ROWS + 4 * q + k]
            other |= v[at + V_BAR + 2 * q] ^ v[V_BAR + 2 * q]
            other |= v[at + V_BAR + 2 * q + 1] ^ v[V_BAR + 2 * q + 1]
            other |= v[at + V_PENALTIES + q] ^ v[V_PENALTIES + q]
            other |= v[at + V_LUCKY + q] ^ v[V_LUCKY + q]
    return other == 0


@part
def others_sum(
    t: Flat, v: Flat, players: int, seat: int, d: Flat, j: int, w: Any, f: Any, m: Flat, lead: int
) -> int:
    """Where in `f` the part of the first layer begins that is not of the seat's own sheet.

    The candidates of a decision differ in that sheet alone, except where one closes a row: so a
    few such sums are kept with a note of what they are of, and the oldest makes room.
    """
    hidden = d[j + HIDDEN]
    for note in range(NOTES):
        if is_noted(v, V_NOTES + NOTE * note, players, seat, j):
            return note * hidden
    for note in range(NOTES):
        if v[V_NOTES + NOTE * note + NOTE_JUDGE] != j + 1:
            v[V_NOTES + NOTE * note + NOTE_JUDGE] = 0  # its lines may be of another width
    note = v[V_OLDEST]
    v[V_OLDEST] = note + 1 if note + 1 < NOTES else 0
    at = V_NOTES + NOTE * note
    for k in range(V_SIZE):
        v[at + k] = v[k]
    v[at + NOTE_JUDGE] = j + 1
    v[at + NOTE_SEAT] = seat
    to = note * hidden
    copy_line(f, to, w, d[j + AT_BIAS], hidden)
    for slot in range(1, players):
        q = seat + slot
        if q >= players:
            q -= players
        add_sheet(t, v, q, slot, d, j, w, f, to, to, slot, f32(0), m)
    # The lead is the own points less the best other's; the own ones come with the own sheet.
    best = (v[V_TOTAL + seat] - lead) / TOTAL_UNIT
    add_scaled(f, to, w, d[j + AT_SCALARS] + LEAD_LINE * hidden, hidden, -best)
    return to


@part
def near_lead(d: Flat, j: int, w: Any, lead: int) -> Any:
    """The lead on a scale on which a few points count most (`judge_arrays.py` works it out)."""
    return w[d[j + AT_NEAR] + max(-NEAR_LEADS, min(NEAR_LEADS, lead)) + NEAR_LEADS]


@part
def network_out(
    t: Flat, v: Flat, players: int, seat: int, d: Flat, j: int, w: Any, f: Any, m: Flat, lead: int
) -> tuple[float, float]:
    """What the network expects for the seat: its win share and its margin."""
    hidden = d[j + HIDDEN]
    second = d[j + SECOND]
    first = NOTES * hidden
    others = others_sum(t, v, players, seat, d, j, w, f, m, lead)
    near = near_lead(d, j, w, lead)
    add_sheet(t, v, seat, 0, d, j, w, f, others, first, OWN_LINE, near, m)
    factors = first + hidden
    units = note_units(f, first, factors, v, hidden)
    to = factors + hidden + BLOCK
    copy_line(f, to, w, d[j + AT_SECOND_BIAS], second)
    for k in range(0, units, BLOCK):
        add_units(f, to, w, d[j + AT_SECOND], v, V_UNITS + k, factors + k, second)
    last = d[j + AT_LAST]
    win, margin = times_positive(f, to, w, last, last + second, second)
    win += w[d[j + AT_LAST_BIAS]]
    margin += w[d[j + AT_LAST_BIAS] + 1]
    return float(1.0 / (1.0 + exp(-win))), float(MARGIN_UNIT * margin)


@part
def exp(x: float) -> float:
    return float(math_exp(x))
