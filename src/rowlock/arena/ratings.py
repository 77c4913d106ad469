"""Ratings of a ladder from two-player matches: Bradley and Terry's model, on the Elo scale."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

ELO = 400 / np.log(10)
"""Points for which the odds of winning grow by the factor e."""
ROUNDS = 2000


def ratings(won: NDArray[np.float64]) -> list[float]:
    """Elo-like ratings with mean 0; `won[i, j]` are the wins of i against j, shares included.

    >>> [round(r) for r in ratings(np.array([[0.0, 75.0], [25.0, 0.0]]))]  # odds 3 to 1
    [95, -95]
    """
    won = won + 0.5 * (1 - np.eye(len(won))) * ((won + won.T) > 0)  # nobody is infinitely strong
    played = won + won.T
    strength = np.ones(len(won))
    for _ in range(ROUNDS):
        expected = played / (strength[:, None] + strength[None, :])
        new = won.sum(axis=1) / expected.sum(axis=1)
        new /= np.exp(np.log(new).mean())
        if np.abs(new - strength).max() < 1e-9:
            break
        strength = new
    return [float(ELO * np.log(s)) for s in strength]
