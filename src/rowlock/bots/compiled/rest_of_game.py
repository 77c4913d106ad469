"""Games played on to their end from given positions, in compiled code.

A position is a state of the kernel before a roll. All seats are played by the first judge. The
dice of a game follow from its key alone: positions that are played on with the same key and have
the same number of turns behind them meet the same dice, turn by turn.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rowlock.bots.compiled.joint_position import see, share_and_lead
from rowlock.bots.compiled.judge_arrays import Judges, Scratch
from rowlock.bots.compiled.judges import MARGIN_WEIGHT
from rowlock.bots.compiled.next_turn import States
from rowlock.bots.compiled.turns import play_turn
from rowlock.bots.judging.row_shapes import row_shapes
from rowlock.kernel.compile import compile_variant
from rowlock.kernel.jit import Flat, entry
from rowlock.kernel.rng import roll
from rowlock.kernel.state import KEY, OVER, PHASE, PLAYERS


@entry
def play_on(
    t: Flat, s: Flat, size: int, states: Flat, number: int, keys: Flat, games: int, seat: int,
    who: Flat, c: Flat, h: Flat, g: Flat, v: Flat, d: Any, w: Any, f: Any, m: Flat, out: Any,
) -> None:  # fmt: skip
    """What the end is worth to the seat, for every key and state."""
    for k in range(games):
        for i in range(number):
            for n in range(size):
                s[n] = states[size * i + n]
            s[KEY] = keys[k]
            while s[PHASE] != OVER:
                roll(t, s, 0)
                play_turn(t, s, 0, who, c, h, g, v, d, w, f, m)
            see(t, s, 0, v)
            share, lead = share_and_lead(v, s[PLAYERS], seat)
            out[number * k + i] = share + MARGIN_WEIGHT * lead


def outcomes(
    judges: Judges, states: States, seat: int, keys: NDArray[np.int64]
) -> NDArray[np.float64]:
    """[key, state] a seat's share of the win, with a little for its lead, at the end."""
    number, size = states.shape
    out = np.zeros((len(keys), number))
    r = Scratch(judges, int(states[0, PLAYERS]))
    play_on(
        compile_variant(judges.variant).flat, r.s, size, states.reshape(-1), number, keys,
        len(keys), seat, r.who, r.c, r.h, r.g, r.v, judges.descriptions, judges.weights, r.f,
        row_shapes(judges.variant).number, out.reshape(-1),
    )  # fmt: skip
    return out
