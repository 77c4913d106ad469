"""Speeds of the environments: the vector beside the bare batch, raw AEC beside the core.

    python bench/envs_figures.py

Both of a pair are measured in turn, by processor time, the best of several runs.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from rowlock.bench.batch import core_view_rate
from rowlock.bench.figure import Figure, best_of_both
from rowlock.bots.compiled.games import simple_actions
from rowlock.bots.simple import Random
from rowlock.cli.bench import line
from rowlock.envs import rowlock_v1
from rowlock.envs.vector import RowlockVectorEnv
from rowlock.kernel.batch import Batch
from rowlock.kernel.jit import JIT
from rowlock.variants import load_variant

GAMES = 1024
STEPS = 300 if JIT else 5
AEC_STEPS = 20_000 if JIT else 500


def step_rate(batch: Batch, step: Callable[[NDArray[np.int64]], object]) -> float:
    """Decisions per second of processor time in `step`; choosing them is not counted."""
    actions = np.zeros(GAMES, np.int64)
    times = []
    for _ in range(STEPS):
        simple_actions(batch, Random(), actions)
        begun = time.process_time_ns()
        step(actions)
        times.append(time.process_time_ns() - begun)
    # The best tenth of the steps: most others were disturbed.
    return 1e9 * GAMES / float(np.mean(sorted(times)[: max(STEPS // 10, 1)]))


def bare_rate(players: int) -> float:
    """The batch alone."""
    batch = Batch(load_variant("classic"), players, GAMES, seed=1)
    batch.reset()
    return step_rate(batch, batch.step)


def vector_rate(*opponents: str) -> float:
    """The learner's decisions in the vector environment."""
    envs = RowlockVectorEnv(GAMES, "classic", opponents)
    envs.reset(seed=1)
    return step_rate(envs.batch, envs.step)


def aec_rate() -> float:
    """Steps per second of the raw AEC environment, each with its `last()`."""
    env = rowlock_v1.raw_env("classic", 2)
    env.reset(seed=1)
    begun = time.process_time()
    for _ in range(AEC_STEPS):
        _, _, over, _, info = env.last()
        if over:
            env.reset()
            _, _, over, _, info = env.last()
        env.step(info["action_mask"].tobytes().rfind(1))  # the last legal action
    return AEC_STEPS / (time.process_time() - begun)


def figures() -> Iterator[Figure]:
    bare, vector = best_of_both(lambda: bare_rate(1), vector_rate, runs=5)
    yield Figure(
        f"vector of {GAMES} games, classic, alone",
        vector,
        "decisions/s",
        vector / bare,
        "bare batch",
        floor=4_000_000,
        ratio_floor=0.8,
    )
    bare, vector = best_of_both(lambda: bare_rate(2), lambda: vector_rate("greedy"), runs=5)
    name = f"vector of {GAMES} games, classic, against greedy"
    yield Figure(name, vector, "decisions/s", vector / bare, "bare batch")
    core, rate = best_of_both(core_view_rate, aec_rate, runs=3)
    name = "raw AEC, classic, 2 players"
    yield Figure(name, rate, "steps/s", rate / core, "core with views", floor=60_000)


if __name__ == "__main__":
    for figure in figures():
        print(line(figure), flush=True)
