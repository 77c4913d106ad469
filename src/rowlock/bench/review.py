"""Benchmark of reviews, relative to the time in which the bots play the games."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial

from rowlock.bench.figure import Figure, best_of_both
from rowlock.bots.levels import levels
from rowlock.notation.record import Record
from rowlock.reviews import review
from rowlock.simulation.core_games import Seating, play_game
from rowlock.simulation.records import recorded_game
from rowlock.variants import load_variant

GAMES = 4
RUNS = 5


def rate(work: Callable[[int], object]) -> float:
    """Games per second of processor time."""
    begun = time.process_time()
    for number in range(GAMES):
        work(number)
    return GAMES / (time.process_time() - begun)


def figures() -> Iterator[Figure]:
    medium = next(level.bot for level in levels() if level.name == "medium")
    for players in (2, 5):
        seating = Seating(load_variant("classic"), (medium,) * players, seed=1)
        records = [recorded_game(seating, number) for number in range(GAMES)]
        review(records[0])  # compile, or load from the cache
        reviewed, played = best_of_both(
            partial(rate, partial(_review, records)),
            partial(rate, partial(play_game, seating)),
            runs=RUNS,
        )
        yield Figure(
            f"reviews, classic, {players} players",
            reviewed,
            "games/s",
            reviewed / played,
            "playing them in the core",
        )


def _review(records: list[Record], number: int) -> object:
    return review(records[number])
