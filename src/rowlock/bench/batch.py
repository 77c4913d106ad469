"""Benchmark of the batched environment: decisions per second, including observation and mask."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

import numpy as np

from rowlock.bench.figure import Figure
from rowlock.bots.compiled.games import simple_actions
from rowlock.bots.simple import Random
from rowlock.core.chance import random_roll
from rowlock.core.game import deciders, legal_moves, new_game, play, roll
from rowlock.core.view import view
from rowlock.kernel.batch import Batch
from rowlock.kernel.jit import JIT
from rowlock.variants import load_variant

DECISIONS = 400_000 if JIT else 4_000
CORE_GAMES = 60


def batch_rate(name: str, games: int, *, decisions: int = DECISIONS) -> float:
    """Decisions per second of processor time in `step`, excluding the choice of actions."""
    batch = Batch(load_variant(name), players=2, games=games, seed=1)
    actions = np.zeros(games, np.int64)
    batch.reset()
    steps = max(decisions // games, 10)
    times = []
    for _ in range(steps):
        simple_actions(batch, Random(), actions)
        begun = time.process_time_ns()
        batch.step(actions)
        times.append(time.process_time_ns() - begun)
    # Use the fastest tenth of the steps, because other programs slow down many of the others.
    return 1e9 * games / float(np.mean(sorted(times)[: max(len(times) // 10, 1)]))


def core_view_rate() -> float:
    """Decisions per second in the core, including a `View` for each."""
    rng = random.Random(1)
    decisions = 0
    begun = time.process_time()
    for _ in range(CORE_GAMES):
        game = new_game("classic", ["Ann", "Ben"])
        while not game.over:
            if game.stage == "roll":
                game = roll(game, random_roll(game, rng)).state
            for seat in deciders(game):
                view(game, seat)
                moves = legal_moves(game, seat)
                game = play(game, seat, moves[rng.randrange(len(moves))]).state
                decisions += 1
    return decisions / (time.process_time() - begun)


def figures() -> Iterator[Figure]:
    core = max(core_view_rate() for _ in range(3))
    for games in (1, 64, 1024, 16_384):
        rate = max(batch_rate("classic", games) for _ in range(3))
        yield Figure(
            f"step of {games} games, classic, 2 players",
            rate,
            "decisions/s",
            rate / core,
            "core with views",
            floor=4_000_000 if games == 1024 else None,
        )
    rate = max(batch_rate("longo", 1024) for _ in range(3))
    name = "step of 1024 games, longo, 2 players"
    yield Figure(name, rate, "decisions/s", rate / core, "core with views")
