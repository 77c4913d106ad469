"""The value network in compiled code; `evaluation/network.py` is the readable version.

The first layer is a sum of table lines. The candidates of a decision differ in the own sheet only,
so the sum over the other sheets is computed once and cached; `Workspace.joint` holds the position
and the key of that cache. `Workspace.layers` holds those sums, the first layer, the outputs of its
active units, and the second layer.
"""

from __future__ import annotations

from math import exp as math_exp
from typing import Any

from rowlock.bots.compiled.evaluator_fields import (
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
from rowlock.bots.compiled.traits import add_lost_traits, add_traits
from rowlock.bots.compiled.workspace import Workspace, is_foreign, shape_line
from rowlock.bots.evaluation.input_layout import (
    LEAD_LINE,
    LUCKY_STATES,
    MARGIN_UNIT,
    NEAR_LINE,
    SYMBOL_STATES,
    TOTAL_UNIT,
)
from rowlock.kernel.jit import FlatArray, inline, noinline
from rowlock.kernel.seat_tables import seat_tables
from rowlock.kernel.state import PLAYERS
from rowlock.kernel.variant_tables import (
    BONUS_MASK,
    BONUSES,
    HAS_LUCKY,
    LUCKY_MASK,
    ROW_SQUARES,
    SQUARES,
)

OWN_LINE = SLOTS + 2
"""Scalar line for own points and lead, which grow together."""
NEAR_LEADS = 80
"""Limit of the scale of near leads: larger leads count as this one."""


@noinline
def symbol_state(work: Workspace, q: int, k: int) -> int:
    """0 out of reach, 1 open, 2 some cells crossed, 3 earned."""
    v, t = work.joint, seat_tables(work.tables, q)
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


@noinline
def free_square(work: Workspace, q: int) -> int:
    """The first free square of the bar, or the number of squares if none is free."""
    t, v = seat_tables(work.tables, q), work.joint
    for square in range(t[SQUARES]):
        half = square >> 5
        struck = v[V_BAR + 2 * q + half]
        for row in range(4):
            if v[V_CLOSED] >> row & 1:
                struck |= t[ROW_SQUARES + 2 * row + half]
        if not struck >> (square & 31) & 1:
            return square
    return t[SQUARES]


@noinline
def lucky_number(t: FlatArray, mask: int) -> int:
    for k in range(SLOTS):
        if t[LUCKY_MASK + k] == mask:
            return k
    return 0


@noinline
def add_extras(work: Workspace, q: int, slot: int, evaluator: int, to: int) -> None:
    """Add the lines of a seat that only some sheets have: lucky pair, bar, symbols, traits."""
    t, d, w, f = seat_tables(work.tables, q), work.evaluators, work.weights, work.layers
    hidden = d[evaluator + HIDDEN]
    if t[HAS_LUCKY]:
        line = slot * LUCKY_STATES + lucky_number(t, work.joint[V_LUCKY + q])
        add_line(f, to, w, d[evaluator + AT_LUCKY] + line * hidden, hidden)
    if t[SQUARES]:
        line = slot * (t[SQUARES] + 1) + free_square(work, q)
        add_line(f, to, w, d[evaluator + AT_BAR] + line * hidden, hidden)
    for k in range(t[BONUSES]):
        line = SYMBOL_STATES * (slot * t[BONUSES] + k) + symbol_state(work, q, k)
        add_line(f, to, w, d[evaluator + AT_SYMBOLS] + line * hidden, hidden)
    if d[evaluator + TRAIT_LINES]:
        add_traits(work, q, slot, evaluator, to)


@noinline
def add_lost(work: Workspace, seat: int, slot: int, evaluator: int, to: int) -> None:
    """The same for another sheet: it has nothing to gain from what only the seat's own one has."""
    t, d, w, f = seat_tables(work.tables, seat), work.evaluators, work.weights, work.layers
    hidden = d[evaluator + HIDDEN]
    if t[HAS_LUCKY]:
        add_line(f, to, w, d[evaluator + AT_LUCKY] + slot * LUCKY_STATES * hidden, hidden)
    if t[SQUARES]:
        line = slot * (t[SQUARES] + 1) + t[SQUARES]
        add_line(f, to, w, d[evaluator + AT_BAR] + line * hidden, hidden)
    for k in range(t[BONUSES]):
        line = SYMBOL_STATES * (slot * t[BONUSES] + k)
        add_line(f, to, w, d[evaluator + AT_SYMBOLS] + line * hidden, hidden)
    if d[evaluator + TRAIT_LINES]:
        add_lost_traits(work, seat, slot, evaluator, to)


@inline
def add_sheet(
    work: Workspace, q: int, slot: int, evaluator: int, old: int, to: int, points: int, near: Any
) -> None:
    """Add the lines of a seat's sheet to the layer at `old`; `points` is the line of its points."""
    seat = q - slot if q >= slot else q - slot + work.state[PLAYERS]
    v, d, m = work.joint, work.evaluators, seat_tables(work.shapes, shape_line(work, seat, q))
    hidden = d[evaluator + HIDDEN]
    states = d[evaluator + STATES]
    rows = d[evaluator + AT_ROWS] + 4 * slot * states * hidden
    scalars = d[evaluator + AT_SCALARS]
    closed = v[V_CLOSED]
    b = V_ROWS + 4 * q
    line = slot * d[evaluator + PENALTY_STATES] + 2 * v[V_PENALTIES + q] + (q == v[V_NEXT])
    lines = Lines(
        rows + m[row_code(v[b], closed & 1)] * hidden,
        rows + (states + m[row_code(v[b + 1], closed >> 1 & 1)]) * hidden,
        rows + (2 * states + m[row_code(v[b + 2], closed >> 2 & 1)]) * hidden,
        rows + (3 * states + m[row_code(v[b + 3], closed >> 3 & 1)]) * hidden,
        d[evaluator + AT_PENALTY] + line * hidden,
        scalars + points * hidden,
        f32(v[V_TOTAL + q] / TOTAL_UNIT),
        scalars + NEAR_LINE * hidden,
        near,
    )
    add_lines(work.layers, to, old, work.weights, lines, hidden)
    if d[evaluator + HAS_EXTRAS]:
        if is_foreign(work, seat, q):
            add_lost(work, seat, slot, evaluator, to)
        else:
            add_extras(work, q, slot, evaluator, to)


@inline
def is_noted(work: Workspace, at: int, seat: int, evaluator: int) -> bool:
    """Whether a cache key is for this evaluator, seat and position, apart from the seat's own
    sheet."""
    v = work.joint
    other = v[at + NOTE_JUDGE] ^ (evaluator + 1) | v[at + NOTE_SEAT] ^ seat
    other |= v[at + V_CLOSED] ^ v[V_CLOSED] | v[at + V_NEXT] ^ v[V_NEXT]
    if other:
        return False
    for q in range(work.state[PLAYERS]):
        if q != seat:
            for k in range(4):
                other |= v[at + V_ROWS + 4 * q + k] ^ v[V_ROWS + 4 * q + k]
            other |= v[at + V_BAR + 2 * q] ^ v[V_BAR + 2 * q]
            other |= v[at + V_BAR + 2 * q + 1] ^ v[V_BAR + 2 * q + 1]
            other |= v[at + V_PENALTIES + q] ^ v[V_PENALTIES + q]
            other |= v[at + V_LUCKY + q] ^ v[V_LUCKY + q]
    return other == 0


@inline
def others_sum(work: Workspace, seat: int, evaluator: int, lead: int) -> int:
    """The index in the layers of the first layer's sum over all other sheets.

    The candidates of a decision differ only in the own sheet, unless one closes a row. So a few
    sums are cached with their keys, and the oldest is replaced.
    """
    v, d = work.joint, work.evaluators
    players = work.state[PLAYERS]
    hidden = d[evaluator + HIDDEN]
    for note in range(NOTES):
        if is_noted(work, V_NOTES + NOTE * note, seat, evaluator):
            return note * hidden
    for note in range(NOTES):
        if v[V_NOTES + NOTE * note + NOTE_JUDGE] != evaluator + 1:
            v[V_NOTES + NOTE * note + NOTE_JUDGE] = 0  # its lines may have a different width
    note = v[V_OLDEST]
    v[V_OLDEST] = note + 1 if note + 1 < NOTES else 0
    at = V_NOTES + NOTE * note
    for k in range(V_SIZE):
        v[at + k] = v[k]
    v[at + NOTE_JUDGE] = evaluator + 1
    v[at + NOTE_SEAT] = seat
    to = note * hidden
    copy_line(work.layers, to, work.weights, d[evaluator + AT_BIAS], hidden)
    for slot in range(1, players):
        q = seat + slot
        if q >= players:
            q -= players
        add_sheet(work, q, slot, evaluator, to, to, slot, f32(0))
    # The lead is the own points less the best other's; the own points are added with the own sheet.
    best = (v[V_TOTAL + seat] - lead) / TOTAL_UNIT
    line = d[evaluator + AT_SCALARS] + LEAD_LINE * hidden
    add_scaled(work.layers, to, work.weights, line, hidden, -best)
    return to


@inline
def near_lead(work: Workspace, evaluator: int, lead: int) -> Any:
    """The lead on a scale on which small leads count most (`evaluator_arrays.py` computes it)."""
    place = max(-NEAR_LEADS, min(NEAR_LEADS, lead)) + NEAR_LEADS
    return work.weights[work.evaluators[evaluator + AT_NEAR] + place]


@inline
def network_out(work: Workspace, seat: int, evaluator: int, lead: int) -> tuple[float, float]:
    """The expected win share and margin of the seat."""
    d, w, f = work.evaluators, work.weights, work.layers
    hidden = d[evaluator + HIDDEN]
    second = d[evaluator + SECOND]
    first = NOTES * hidden
    others = others_sum(work, seat, evaluator, lead)
    add_sheet(work, seat, 0, evaluator, others, first, OWN_LINE, near_lead(work, evaluator, lead))
    factors = first + hidden
    units = note_units(f, first, factors, work.joint, hidden)
    to = factors + hidden + BLOCK
    copy_line(f, to, w, d[evaluator + AT_SECOND_BIAS], second)
    for k in range(0, units, BLOCK):
        add_units(f, to, w, d[evaluator + AT_SECOND], work.joint, V_UNITS + k, factors + k, second)
    last = d[evaluator + AT_LAST]
    win, margin = times_positive(f, to, w, last, last + second, second)
    win += w[d[evaluator + AT_LAST_BIAS]]
    margin += w[d[evaluator + AT_LAST_BIAS] + 1]
    return float(1.0 / (1.0 + exp(-win))), float(MARGIN_UNIT * margin)


@noinline
def exp(x: float) -> float:
    return float(math_exp(x))
