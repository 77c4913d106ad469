"""Ratings of a ladder from two-player matches: Bradley-Terry model on the Elo scale."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

ELO = 400 / np.log(10)
"""Rating points that multiply the odds of winning by e."""
ROUNDS = 2000
HALF = 0.5
"""Sets added to the wins of each side of a pair, so that no rating becomes infinite."""
DRAWS = 1000


class Rating(Struct, frozen=True):
    """A bot's rating with its 95% interval, relative to the mean; None if it has played no
    games."""

    rating: float | None = None
    low: float | None = None
    high: float | None = None


def rate(players: int, met: dict[tuple[int, int], NDArray[np.float64]]) -> list[Rating]:
    """Ratings with mean 0. `met[i, j]` are the win shares of i against j per set.

    The intervals are a Bayesian bootstrap: all sets, including the added ones, get random weights
    many times.
    """
    rated = sorted({player for pair in met for player in pair})
    place = {player: k for k, player in enumerate(rated)}
    rng = np.random.default_rng(0)
    won = np.zeros((1 + DRAWS, len(rated), len(rated)))
    for (i, j), shares in met.items():
        # Sets with equal shares are weighted together.
        values, counts = np.unique(np.concatenate([shares, [0.0, 1.0]]), return_counts=True)
        weights = counts.astype(np.float64)
        weights[[0, -1]] -= 1 - HALF
        drawn = np.concatenate([weights[None], rng.gamma(weights, size=(DRAWS, len(weights)))])
        share = drawn @ values / drawn.sum(axis=1)
        won[:, place[i], place[j]] = weights.sum() * share
        won[:, place[j], place[i]] = weights.sum() * (1 - share)
    fitted = bradley_terry(won)
    low, high = np.percentile(fitted[1:], [2.5, 97.5], axis=0)
    ratings = [Rating()] * players
    for player, k in place.items():
        middle = float(fitted[0, k])
        ratings[player] = Rating(middle, min(middle, float(low[k])), max(middle, float(high[k])))
    return ratings


def bradley_terry(won: NDArray[np.float64]) -> NDArray[np.float64]:
    """Elo-like ratings with mean 0; `won[..., i, j]` is the number of wins of i against j.

    >>> bradley_terry(np.array([[0.0, 75.0], [25.0, 0.0]])).round().tolist()  # odds 3 to 1
    [95.0, -95.0]
    """
    played = won + np.swapaxes(won, -1, -2)
    wins = won.sum(axis=-1)
    strength = np.ones(wins.shape)
    for _ in range(ROUNDS):
        expected = played / (strength[..., :, None] + strength[..., None, :])
        new = wins / expected.sum(axis=-1)
        new /= np.exp(np.log(new).mean(axis=-1, keepdims=True))
        change = np.abs(np.log(new / strength)).max()
        strength = new
        if change < 1e-9:
            break
    fitted: NDArray[np.float64] = ELO * np.log(strength)
    return fitted
