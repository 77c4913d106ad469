"""Judges in compiled code: what the joint position is worth to a seat (`judges.py` readably)."""

from __future__ import annotations

from typing import Any

from rowlock.bots.fast_descriptions import AT_PENALTY, AT_ROWS, KIND, NETWORK, RACE, STATES
from rowlock.bots.fast_network import network_out
from rowlock.bots.fast_position import (
    V_CLOSED,
    V_OVER,
    V_PENALTIES,
    V_ROWS,
    V_TOTAL,
    row_code,
    share_and_lead,
    total,
)
from rowlock.kernel.compile import PENALTY_POINTS
from rowlock.kernel.jit import Flat, part, piece
from rowlock.kernel.rules import count, row_points

MARGIN_WEIGHT = 1e-6
FAR = 1000.0
"""What a heuristic makes of a game won or lost at once."""


@part
def sheet_worth(t: Flat, v: Flat, q: int, d: Flat, j: int, w: Any, m: Flat) -> float:
    """A sheet by the heuristic's tables: points now, and what may come."""
    states = d[j + STATES]
    worth = float(v[V_TOTAL + q])
    for k in range(4):
        mask = v[V_ROWS + 4 * q + k]
        value = w[d[j + AT_ROWS] + k * states + m[row_code(mask, v[V_CLOSED] >> k & 1)]]
        worth += value - row_points(count(mask))
    extra = w[d[j + AT_PENALTY]] - t[PENALTY_POINTS]
    return float(worth - extra * v[V_PENALTIES + q])


@part
def heuristic_worth(
    t: Flat, v: Flat, players: int, seat: int, d: Flat, j: int, w: Any, m: Flat
) -> float:
    """The own sheet; a game that ends is worth everything or nothing."""
    if v[V_OVER]:
        for q in range(players):
            v[V_TOTAL + q] = total(t, v, q)
        share, lead = share_and_lead(v, players, seat)
        return FAR * (share - 0.5) + lead
    v[V_TOTAL + seat] = total(t, v, seat)
    return sheet_worth(t, v, seat, d, j, w, m)


@part
def race_worth(
    t: Flat, v: Flat, players: int, seat: int, d: Flat, j: int, w: Any, m: Flat
) -> float:
    """The own sheet against the best other one."""
    for q in range(players):
        v[V_TOTAL + q] = total(t, v, q)
    if v[V_OVER]:
        share, lead = share_and_lead(v, players, seat)
        return FAR * (share - 0.5) + lead
    best = -1e9
    for q in range(players):
        if q != seat:
            best = max(best, sheet_worth(t, v, q, d, j, w, m))
    return sheet_worth(t, v, seat, d, j, w, m) - (best if players > 1 else 0.0)


@part
def network_worth(
    t: Flat, v: Flat, players: int, seat: int, d: Flat, j: int, w: Any, f: Any, m: Flat
) -> float:
    """The win share, and a little for the margin."""
    for q in range(players):
        v[V_TOTAL + q] = total(t, v, q)
    share, lead = share_and_lead(v, players, seat)
    if v[V_OVER]:
        return share + MARGIN_WEIGHT * lead
    win, margin = network_out(t, v, players, seat, d, j, w, f, m, lead)
    return win + MARGIN_WEIGHT * margin


@piece
def judge(
    t: Flat, v: Flat, players: int, seat: int, d: Flat, j: int, w: Any, f: Any, m: Flat
) -> float:
    if d[j + KIND] == NETWORK:
        return network_worth(t, v, players, seat, d, j, w, f, m)
    if d[j + KIND] == RACE:
        return race_worth(t, v, players, seat, d, j, w, m)
    return heuristic_worth(t, v, players, seat, d, j, w, m)
