"""Evaluators in compiled code; `evaluation/evaluators.py` is the readable version."""

from __future__ import annotations

from rowlock.bots.compiled.evaluator_fields import (
    AT_PENALTY,
    AT_ROWS,
    KIND,
    NETWORK,
    RACE,
    SOLO_NETWORK,
    STATES,
)
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
from rowlock.bots.compiled.workspace import Workspace, seat_step, shape_line
from rowlock.bots.evaluation.evaluators import FAR, MARGIN_WEIGHT
from rowlock.bots.evaluation.heuristic_values import MARKS
from rowlock.core.rules import first_free_place
from rowlock.kernel.jit import inline, noinline
from rowlock.kernel.seat_tables import seat_tables
from rowlock.kernel.sheet_rules import points_in
from rowlock.kernel.state import PLAYERS
from rowlock.kernel.variant_tables import BESIDE, PENALTY_POINTS


@inline
def sheet_worth(work: Workspace, q: int, evaluator: int) -> float:
    """The value of seat q's sheet by the heuristic's tables: points now, and expected points."""
    v, d, w = work.joint, work.evaluators, work.weights
    t, numbers = seat_tables(work.tables, q), seat_tables(work.shapes, shape_line(work, q, q))
    states = d[evaluator + STATES]
    worth = float(v[V_TOTAL + q])
    for k in range(4):
        mask = v[V_ROWS + 4 * q + k]
        shape = numbers[row_code(mask, v[V_CLOSED] >> k & 1)]
        worth += w[d[evaluator + AT_ROWS] + k * states + shape] - points_in(t, mask, 0)
    if t[BESIDE]:
        beside = d[evaluator + AT_ROWS] + 4 * states
        for k in range(2):
            worth += w[beside + MARKS * k + first_free_place(v[V_BAR + 2 * q + k])]
    extra = w[d[evaluator + AT_PENALTY]] - t[PENALTY_POINTS]
    return float(worth - extra * v[V_PENALTIES + q])


@inline
def heuristic_worth(work: Workspace, seat: int, evaluator: int) -> float:
    """The value of the own sheet; the end of the game wins or loses everything."""
    if work.joint[V_OVER]:
        return end_worth(work, seat)
    set_total(work, seat)
    return sheet_worth(work, seat, evaluator)


@noinline
def end_worth(work: Workspace, seat: int) -> float:
    """The value of the end of the game: everything or nothing, plus the lead; in a solo game the
    total."""
    set_totals(work)
    share, lead = share_and_lead(work, seat)
    if work.state[PLAYERS] == 1:
        return float(lead)
    return FAR * (share - 0.5) + lead


@inline
def race_worth(work: Workspace, seat: int, evaluator: int) -> float:
    """The value of the own sheet less the best other one."""
    if work.joint[V_OVER]:
        return end_worth(work, seat)
    set_totals(work)
    players = work.state[PLAYERS]
    best = -1e9
    for q in range(players):
        if q != seat:
            best = max(best, sheet_worth(work, q, evaluator + (q - seat) * seat_step(work)))
    return sheet_worth(work, seat, evaluator) - (best if players > 1 else 0.0)


@inline
def network_worth(work: Workspace, seat: int, evaluator: int) -> float:
    """The win share, plus a little for the margin."""
    set_totals(work)
    share, lead = share_and_lead(work, seat)
    if work.joint[V_OVER]:
        return share + MARGIN_WEIGHT * lead
    win, margin = network_out(work, seat, evaluator, lead)
    return win + MARGIN_WEIGHT * margin


@inline
def solo_worth(work: Workspace, seat: int, evaluator: int) -> float:
    """The expected final total of a solo game."""
    set_total(work, seat)
    total = work.joint[V_TOTAL + seat]
    if work.joint[V_OVER]:
        return float(total)
    return total + network_out(work, seat, evaluator, total)[1]


@inline
def worth_to(work: Workspace, seat: int, evaluator: int) -> float:
    """The value of the joint position to a seat by an evaluator."""
    kind = work.evaluators[evaluator + KIND]
    if kind == NETWORK:
        return network_worth(work, seat, evaluator)
    if kind == SOLO_NETWORK:
        return solo_worth(work, seat, evaluator)
    if kind == RACE:
        return race_worth(work, seat, evaluator)
    return heuristic_worth(work, seat, evaluator)
