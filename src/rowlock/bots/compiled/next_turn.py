"""What positions are worth one turn later, in compiled code: the mean over the dice.

A position is a state of the kernel before a roll. It is played one turn on with every pair of
white dice, the coloured ones drawn for each, all seats choosing as their judges do; what comes
out is judged by a network, or counted where the game is over. Little luck is left in the mean:
`search/next_turn.py` looks on from there, and `bench/bots_figures.py` compares values with it.
`training/improve.py` does the same on a GPU with turns of its own.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rowlock.bots.compiled.descriptions import JUDGE
from rowlock.bots.compiled.joint_position import SLOTS, see, share_and_lead
from rowlock.bots.compiled.judge_arrays import Judges, Scratch
from rowlock.bots.compiled.judged_games import in_threads
from rowlock.bots.compiled.luck import LANE_FREE
from rowlock.bots.compiled.network import network_out
from rowlock.bots.compiled.turns import play_turn
from rowlock.bots.judging.row_shapes import row_shapes
from rowlock.kernel.bits import i64, u64
from rowlock.kernel.compile import SIDES, compile_variant
from rowlock.kernel.jit import Flat, entry
from rowlock.kernel.play import new_game
from rowlock.kernel.rng import roll, word
from rowlock.kernel.state import DICE, KEY, OVER, PHASE, PLAYERS, stride

States = NDArray[np.int64]


@entry
def play_recorded(
    t: Flat, s: Flat, judges: Flat, players: int, seed: int, first: int, games: int, size: int,
    who: Flat, c: Flat, h: Flat, g: Flat, v: Flat, d: Any, w: Any, f: Any, m: Flat,
    states: Flat, owners: Flat, most: int,
) -> int:  # fmt: skip
    """Play games and keep the state after every turn but the last; answers how many were kept."""
    kept = 0
    for i in range(games):
        new_game(t, s, 0, players, seed, first + i)
        for seat in range(players):
            who[seat] = judges[SLOTS * i + seat]
        while s[PHASE] != OVER:
            roll(t, s, 0)
            play_turn(t, s, 0, who, c, h, g, v, d, w, f, m)
            if s[PHASE] != OVER and kept < most:
                for k in range(size):
                    states[size * kept + k] = s[k]
                owners[kept] = i
                kept += 1
    return kept


@entry
def expect_turn(
    t: Flat, s: Flat, judges: Flat, size: int, states: Flat, number: int, who: Flat, c: Flat,
    h: Flat, g: Flat, v: Flat, d: Any, w: Any, f: Any, m: Flat, network: int, out: Any,
) -> None:  # fmt: skip
    """For every state the mean win share and margin of every seat a turn later, in `out`."""
    sides = t[SIDES]
    for i in range(number):
        players = states[size * i + PLAYERS]
        key = states[size * i + KEY]
        for seat in range(players):
            who[seat] = judges[SLOTS * i + seat]
        draw = 0
        for low in range(1, sides + 1):
            for high in range(low, sides + 1):
                for k in range(size):
                    s[k] = states[size * i + k]
                draw += 1
                s[KEY] = i64(word(key, LANE_FREE, 4096 + draw) >> u64(1))
                roll(t, s, 0)
                s[DICE] = low
                s[DICE + 1] = high
                play_turn(t, s, 0, who, c, h, g, v, d, w, f, m)
                see(t, s, 0, v)
                weight = (1.0 if low == high else 2.0) / (sides * sides)
                for seat in range(players):
                    win, lead = share_and_lead(v, players, seat)
                    margin = float(lead)
                    if s[PHASE] != OVER:
                        win, margin = network_out(
                            t, v, players, seat, d, JUDGE * network, w, f, m, lead
                        )
                    out[2 * SLOTS * i + 2 * seat] += weight * win
                    out[2 * SLOTS * i + 2 * seat + 1] += weight * margin


def recorded_games(
    judges: Judges, seats: States, seed: int, first: int = 0
) -> tuple[States, States]:
    """One game for each line of `seats`; the states between turns, and which game each is of."""
    games, players = seats.shape
    size, most = stride(players), 64 * games
    wide = np.zeros((games, SLOTS), dtype=np.int64)
    wide[:, :players] = seats
    states = np.zeros((most, size), dtype=np.int64)
    owners = np.zeros(most, dtype=np.int64)
    r = Scratch(judges, players)
    kept = play_recorded(
        compile_variant(judges.variant).flat, r.s, wide.ravel(), players, seed, first, games,
        size, r.who, r.c, r.h, r.g, r.v, judges.descriptions, judges.weights,
        r.f, row_shapes(judges.variant).number, states.reshape(-1), owners, most,
    )  # fmt: skip
    return states[:kept], owners[:kept]


def expected_turn(
    judges: Judges, states: States, seats: States, network: int, threads: int = 1
) -> NDArray[np.float64]:
    """[state, seat, (win share, margin)] one turn later, seen by the judge number `network`.

    `seats` are the judges that play the seats, [state, seat].
    """
    number, players = seats.shape
    wide = np.zeros((number, SLOTS), dtype=np.int64)
    wide[:, :players] = seats
    out = np.zeros((number, SLOTS, 2))

    def work(part: slice) -> None:
        r = Scratch(judges, players)
        expect_turn(
            compile_variant(judges.variant).flat, r.s, wide[part].ravel(), states.shape[1],
            np.ascontiguousarray(states[part]).reshape(-1), part.stop - part.start, r.who,
            r.c, r.h, r.g, r.v, judges.descriptions, judges.weights, r.f,
            row_shapes(judges.variant).number, network, out[part].reshape(-1),
        )  # fmt: skip

    in_threads(work, number, threads)
    return out[:, :players]
