"""Plays games out from given positions, in compiled code.

A position is a state of the kernel before a roll. All seats are played by the first evaluator,
unless `seats` names others. The dice of a game follow only from its key: positions that are played
out with the same key after the same number of turns get the same dice, turn by turn.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rowlock.bots.compiled.evaluator_arrays import EvaluatorArrays, make_workspace
from rowlock.bots.compiled.joint_position import SLOTS, V_TOTAL, see
from rowlock.bots.compiled.next_turn import States
from rowlock.bots.compiled.turns import Turn, whole_turn
from rowlock.bots.compiled.workspace import Workspace
from rowlock.bots.evaluation.evaluators import MARGIN_WEIGHT
from rowlock.core.rules import PENALTIES_TAKEN
from rowlock.kernel.jit import FlatArray, entry_point, noinline
from rowlock.kernel.options import block
from rowlock.kernel.rng import roll
from rowlock.kernel.seat_tables import seat_tables
from rowlock.kernel.state import ACTIVE, CLOSED, KEY, OVER, PENALTIES, PHASE, PLAYERS, REASON, ROWS
from rowlock.kernel.variant_tables import LOCK_BIT

# Fields of a line of results.
TURNS = 0
ENDERS = 1
"""The seats that ended the game, as bits."""
TOTALS = 2
OWN_ROWS = TOTALS + SLOTS
OWN_PENALTIES = OWN_ROWS + 4
WIDTH = OWN_PENALTIES + 1


@noinline
def enders(work: Workspace, active: int, closing: int) -> int:
    """Bit mask of the seats that ended the game: the active seat if it took the last penalty,
    otherwise every seat that locked a row in `closing`.
    """
    s = work.state
    if s[REASON] == PENALTIES_TAKEN:
        return 1 << active
    found = 0
    for q in range(s[PLAYERS]):
        t = seat_tables(work.tables, q)
        for row in range(4):
            locked = s[block(0, q) + ROWS + row] & t[LOCK_BIT + row] != 0
            if locked and closing >> row & 1:
                found |= 1 << q
    return found


@entry_point
def play_noted(
    turn: Turn, work: Workspace, states: FlatArray, keys: FlatArray, seat: int, out: FlatArray
) -> None:
    """Write a line of results per key and state; rows and penalties are those of the seat."""
    t, s = work.tables, work.state
    size = len(s)
    number = len(states) // size
    for k in range(len(keys)):
        for i in range(number):
            at = WIDTH * (number * k + i)
            for n in range(size):
                s[n] = states[size * i + n]
            s[KEY] = keys[k]
            turns = 0
            active = closed = 0
            while s[PHASE] != OVER:
                active = s[ACTIVE]
                closed = s[CLOSED]
                roll(t, s, 0)
                turn(work)
                turns += 1
            see(work)
            out[at + TURNS] = turns
            out[at + ENDERS] = enders(work, active, s[CLOSED] & ~closed)
            for q in range(s[PLAYERS]):
                out[at + TOTALS + q] = work.joint[V_TOTAL + q]
            for row in range(4):
                out[at + OWN_ROWS + row] = s[block(0, seat) + ROWS + row]
            out[at + OWN_PENALTIES] = s[block(0, seat) + PENALTIES]


def noted_ends(
    evaluators: EvaluatorArrays,
    states: States,
    seat: int,
    keys: NDArray[np.int64],
    seats: NDArray[np.int64] | None = None,
) -> NDArray[np.int64]:
    """Play the rest of games once per key and state; returns an array of results [key, state].

    `seats` are the evaluators of the seats.
    """
    out = np.zeros((len(keys), len(states), WIDTH), dtype=np.int64)
    work = make_workspace(evaluators, int(states[0, PLAYERS]))
    for place, evaluator in enumerate(() if seats is None else seats):
        work.seats[place] = evaluator
    play_noted(whole_turn(work), work, states.reshape(-1), keys, seat, out.reshape(-1))
    return out


def outcomes(
    evaluators: EvaluatorArrays,
    states: States,
    seat: int,
    keys: NDArray[np.int64],
    seats: NDArray[np.int64] | None = None,
) -> NDArray[np.float64]:
    """[key, state] the win share of a seat at the end, plus a little for its lead."""
    lines = noted_ends(evaluators, states, seat, keys, seats)
    totals = lines[:, :, TOTALS : TOTALS + int(states[0, PLAYERS])]
    own, others = totals[:, :, seat], np.delete(totals, seat, axis=2)
    best = others.max(axis=2, initial=np.iinfo(np.int64).min)
    equals = 1 + (others == own[:, :, None]).sum(axis=2)
    shares: NDArray[np.float64] = np.where(best > own, 0.0, 1.0 / equals)
    lead = own - best if others.shape[2] else own
    return shares + MARGIN_WEIGHT * lead
