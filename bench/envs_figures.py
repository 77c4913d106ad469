"""Speeds of the environments: the vector environment relative to the batch, AEC to the core.

    python bench/envs_figures.py

Each pair is measured alternately in processor time, and the best of several runs counts.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TypeAlias

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
WARM_UP = 200 if JIT else 0
"""Steps after which games end in nearly every step."""
STEPS = 100 if JIT else 5
RUNS = 40 if JIT else 1
AEC_STEPS = 20_000 if JIT else 500

Step: TypeAlias = Callable[[NDArray[np.int64]], object]


def seconds_of(batch: Batch, step: Step, steps: int) -> float:
    """Processor time in `step` in seconds, excluding the choice of actions."""
    actions = np.zeros(batch.games, np.int64)
    spent = 0
    for _ in range(steps):
        simple_actions(batch, Random(), actions)
        begun = time.process_time_ns()
        step(actions)
        spent += time.process_time_ns() - begun
    return spent / 1e9


def step_rate(batch: Batch, step: Step) -> Callable[[], float]:
    """A function that measures decisions per second over the next STEPS steps.

    All steps count, because steps in which games end take longer.
    """
    seconds_of(batch, step, WARM_UP)
    return lambda: STEPS * batch.games / seconds_of(batch, step, STEPS)


def bare_rate(players: int) -> Callable[[], float]:
    """Decisions per second of the batch."""
    batch = Batch(load_variant("classic"), players, GAMES, seed=1)
    batch.reset()
    return step_rate(batch, batch.step)


def vector_rate(*opponents: str) -> Callable[[], float]:
    """The learner's decisions per second in the vector environment."""
    envs = RowlockVectorEnv(GAMES, "classic", opponents)
    envs.reset(seed=1)
    return step_rate(envs.batch, envs.step)


def aec_rate() -> float:
    """Steps per second of the raw AEC environment, including `last()`."""
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
    bare, vector = best_of_both(bare_rate(1), vector_rate(), runs=RUNS)
    yield Figure(
        f"vector of {GAMES} games, classic, alone",
        vector,
        "decisions/s",
        vector / bare,
        "bare batch",
        floor=4_000_000,
        ratio_floor=0.8,
    )
    bare, vector = best_of_both(bare_rate(2), vector_rate("greedy"), runs=RUNS)
    name = f"vector of {GAMES} games, classic, against greedy"
    yield Figure(name, vector, "decisions/s", vector / bare, "bare batch")
    core, rate = best_of_both(core_view_rate, aec_rate, runs=3)
    name = "raw AEC, classic, 2 players"
    yield Figure(name, rate, "steps/s", rate / core, "core with views", floor=60_000)


if __name__ == "__main__":
    for figure in figures():
        print(line(figure), flush=True)
