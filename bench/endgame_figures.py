"""The figures of docs/endgame.md: python bench/endgame_figures.py [--decisions 3000] [--seed 1]

Two champions play the classic game; every decision of the last six turns in which a seat has more
than one answer is asked of the exact search. What does it cost, how often does it fit, and what
does the champion's own answer lose?
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
from rowlock.core.move import Move
from rowlock.core.view import View, view
from rowlock.endgame.book import IN_COUNTS, POSITIONS, clear
from rowlock.endgame.ends import book_of, solve
from rowlock.variants import load_variant

TURNS = 6

Decision = tuple[View, Move]


def last_turns(variant: str, seed: int) -> Iterator[list[Decision]]:
    """For one game after the other the decisions of its last turns, as the champion took them."""
    rng = random.Random(seed)
    champion = Champion()
    while True:
        game = new_game(variant, ["Ann", "Ben"], first=rng.randrange(2))
        turns: deque[list[Decision]] = deque(maxlen=TURNS)
        while not game.over:
            if game.stage == "roll":
                game = roll(game, random_roll(game, rng)).state
                turns.append([])
            for seat in deciders(game):
                seen = view(game, seat)
                move = champion.choose(seen, rng)
                if len(seen.legal) > 1:
                    turns[-1].append((seen, move))
                game = play(game, seat, move).state
        yield [decision for turn in turns for decision in turn]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=3000)
    parser.add_argument("--variant", default="classic")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--budget", type=int, default=2000)
    given = parser.parse_args()
    asked = 0
    losses: list[float] = []
    times: list[float] = []
    aborts: list[float] = []
    sizes: list[int] = []
    for decisions in last_turns(given.variant, given.seed):
        book = book_of(load_variant(given.variant))
        clear(book)  # every game begins with an empty book, as a table of its own would
        for seen, move in decisions:
            before = book.n[IN_COUNTS + POSITIONS]
            start = time.thread_time()
            ends = solve(seen, given.budget)
            took = 1000 * (time.thread_time() - start)
            asked += 1
            if ends is None:
                aborts.append(took)
                continue
            assert seen.seat is not None
            shares = {c.move: c.win_share for c in ends.answers(seen.seat)}
            losses.append(max(shares.values()) - shares[move])
            times.append(took)
            sizes.append(int(book.n[IN_COUNTS + POSITIONS] - before))
        if asked >= given.decisions:
            break
    print(f"asked {asked}, fit {len(losses)}: {len(losses) / asked:.1%}, budget {given.budget}")
    _tell("time, ms", np.array(times[1:]))
    _tell("refused after, ms", np.array(aborts[1:] or [0.0]))
    _tell("new positions", np.array(sizes))
    loss = np.array(losses)
    print(f"loss mean {loss.mean():.6f}, most {loss.max():.4f}")
    print(f"answers that lose more than half a percent: {(loss > 0.005).mean():.2%}")


def _tell(name: str, values: np.ndarray) -> None:
    cuts = np.percentile(values, [50, 90, 99])
    words = " ".join(f"{cut:.2f}" for cut in cuts)
    print(
        f"{name}: mean {values.mean():.2f}, 50/90/99 of 100 below {words}, most {values.max():.2f}"
    )


if __name__ == "__main__":
    main()
