"""Reproducible choice of the next game."""

from __future__ import annotations

import secrets


class Seeds:
    """Counts games: 0 after a new seed, then 1, 2 and so on.

    >>> seeds = Seeds()
    >>> seeds.next_game(7), seeds.next_game(), seeds.next_game(), seeds.next_game(7)
    ((7, 0), (7, 1), (7, 2), (7, 0))
    """

    def __init__(self) -> None:
        self.seed: int | None = None
        self.number = 0

    def next_game(self, seed: int | None = None) -> tuple[int, int]:
        """Seed and number of the next game; the first seed is random if none is passed."""
        if seed is None and self.seed is None:
            seed = secrets.randbits(63)
        self.number = self.number + 1 if seed is None else 0
        self.seed = self.seed if seed is None else seed
        return self.seed or 0, self.number
