"""Plays many games between bots with evaluators, on the kernel's state and random numbers."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rowlock.bots.compiled.evaluator_arrays import EvaluatorArrays, in_slots, make_workspace
from rowlock.bots.compiled.evaluator_fields import JUDGE
from rowlock.bots.compiled.joint_position import SLOTS
from rowlock.bots.compiled.luck import note_luck
from rowlock.bots.compiled.turns import Turn, whole_turn
from rowlock.bots.compiled.workspace import Workspace
from rowlock.kernel.jit import FlatArray, entry_point
from rowlock.kernel.play import (
    RESULT_REASON,
    RESULT_SEAT,
    RESULT_SEATS,
    RESULT_TURNS,
    new_game,
    result_size,
    write_result,
)
from rowlock.kernel.rng import roll
from rowlock.kernel.seat_tables import lines_in
from rowlock.kernel.state import ACTIVE, OVER, PHASE


@entry_point
def play_evaluated(
    turn: Turn,
    work: Workspace,
    players: int,
    seats: FlatArray,
    seed: int,
    numbers: FlatArray,
    results: FlatArray,
    samples: int,
    luck: Any,
) -> None:
    """Play games of a seed, one after the other.

    `numbers` holds each game's number, `seats` the evaluators of its seats; `results` gets a line
    per game (`kernel/play.py`). With `samples` the luck of each seat is also stored, by the last
    evaluator, SLOTS numbers per game.
    """
    t, s = work.tables, work.state
    luck_judge = len(work.evaluators) // lines_in(t) - JUDGE
    for i in range(len(numbers)):
        new_game(t, s, 0, players, seed, numbers[i])
        began = s[ACTIVE]
        for seat in range(players):
            work.seats[seat] = seats[SLOTS * i + seat]
        while s[PHASE] != OVER:
            roll(t, s, 0)
            if samples:
                note_luck(work, luck_judge, samples, luck, SLOTS * i)
            turn(work)
        write_result(t, s, 0, began, results, i * (RESULT_SEATS + RESULT_SEAT * players))


class PlayedGames(Struct, frozen=True):
    """The results of many games."""

    lines: NDArray[np.int64]
    """[game] the result line of `kernel/play.py`."""
    luck: NDArray[np.float64]
    """[game, seat] what the dice brought beyond their mean, in the heuristic's points."""

    @property
    def turns(self) -> NDArray[np.int64]:
        """[game] the number of turns."""
        return self.lines[:, RESULT_TURNS]

    @property
    def reasons(self) -> NDArray[np.int64]:
        """[game] why it ended, as numbered in `core/rules.py`."""
        return self.lines[:, RESULT_REASON]

    @property
    def totals(self) -> NDArray[np.int64]:
        """[game, seat] the final totals."""
        return self.lines[:, RESULT_SEATS::RESULT_SEAT]


def play_games(
    evaluators: EvaluatorArrays,
    seats: NDArray[np.int64],
    seed: int,
    numbers: NDArray[np.int64] | None = None,
    threads: int = 1,
    luck_samples: int = 0,
) -> PlayedGames:
    """Play one game per line of `seats`, [game, seat] the indexes of the evaluators.

    The dice depend only on the seed and the game's number, so games of the same number with other
    seats have the same dice. With `luck_samples` every roll is compared with that many others, by
    the last evaluator.
    """
    games, players = seats.shape
    numbers = np.arange(games) if numbers is None else np.asarray(numbers, dtype=np.int64)
    results = np.zeros((games, result_size(players)), dtype=np.int64)
    luck = np.zeros((games, SLOTS))
    wide = in_slots(seats)

    def work(part: slice) -> None:
        work = make_workspace(evaluators, players)
        play_evaluated(
            whole_turn(work),
            work,
            players,
            wide[part].ravel(),
            seed,
            np.ascontiguousarray(numbers[part]),
            results[part].reshape(-1),
            luck_samples,
            luck[part].reshape(-1),
        )

    if games:
        in_threads(work, games, threads)
    else:  # compiles, or loads compiled code
        work(slice(0, 0))
    return PlayedGames(results, luck[:, :players])


def in_threads(work: Callable[[slice], None], number: int, threads: int) -> None:
    """Divide `number` items into one slice per thread."""
    bounds = np.linspace(0, number, threads + 1).astype(int)
    slices = [slice(a, b) for a, b in pairwise(bounds) if b > a]
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(work, slices))
