"""Measures the endgame solver for docs/results.md: its coverage, its time, and what it gains.

    python bench/endgame_figures.py [--decisions 3000] [--seed 1]

Two champions without endgame solver play classic. Then the champion with and without the solver
decides every question of the last six turns that has several answers. For the questions that the
solver can solve, the script reports the loss of both answers and the champion's time.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import deque
from collections.abc import Iterator

import numpy as np

from rowlock.bots.champion import Champion
from rowlock.core.chance import random_roll
from rowlock.core.game import deciders, new_game, play, roll
from rowlock.core.view import View, view
from rowlock.endgame.solve_endgame import solve
from rowlock.variants import load_variant

TURNS = 6
CHAMPION = Champion()
NETWORK = Champion(ends=False)


def last_turns(variant: str, rng: random.Random) -> Iterator[list[View]]:
    """Yield for each game the views of all decisions in its last turns."""
    while True:
        game = new_game(variant, ["Ann", "Ben"], first=rng.randrange(2))
        turns: deque[list[View]] = deque(maxlen=TURNS)
        while not game.over:
            if game.stage == "roll":
                game = roll(game, random_roll(game, rng)).state
                turns.append([])
            for seat in deciders(game):
                seen = view(game, seat)
                if len(seen.legal) > 1:
                    turns[-1].append(seen)
                game = play(game, seat, NETWORK.choose(seen, rng)).state
        yield [seen for turn in turns for seen in turn]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=3000, help="number of decisions to solve")
    parser.add_argument("--variant", default="classic")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng = random.Random(given.seed)
    asked = 0
    champion: list[float] = []
    network: list[float] = []
    times: list[float] = []
    others: list[float] = []
    for decisions in last_turns(given.variant, rng):
        # Every game starts with an empty cache, like a new table.
        CHAMPION.prepare(load_variant(given.variant), players=2)
        for seen in decisions:
            start = time.thread_time()
            move = CHAMPION.choose(seen, rng)
            took = 1000 * (time.thread_time() - start)
            asked += 1
            ends = solve(seen)
            if ends is None or seen.seat is None:
                others.append(took)
                continue
            shares = {c.move: c.win_share for c in ends.answers(seen.seat)}
            champion.append(max(shares.values()) - shares[move])
            network.append(max(shares.values()) - shares[NETWORK.choose(seen, rng)])
            times.append(took)
        if len(times) >= given.decisions:
            break
    print(f"{len(times)} of {asked} decisions solved: {len(times) / asked:.1%}")
    _print_times("solved decision, ms", np.array(times))
    _print_times("other decision, ms", np.array(others))
    for name, losses in (("champion", champion), ("without solver", network)):
        loss = np.array(losses)
        more = (loss > 0.005).mean()
        print(f"{name} loses {loss.mean():.7f}, at most {loss.max():.4f}, {more:.2%} above 0.005")


def _print_times(name: str, values: np.ndarray) -> None:
    cuts = np.percentile(values, [50, 90, 99])
    words = " ".join(f"{cut:.2f}" for cut in cuts)
    print(
        f"{name}: mean {values.mean():.2f}, 50/90/99 of 100 below {words}, most {values.max():.2f}"
    )


if __name__ == "__main__":
    main()
