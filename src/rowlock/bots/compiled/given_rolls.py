"""Given rolls answered by judges, in compiled code: where the turn leads, and its worth.

`next_turn.py` is the mean over dice that it draws; here the dice are the caller's, so that one roll
can be compared with others.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rowlock.bots.compiled.evaluator_arrays import EvaluatorArrays, make_workspace
from rowlock.bots.compiled.evaluator_fields import KIND, NETWORK
from rowlock.bots.compiled.evaluators import sheet_worth
from rowlock.bots.compiled.joint_position import SLOTS, see, share_and_lead
from rowlock.bots.compiled.network import network_out
from rowlock.bots.compiled.next_turn import States
from rowlock.bots.compiled.turns import Turn, whole_turn
from rowlock.bots.compiled.workspace import Workspace
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
    """Roll k is thrown at the state number owners[k]; the first judge answers in all seats.

    `out` gets SLOTS numbers of every roll: the win share of each seat at an end of the game (alone
    the total), which `over` tells, or what the judge makes of the position: a win share by a
    network, else the worth of the sheet.
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
                worth = network_out(work, seat, 0, lead)[0]
            else:
                worth = sheet_worth(work, seat, 0)
            out[SLOTS * k + seat] = worth


def answered_rolls(
    evaluators: EvaluatorArrays, states: States, owners: NDArray[np.int64], dice: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """[roll, seat] what each roll leads to, and [roll] whether the game is then over.

    `states` are those of the kernel before a roll, `owners` says at which of them each line of
    `dice` (two white ones and four coloured) is thrown.
    """
    players = int(states[0, PLAYERS])
    out = np.zeros((len(owners), SLOTS))
    over = np.zeros(len(owners), dtype=np.int64)
    work = make_workspace(evaluators, players)
    flat = states.reshape(-1)
    answer_rolls(whole_turn(work), work, flat, owners, dice.reshape(-1), over, out.reshape(-1))
    return out[:, :players], over > 0
