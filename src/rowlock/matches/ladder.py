"""A ladder: every bot against every other, with ratings from the finished pairs."""

from __future__ import annotations

from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rowlock.matches.ratings import Rating, rate


class Pair(Struct, frozen=True):
    """Two bots by their index in the ladder, and the first one's win shares per set."""

    first: int
    second: int
    shares: NDArray[np.float64]
    stopped: bool = False

    @property
    def games(self) -> int:
        return 2 * len(self.shares)


class Ladder(Struct, frozen=True):
    """The bots from best to worst; those without a game come last."""

    names: list[str]
    ratings: list[Rating]
    won: list[list[float | None]]
    """[i][j]: the win share of i against j; None if they did not play."""
    pairs: list[dict[str, Any]]

    @property
    def games(self) -> int:
        return sum(pair["games"] for pair in self.pairs)

    @property
    def notes(self) -> list[str]:
        """Notes on the results, for the reader."""
        notes = []
        unmet = [n for n, r in zip(self.names, self.ratings, strict=True) if r.rating is None]
        if unmet:
            notes.append(f"Played no games and has no rating: {', '.join(unmet)}.")
        stopped = [" - ".join(pair["bots"]) for pair in self.pairs if pair["stopped"]]
        if stopped:
            pairs = ", ".join(stopped)
            notes.append(
                f"Stopped early, the better bot being known (error at most 5% per pair): {pairs}."
            )
        return notes

    def as_data(self) -> list[dict[str, Any]]:
        """One entry per bot."""
        return [
            {
                "bot": name,
                "rating": _rounded(r.rating),
                "low": _rounded(r.low),
                "high": _rounded(r.high),
                "against": {
                    other: round(share, 4)
                    for other, share in zip(self.names, won, strict=True)
                    if share is not None
                },
            }
            for name, r, won in zip(self.names, self.ratings, self.won, strict=True)
        ]


def ladder(names: list[str], pairs: list[Pair]) -> Ladder:
    """The ladder after these pairs."""
    ratings = rate(len(names), {(pair.first, pair.second): pair.shares for pair in pairs})
    best_first = sorted(range(len(names)), key=lambda k: -(ratings[k].rating or 0.0))
    order = sorted(best_first, key=lambda k: ratings[k].rating is None)
    won: dict[tuple[int, int], float] = {}
    for pair in pairs:
        share = float(pair.shares.mean())
        won[pair.first, pair.second] = share
        won[pair.second, pair.first] = 1 - share
    return Ladder(
        [names[k] for k in order],
        [ratings[k] for k in order],
        [[won.get((i, j)) for j in order] for i in order],
        [
            {
                "bots": [names[pair.first], names[pair.second]],
                "games": pair.games,
                "stopped": pair.stopped,
            }
            for pair in pairs
        ],
    )


def numbered(names: list[str]) -> list[str]:
    """Names made unique by numbers.

    >>> numbered(["greedy", "random", "greedy"])
    ['greedy', 'random', 'greedy #2']
    """
    return [
        name if name not in names[:k] else f"{name} #{names[: k + 1].count(name)}"
        for k, name in enumerate(names)
    ]


def _rounded(rating: float | None) -> float | None:
    return None if rating is None else round(rating, 1)
