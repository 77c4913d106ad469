"""Benchmark of simulations on several threads, in wall-clock time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial

from rowlock.bench.figure import Figure, best_of_both
from rowlock.bots.compiled import CompiledSpec
from rowlock.bots.simple import Random
from rowlock.kernel.jit import JIT
from rowlock.kernel.processors import default_threads
from rowlock.simulation.run import Simulation, simulate, warm_up
from rowlock.variants import load_variant

GAMES = 100_000 if JIT else 200

RUNS = 25
"""Number of runs: many short ones, so that the best coincide with idle processors."""


def rate(threads: int) -> float:
    """Games per second of wall-clock time."""
    players = (Random(), Random())
    begun = time.perf_counter()
    simulate(Simulation(load_variant("classic"), players, GAMES, seed=1, threads=threads))
    return GAMES / (time.perf_counter() - begun)


def figures() -> Iterator[Figure]:
    warm_up(load_variant("classic"), (CompiledSpec("random"),) * 2)
    name = "random games, classic, 2 players, {} thread{}"
    counts = sorted({2, default_threads()} - {1})
    for threads in counts:
        many, one = best_of_both(partial(rate, threads), partial(rate, 1), runs=RUNS)
        if threads == counts[0]:
            yield Figure(name.format(1, ""), one, "games/s")
        yield Figure(
            name.format(threads, "s"),
            many,
            "games/s",
            many / one,
            "one thread",
            ratio_floor=1.7 if threads == 2 and default_threads() > 1 else None,
        )
