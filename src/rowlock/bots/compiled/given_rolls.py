"""Answers given rolls with evaluators, in compiled code: where each turn leads, and its value.

`next_turn.py` averages over random dice; here the caller gives the dice, so that one roll can be
compared with others.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rowlock.bots.compiled.evaluator_arrays import EvaluatorArrays, make_workspace
from rowlock.bots.compiled.evaluator_fields import KIND, NETWORK, SOLO_NETWORK
from rowlock.bots.compiled.evaluators import sheet_worth
from rowlock.bots.compiled.joint_position import SLOTS, see, share_and_lead
from rowlock.bots.compiled.network import network_out
from rowlock.bots.compiled.next_turn import States
from rowlock.bots.compiled.turns import Turn, whole_turn
from rowlock.bots.compiled.workspace import Workspace, evaluator_at
from rowlock.kernel.jit import FlatArray, entry_point
from rowlock.kernel.state import CLOSED, DICE, OVER, PHASE, PLAYERS

COLOURS = 4


@entry_point
def answer_rolls(
    turn: Turn,
    work: Workspace,
    states: FlatArray,
    owners: FlatArray,
    dice: FlatArray,
    over: FlatArray,
    out: Any,
) -> None:
    """Roll k is thrown in state owners[k]; the first evaluator answers in all seats.

    `out` gets SLOTS numbers per roll. If the game ends (`over`), these are the win shares of the
    seats, in solo games the total. Otherwise they are the evaluator's values: win shares for a
    network, expected totals for one of solo games, or values of the sheets.
    """
    s = work.state
    size = len(s)
    for k in range(len(owners)):
        for n in range(size):
            s[n] = states[size * owners[k] + n]
        for n in range(2):
            s[DICE + n] = dice[6 * k + n]
        for n in range(COLOURS):
            s[DICE + 2 + n] = 0 if s[CLOSED] >> n & 1 else dice[6 * k + 2 + n]
        turn(work)
        see(work)
        over[k] = s[PHASE] == OVER
        for seat in range(s[PLAYERS]):
            share, lead = share_and_lead(work, seat)
            worth = float(share)
            if s[PHASE] == OVER:
                if s[PLAYERS] == 1:
                    worth = float(lead)
            elif work.evaluators[KIND] == NETWORK:
                worth = network_out(work, seat, evaluator_at(work, 0, seat), lead)[0]
            elif work.evaluators[KIND] == SOLO_NETWORK:
                worth = lead + network_out(work, seat, evaluator_at(work, 0, seat), lead)[1]
            else:
                worth = sheet_worth(work, seat, evaluator_at(work, 0, seat))
            out[SLOTS * k + seat] = worth


def answered_rolls(
    evaluators: EvaluatorArrays, states: States, owners: NDArray[np.int64], dice: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """[roll, seat] the value after each roll, and [roll] whether the game is then over.

    `states` are states of the kernel before a roll; `owners` gives the state for each line of
    `dice` (two white and four coloured dice).
    """
    players = int(states[0, PLAYERS])
    out = np.zeros((len(owners), SLOTS))
    over = np.zeros(len(owners), dtype=np.int64)
    work = make_workspace(evaluators, players)
    flat = states.reshape(-1)
    answer_rolls(whole_turn(work), work, flat, owners, dice.reshape(-1), over, out.reshape(-1))
    return out[:, :players], over > 0
