"""Teach a policy by playing against itself in PettingZoo, with NumPy alone.

    pip install "rowlock[pettingzoo]"
    python examples/train_pettingzoo.py --games 4000

Both seats share one linear policy over what they see. After every 50 games each decision becomes
more likely if its seat made more points from there on than usual (REINFORCE with a baseline).
Prints the mean score of the seats; a seat that picks any legal action makes about 6 points.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rowlock.envs import rowlock_v1

GAMES = 50
RATE = 0.02
Floats = NDArray[np.float64]


class Decision(NamedTuple):
    """What a seat saw, how likely it found each action, what it did."""

    seat: int
    seen: NDArray[np.int8]
    chances: Floats
    action: int
    before: float
    """Points of the seat so far."""


def play(env: rowlock_v1.raw_env, weights: Floats, rng: np.random.Generator) -> list[Decision]:
    """One game against oneself, up to its last decision; the scores stay in the environment."""
    env.reset(seed=int(rng.integers(2**62)))
    made: list[Decision] = []
    points = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, _, info = env.last()
        points[agent] += reward
        if over:
            return made
        logits = np.where(info["action_mask"] == 1, weights @ seen, -np.inf)
        chances = np.exp(logits - logits.max())
        chances /= chances.sum()
        action = int(rng.choice(len(chances), p=chances))
        seat = env.possible_agents.index(agent)
        made.append(Decision(seat, seen, chances, action, points[agent]))
        env.step(action)
    return made


def train(games: int, seed: int = 0) -> Iterator[tuple[int, float]]:
    """The mean score after each batch of games."""
    env = rowlock_v1.raw_env("classic", players=2, reward="points")
    rng = np.random.default_rng(seed)
    env.reset()
    actions = env.setting.actions
    weights = np.zeros((actions, len(env.observe("player_0"))))
    mean, speed = np.zeros_like(weights), np.zeros_like(weights)
    for number in range(1, games // GAMES + 1):
        made: list[Decision] = []
        gains: list[float] = []
        scores: list[int] = []
        for _ in range(GAMES):
            game = play(env, weights, rng)
            made += game
            gains += [env.table.totals[decision.seat] - decision.before for decision in game]
            scores += env.table.totals
        towards = np.stack([np.eye(actions)[d.action] - d.chances for d in made])
        seen = np.stack([d.seen for d in made]).astype(float)
        # What is usual at this moment of a game: the best linear guess from what is seen.
        usual = seen @ np.linalg.lstsq(seen, np.array(gains), rcond=None)[0]
        advantage = np.array(gains) - usual
        slope = (towards * (advantage / (advantage.std() + 1e-8))[:, None]).T @ seen / len(made)
        mean = 0.9 * mean + 0.1 * slope
        speed = 0.99 * speed + 0.01 * slope**2
        weights += RATE * (mean / (1 - 0.9**number)) / (np.sqrt(speed / (1 - 0.99**number)) + 1e-8)
        yield number * GAMES, float(np.mean(scores))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4000)
    given = parser.parse_args()
    print("games  mean score")
    for number, score in train(given.games):
        if number % (10 * GAMES) == 0 or number == GAMES:
            print(f"{number:5}  {score:10.1f}", flush=True)


if __name__ == "__main__":
    main()
