"""Benchmark of the readable core: games per second, and the import time of the library."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator

from rowlock.bench.figure import Figure, best_rate
from rowlock.bench.yardstick import c_loop
from rowlock.core.chance import random_roll
from rowlock.core.game import deciders, legal_moves, new_game, play, roll
from rowlock.core.state import Game
from rowlock.variants import load_variant

GAMES = 300
C_GAMES = 100_000
NAMES = ("Ann", "Ben")


def random_game(game: Game, rng: random.Random) -> Game:
    """Play a game to its end with random legal moves."""
    while not game.over:
        if game.stage == "roll":
            game = roll(game, random_roll(game, rng)).state
        for seat in deciders(game):
            moves = legal_moves(game, seat)
            game = play(game, seat, moves[rng.randrange(len(moves))]).state
    return game


def core_rate(runs: int = 7) -> float:
    """Random two-player classic games per second on one processor."""
    start = new_game(load_variant("classic"), NAMES)

    def work() -> int:
        rng = random.Random(1)
        for _ in range(GAMES):
            random_game(start, rng)
        return GAMES

    return best_rate(work, runs)


def import_seconds(module: str, tries: int = 9) -> float:
    """Processor time in seconds to import a module in a new interpreter; the minimum of several
    runs."""
    code = "import time; t = time.process_time(); "
    code += f"import {module}; print(time.process_time() - t)"
    command = [sys.executable, "-c", code]
    return min(
        float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        for _ in range(tries)
    )


def figures() -> Iterator[Figure]:
    rate = core_rate()
    with c_loop() as loop:
        ratio = None
        if loop is not None:
            ratio = rate / max(C_GAMES / loop.run(1, C_GAMES).seconds for _ in range(5))
    yield Figure("random games, classic, 2 players", rate, "games/s", ratio, "C loop", floor=1_000)
    own, json = import_seconds("rowlock"), import_seconds("json")
    yield Figure(
        "import rowlock",
        1000 * own,
        "ms",
        own / json,
        "import json",
        floor=100,
        less_is_better=True,
    )
