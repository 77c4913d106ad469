"""Expected value of positions one turn later, in compiled code.

A position is a state of the kernel before a roll. One turn is played with every pair of white dice
and random coloured dice, all seats choosing by their evaluators; the result is evaluated by a
network, or counted if the game is over. The mean has little noise: `search/next_turn.py` uses it,
and `bench/bots_figures.py` compares values with it. `training/improve.py` does the same on a GPU
with turns of its own.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rowlock.bots.compiled.evaluated_games import in_threads
from rowlock.bots.compiled.evaluator_arrays import EvaluatorArrays, in_slots, make_workspace
from rowlock.bots.compiled.evaluator_fields import KIND, SOLO_NETWORK
from rowlock.bots.compiled.joint_position import SLOTS, see, share_and_lead
from rowlock.bots.compiled.luck import LANE_FREE
from rowlock.bots.compiled.network import network_out
from rowlock.bots.compiled.turns import Turn, whole_turn
from rowlock.bots.compiled.workspace import Workspace, evaluator_at
from rowlock.kernel.bits import i64, u64
from rowlock.kernel.jit import FlatArray, entry_point
from rowlock.kernel.play import new_game
from rowlock.kernel.rng import roll, word
from rowlock.kernel.seat_tables import seat_tables
from rowlock.kernel.state import DICE, KEY, OVER, PHASE, PLAYERS, stride
from rowlock.kernel.variant_tables import SIDES

States = NDArray[np.int64]


@entry_point
def play_recorded(
    turn: Turn,
    work: Workspace,
    players: int,
    seats: FlatArray,
    seed: int,
    first: int,
    states: FlatArray,
    owners: FlatArray,
) -> int:
    """Play games and store the state after every turn except the last; returns their number."""
    t, s = work.tables, work.state
    size = len(s)
    kept = 0
    for i in range(len(seats) // SLOTS):
        new_game(t, s, 0, players, seed, first + i)
        for seat in range(players):
            work.seats[seat] = seats[SLOTS * i + seat]
        while s[PHASE] != OVER:
            roll(t, s, 0)
            turn(work)
            if s[PHASE] != OVER and kept < len(owners):
                for k in range(size):
                    states[size * kept + k] = s[k]
                owners[kept] = i
                kept += 1
    return kept


@entry_point
def expect_turn(
    turn: Turn, work: Workspace, seats: FlatArray, states: FlatArray, network: int, out: Any
) -> None:
    """Write to `out` the mean win share and margin of every seat one turn after each state."""
    t, s = work.tables, work.state
    size = len(s)
    sides = seat_tables(t, 0)[SIDES]
    for i in range(len(seats) // SLOTS):
        players = states[size * i + PLAYERS]
        key = states[size * i + KEY]
        for seat in range(players):
            work.seats[seat] = seats[SLOTS * i + seat]
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
                turn(work)
                see(work)
                weight = (1.0 if low == high else 2.0) / (sides * sides)
                for seat in range(players):
                    win, lead = share_and_lead(work, seat)
                    margin = float(lead)
                    if s[PHASE] != OVER:
                        evaluator = evaluator_at(work, network, seat)
                        win, margin = network_out(work, seat, evaluator, lead)
                        if work.evaluators[evaluator + KIND] == SOLO_NETWORK:
                            margin += lead
                    out[2 * SLOTS * i + 2 * seat] += weight * win
                    out[2 * SLOTS * i + 2 * seat + 1] += weight * margin


def recorded_games(
    evaluators: EvaluatorArrays, seats: States, seed: int, first: int = 0
) -> tuple[States, States]:
    """Play one game per line of `seats`; returns the states between turns, and the game of each."""
    games, players = seats.shape
    most = 64 * games
    states = np.zeros((most, stride(players)), dtype=np.int64)
    owners = np.zeros(most, dtype=np.int64)
    work, wide = make_workspace(evaluators, players), in_slots(seats).ravel()
    flat = states.reshape(-1)
    kept = play_recorded(whole_turn(work), work, players, wide, seed, first, flat, owners)
    return states[:kept], owners[:kept]


def expected_turn(
    evaluators: EvaluatorArrays, states: States, seats: States, network: int, threads: int = 1
) -> NDArray[np.float64]:
    """[state, seat, (win share, margin)] one turn later, by the evaluator at index `network`.

    `seats` are the evaluators that play the seats, [state, seat].
    """
    number, players = seats.shape
    wide = in_slots(seats)
    out = np.zeros((number, SLOTS, 2))

    def work(part: slice) -> None:
        work = make_workspace(evaluators, players)
        expect_turn(
            whole_turn(work),
            work,
            wide[part].ravel(),
            np.ascontiguousarray(states[part]).reshape(-1),
            network,
            out[part].reshape(-1),
        )

    in_threads(work, number, threads)
    return out[:, :players]
