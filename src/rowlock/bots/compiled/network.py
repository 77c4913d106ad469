"""The value network in compiled code; `network.py` says readably what it is.

The first layer is a sum of table lines. The candidates of a decision differ in the own sheet alone:
what comes from the others is added up once and kept, with a note of what it is of behind the
position in `Room.joint`. In `Room.layers` lie those sums, the first layer, what its units say that
are not silent, and the second layer.
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
    HAS_EXTRAS,
    HIDDEN,
    PENALTY_STATES,
    SECOND,
    STATES,
    TRAIT_LINES,
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
    Lines,
    add_line,
    add_lines,
    add_scaled,
    add_units,
    copy_line,
    note_units,
    times_positive,
)
from rowlock.bots.compiled.room import Room
from rowlock.bots.compiled.traits import add_traits
from rowlock.bots.judging.layout import (
    LEAD_LINE,
    LUCKY_STATES,
    MARGIN_UNIT,
    NEAR_LINE,
    SYMBOL_STATES,
    TOTAL_UNIT,
)
from rowlock.kernel.compile import BONUS_MASK, BONUSES, HAS_LUCKY, LUCKY_MASK, ROW_SQUARES, SQUARES
from rowlock.kernel.jit import part, piece
from rowlock.kernel.state import PLAYERS

OWN_LINE = SLOTS + 2
"""Of the scalars: own points and lead, which grow together, in one line."""
NEAR_LEADS = 80
"""Leads beyond are as good as this one on the scale of near leads."""


@part
def symbol_state(room: Room, q: int, k: int) -> int:
    """0 out of reach, 1 open, 2 some cells crossed, 3 earned."""
    v = room.joint
    gone = False
    some = False
    whole = True
    for row in range(4):
        wanted = room.tables[BONUS_MASK + 4 * k + row]
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
def free_square(room: Room, q: int) -> int:
    """The first free square of the bar, or how many there are when none is free."""
    t, v = room.tables, room.joint
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
def lucky_number(room: Room, mask: int) -> int:
    for k in range(SLOTS):
        if room.tables[LUCKY_MASK + k] == mask:
            return k
    return 0


@part
def add_extras(room: Room, q: int, slot: int, judge: int, to: int) -> None:
    """The lines of a seat that not every sheet has: lucky pair, bar, symbols, traits."""
    t, d, w, f = room.tables, room.judges, room.weights, room.layers
    hidden = d[judge + HIDDEN]
    if t[HAS_LUCKY]:
        line = slot * LUCKY_STATES + lucky_number(room, room.joint[V_LUCKY + q])
        add_line(f, to, w, d[judge + AT_LUCKY] + line * hidden, hidden)
    if t[SQUARES]:
        line = slot * (t[SQUARES] + 1) + free_square(room, q)
        add_line(f, to, w, d[judge + AT_BAR] + line * hidden, hidden)
    for k in range(t[BONUSES]):
        line = SYMBOL_STATES * (slot * t[BONUSES] + k) + symbol_state(room, q, k)
        add_line(f, to, w, d[judge + AT_SYMBOLS] + line * hidden, hidden)
    if d[judge + TRAIT_LINES]:
        add_traits(room, q, slot, judge, to)


@piece
def add_sheet(
    room: Room, q: int, slot: int, judge: int, old: int, to: int, points: int, near: Any
) -> None:
    """The lines of a seat's sheet added to the layer at `old`; `points` is its points' line."""
    v, d, m = room.joint, room.judges, room.shapes
    hidden = d[judge + HIDDEN]
    states = d[judge + STATES]
    rows = d[judge + AT_ROWS] + 4 * slot * states * hidden
    scalars = d[judge + AT_SCALARS]
    closed = v[V_CLOSED]
    b = V_ROWS + 4 * q
    line = slot * d[judge + PENALTY_STATES] + 2 * v[V_PENALTIES + q] + (q == v[V_NEXT])
    lines = Lines(
        rows + m[row_code(v[b], closed & 1)] * hidden,
        rows + (states + m[row_code(v[b + 1], closed >> 1 & 1)]) * hidden,
        rows + (2 * states + m[row_code(v[b + 2], closed >> 2 & 1)]) * hidden,
        rows + (3 * states + m[row_code(v[b + 3], closed >> 3 & 1)]) * hidden,
        d[judge + AT_PENALTY] + line * hidden,
        scalars + points * hidden,
        f32(v[V_TOTAL + q] / TOTAL_UNIT),
        scalars + NEAR_LINE * hidden,
        near,
    )
    add_lines(room.layers, to, old, room.weights, lines, hidden)
    if d[judge + HAS_EXTRAS]:
        add_extras(room, q, slot, judge, to)


@piece
def is_noted(room: Room, at: int, seat: int, judge: int) -> bool:
    """Whether a note is of this judge, seat and position, the seat's own sheet left aside."""
    v = room.joint
    other = v[at + NOTE_JUDGE] ^ (judge + 1) | v[at + NOTE_SEAT] ^ seat
    other |= v[at + V_CLOSED] ^ v[V_CLOSED] | v[at + V_NEXT] ^ v[V_NEXT]
    if other:
        return False
    for q in range(room.state[PLAYERS]):
        if q != seat:
            for k in range(4):
                other |= v[at + V_ROWS + 4 * q + k] ^ v[V_ROWS + 4 * q + k]
            other |= v[at + V_BAR + 2 * q] ^ v[V_BAR + 2 * q]
            other |= v[at + V_BAR + 2 * q + 1] ^ v[V_BAR + 2 * q + 1]
            other |= v[at + V_PENALTIES + q] ^ v[V_PENALTIES + q]
            other |= v[at + V_LUCKY + q] ^ v[V_LUCKY + q]
    return other == 0


