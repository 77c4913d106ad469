"""Train MaskablePPO of Stable-Baselines3 at the classic sheet, against bots.

    pip install "rowlock[gymnasium]" sb3-contrib
    python examples/train_sb3.py --steps 200000 --opponents heuristic

Environments come from `make_vec_env`, as in the tutorials of Stable-Baselines3; the mask of legal
actions is taken from `action_masks()`. Afterwards the policy plays 2,000 fresh games in the vector
environment, each time the action it thinks best.
"""

from __future__ import annotations

import argparse
import time

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

import rowlock.envs  # noqa: F401  # registers the environments


def judge(model: MaskablePPO, opponents: list[str], games: int = 2000) -> float:
    """The mean reward of fresh games."""
    reward = "margin" if opponents else "score"
    envs = gymnasium.make_vec(
        "rowlock/Classic-v1", num_envs=games, opponents=opponents, reward=reward
    )
    seen, info = envs.reset(seed=1)
    result = np.full(games, np.nan)
    while np.isnan(result).any():
        masks = info["action_mask"].astype(bool)
        actions, _ = model.predict(seen, action_masks=masks, deterministic=True)
        seen, reward, ended, _, info = envs.step(actions)
        result = np.where(ended & np.isnan(result), reward, result)
    return float(result.mean())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--opponents", nargs="*", default=[], help="bots (default: play alone)")
    given = parser.parse_args()
    envs = make_vec_env(
        "rowlock/Classic-v1",
        n_envs=8,
        env_kwargs={"opponents": given.opponents, "reward": "points"},
    )
    model = MaskablePPO("MlpPolicy", envs, n_steps=256, batch_size=512, gamma=1.0, seed=1)
    print(f"untrained: {judge(model, given.opponents):.1f} points")
    begun = time.monotonic()
    model.learn(given.steps)
    seconds = time.monotonic() - begun
    what = "more than the best other" if given.opponents else ""
    points = judge(model, given.opponents)
    print(f"after {given.steps} steps in {seconds:.0f} s: {points:.1f} points {what}".rstrip())


if __name__ == "__main__":
    main()
