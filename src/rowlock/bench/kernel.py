"""Benchmark of the kernel: games per second, relative to the core and to an equal loop in C."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial

from rowlock.bench.core import core_rate
from rowlock.bench.figure import Figure, best_of_both, best_rate
from rowlock.bench.yardstick import CLoop, c_loop
from rowlock.bots.compiled import CompiledSpec
from rowlock.bots.compiled.games import play_lines
from rowlock.kernel.jit import JIT
from rowlock.kernel.play import RESULT_SEAT, RESULT_SEATS, RESULT_TURNS
from rowlock.simulation.run import warm_up
from rowlock.variants import BUILT_IN, load_variant

GAMES = 50_000 if JIT else 100
SEED = 1
RANDOM = CompiledSpec("random")
PAIR = RANDOM, RANDOM

FIRST_CALL = """
import time
from rowlock.bots.compiled.spec import CompiledSpec
from rowlock.simulation.run import warm_up
from rowlock.variants import load_variant
begun = time.perf_counter()
warm_up(load_variant("classic"), (CompiledSpec("random"),))
print(time.perf_counter() - begun)
"""


def kernel_rate(name: str, specs: tuple[CompiledSpec, ...], runs: int = 7) -> float:
    """Games per second of processor time on this sheet."""
    variant = load_variant(name)

    def work() -> int:
        play_lines(variant, specs, SEED, 0, GAMES)
        return GAMES

    return best_rate(work, runs)


def first_calls() -> tuple[float, float]:
    """Seconds until the first game can run: with an empty compiler cache, then with a full one."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", FIRST_CALL]
        settings = os.environ | {"NUMBA_CACHE_DIR": folder}
        seconds = [
            float(subprocess.run(command, env=settings, stdout=subprocess.PIPE, check=True).stdout)
            for _ in range(2)
        ]
    return seconds[0], seconds[1]


def check_same_games(loop: CLoop) -> None:
    """Check that the C loop plays the same games, without which it would be no yardstick."""
    lines = play_lines(load_variant("classic"), PAIR, SEED, 0, GAMES)
    run = loop.run(SEED, GAMES)
    found = lines[:, RESULT_SEATS::RESULT_SEAT].sum(), lines[:, RESULT_TURNS].sum()
    if found != (run.scores, run.turns):
        raise AssertionError(f"kernel and C loop play different games: {found}, {run}")


def figures() -> Iterator[Figure]:
    warm_up(load_variant("classic"), PAIR)
    core = core_rate(runs=3)
    with c_loop() as loop:
        if loop is None:
            classic = kernel_rate("classic", PAIR)
        else:
            check_same_games(loop)
            classic, c_rate = best_of_both(
                partial(kernel_rate, "classic", PAIR, runs=1),
                lambda: GAMES / loop.run(SEED, GAMES).seconds,
                runs=15,
            )
    name = "random games, classic, 2 players"
    yield Figure(name, classic, "games/s", classic / core, "core", floor=400_000)
    if loop is not None:
        yield Figure(name, classic, "games/s", classic / c_rate, "C loop", ratio_floor=0.7)
    for variant in BUILT_IN[1:]:
        rate, beside = best_of_both(
            partial(kernel_rate, variant, PAIR, runs=1),
            partial(kernel_rate, "classic", PAIR, runs=1),
        )
        name = f"random games, {variant}, 2 players"
        yield Figure(name, rate, "games/s", rate / beside, "classic", ratio_floor=0.5)
    greedy = kernel_rate("classic", (CompiledSpec("greedy", gap=2),) * 2)
    yield Figure("greedy games, classic, 2 players", greedy, "games/s", greedy / classic, "random")
    five = kernel_rate("classic", (RANDOM,) * 5)
    yield Figure("random games, classic, 5 players", five, "games/s", five / classic, "2 players")
    if JIT:
        cold, warm = first_calls()
        yield Figure("first call, nothing compiled", cold, "s", less_is_better=True)
        yield Figure("first call, compiled before", warm, "s", less_is_better=True)
