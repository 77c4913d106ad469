"""Games played on to their end from given positions, in compiled code.

A position is a state of the kernel before a roll. All seats are played by the first judge, unless
it is said who plays which. The dice of a game follow from its key alone: positions that are played
on with the same key and have the same number of turns behind them meet the same dice, turn by turn.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rowlock.bots.compiled.joint_position import see, share_and_lead
from rowlock.bots.compiled.judge_arrays import Judges, make_room
from rowlock.bots.compiled.next_turn import States
from rowlock.bots.compiled.room import Room
from rowlock.bots.compiled.turns import play_turn
from rowlock.bots.judging.judges import MARGIN_WEIGHT
from rowlock.kernel.jit import Flat, entry
from rowlock.kernel.rng import roll
from rowlock.kernel.state import KEY, OVER, PHASE, PLAYERS


@entry
def play_on(room: Room, states: Flat, keys: Flat, seat: int, out: Any) -> None:
    """What the end is worth to the seat, for every key and state."""
    t, s = room.tables, room.state
    size = len(s)
    number = len(states) // size
    for k in range(len(keys)):
        for i in range(number):
            for n in range(size):
                s[n] = states[size * i + n]
            s[KEY] = keys[k]
            while s[PHASE] != OVER:
                roll(t, s, 0)
                play_turn(room)
            see(room)
            share, lead = share_and_lead(room, seat)
            out[number * k + i] = share + MARGIN_WEIGHT * lead


def outcomes(
    judges: Judges,
    states: States,
    seat: int,
    keys: NDArray[np.int64],
    seats: NDArray[np.int64] | None = None,
) -> NDArray[np.float64]:
    """[key, state] a seat's share of the win, with a little for its lead, at the end.

    `seats` are the judges of the seats.
    """
    out = np.zeros((len(keys), len(states)))
    room = make_room(judges, int(states[0, PLAYERS]))
    for place, judge in enumerate(() if seats is None else seats):
        room.seats[place] = judge
    play_on(room, states.reshape(-1), keys, seat, out.reshape(-1))
    return out