@piece
def others_sum(room: Room, seat: int, judge: int, lead: int) -> int:
    """Where in the layers the part of the first one begins that is not of the seat's own sheet.

    The candidates of a decision differ in that sheet alone, except where one closes a row: so a
    few such sums are kept with a note of what they are of, and the oldest makes room.
    """
    v, d = room.joint, room.judges
    players = room.state[PLAYERS]
    hidden = d[judge + HIDDEN]
    for note in range(NOTES):
        if is_noted(room, V_NOTES + NOTE * note, seat, judge):
            return note * hidden
    for note in range(NOTES):
        if v[V_NOTES + NOTE * note + NOTE_JUDGE] != judge + 1:
            v[V_NOTES + NOTE * note + NOTE_JUDGE] = 0  # its lines may be of another width
    note = v[V_OLDEST]
    v[V_OLDEST] = note + 1 if note + 1 < NOTES else 0
    at = V_NOTES + NOTE * note
    for k in range(V_SIZE):
        v[at + k] = v[k]
    v[at + NOTE_JUDGE] = judge + 1
    v[at + NOTE_SEAT] = seat
    to = note * hidden
    copy_line(room.layers, to, room.weights, d[judge + AT_BIAS], hidden)
    for slot in range(1, players):
        q = seat + slot
        if q >= players:
            q -= players
        add_sheet(room, q, slot, judge, to, to, slot, f32(0))
    # The lead is the own points less the best other's; the own ones come with the own sheet.
    best = (v[V_TOTAL + seat] - lead) / TOTAL_UNIT
    line = d[judge + AT_SCALARS] + LEAD_LINE * hidden
    add_scaled(room.layers, to, room.weights, line, hidden, -best)
    return to


@piece
def near_lead(room: Room, judge: int, lead: int) -> Any:
    """The lead on a scale on which a few points count most (`judge_arrays.py` works it out)."""
    place = max(-NEAR_LEADS, min(NEAR_LEADS, lead)) + NEAR_LEADS
    return room.weights[room.judges[judge + AT_NEAR] + place]


@piece
def network_out(room: Room, seat: int, judge: int, lead: int) -> tuple[float, float]:
    """What the network expects for the seat: its win share and its margin."""
    d, w, f = room.judges, room.weights, room.layers
    hidden = d[judge + HIDDEN]
    second = d[judge + SECOND]
    first = NOTES * hidden
    others = others_sum(room, seat, judge, lead)
    add_sheet(room, seat, 0, judge, others, first, OWN_LINE, near_lead(room, judge, lead))
    factors = first + hidden
    units = note_units(f, first, factors, room.joint, hidden)
    to = factors + hidden + BLOCK
    copy_line(f, to, w, d[judge + AT_SECOND_BIAS], second)
    for k in range(0, units, BLOCK):
        add_units(f, to, w, d[judge + AT_SECOND], room.joint, V_UNITS + k, factors + k, second)
    last = d[judge + AT_LAST]
    win, margin = times_positive(f, to, w, last, last + second, second)
    win += w[d[judge + AT_LAST_BIAS]]
    margin += w[d[judge + AT_LAST_BIAS] + 1]
    return float(1.0 / (1.0 + exp(-win))), float(MARGIN_UNIT * margin)


@part
def exp(x: float) -> float:
    return float(math_exp(x))
