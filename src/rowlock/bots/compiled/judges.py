"""Judges in compiled code: what the joint position is worth to a seat (`judges.py` readably)."""

from __future__ import annotations

from rowlock.bots.compiled.descriptions import AT_PENALTY, AT_ROWS, KIND, NETWORK, RACE, STATES
from rowlock.bots.compiled.joint_position import (
    V_BAR,
    V_CLOSED,
    V_OVER,
    V_PENALTIES,
    V_ROWS,
    V_TOTAL,
    row_code,
    set_total,
    set_totals,
    share_and_lead,
)
from rowlock.bots.compiled.network import network_out
from rowlock.bots.compiled.room import Room
from rowlock.bots.judging.heuristic_values import MARKS
from rowlock.bots.judging.judges import FAR, MARGIN_WEIGHT
from rowlock.core.rules import reach
from rowlock.kernel.compile import BESIDE, PENALTY_POINTS
from rowlock.kernel.jit import part, piece
from rowlock.kernel.sheet_rules import points_in
from rowlock.kernel.state import PLAYERS


@piece
def sheet_worth(room: Room, q: int, judge: int) -> float:
    """A sheet by the heuristic's tables: points now, and what may come."""
    v, d, w = room.joint, room.judges, room.weights
    states = d[judge + STATES]
    worth = float(v[V_TOTAL + q])
    for k in range(4):
        mask = v[V_ROWS + 4 * q + k]
        shape = room.shapes[row_code(mask, v[V_CLOSED] >> k & 1)]
        worth += w[d[judge + AT_ROWS] + k * states + shape] - points_in(room.tables, mask, 0)
    if room.tables[BESIDE]:
        beside = d[judge + AT_ROWS] + 4 * states
        for k in range(2):
            worth += w[beside + MARKS * k + reach(v[V_BAR + 2 * q + k])]
    extra = w[d[judge + AT_PENALTY]] - room.tables[PENALTY_POINTS]
    return float(worth - extra * v[V_PENALTIES + q])


@piece
def heuristic_worth(room: Room, seat: int, judge: int) -> float:
    """The own sheet; a game that ends is worth everything or nothing."""
    if room.joint[V_OVER]:
        return end_worth(room, seat)
    set_total(room, seat)
    return sheet_worth(room, seat, judge)


@part
def end_worth(room: Room, seat: int) -> float:
    """Everything or nothing, and the lead."""
    set_totals(room)
    share, lead = share_and_lead(room, seat)
    return FAR * (share - 0.5) + lead


@piece
def race_worth(room: Room, seat: int, judge: int) -> float:
    """The own sheet against the best other one."""
    if room.joint[V_OVER]:
        return end_worth(room, seat)
    set_totals(room)
    players = room.state[PLAYERS]
    best = -1e9
    for q in range(players):
        if q != seat:
            best = max(best, sheet_worth(room, q, judge))
    return sheet_worth(room, seat, judge) - (best if players > 1 else 0.0)


@piece
def network_worth(room: Room, seat: int, judge: int) -> float:
    """The win share, and a little for the margin."""
    set_totals(room)
    share, lead = share_and_lead(room, seat)
    if room.joint[V_OVER]:
        return share + MARGIN_WEIGHT * lead
    win, margin = network_out(room, seat, judge, lead)
    return win + MARGIN_WEIGHT * margin


@piece
def worth_to(room: Room, seat: int, judge: int) -> float:
    """What the joint position is worth to a seat in the eyes of a judge."""
    kind = room.judges[judge + KIND]
    if kind == NETWORK:
        return network_worth(room, seat, judge)
    if kind == RACE:
        return race_worth(room, seat, judge)
    return heuristic_worth(room, seat, judge)
