"""Statistics of many games. They are counts only, so the order of adding does not matter."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rowlock.kernel.play import (
    RESULT_FIRST,
    RESULT_REASON,
    RESULT_SEAT,
    RESULT_SEATS,
    RESULT_TURNS,
)

Z = 1.959963984540054
"""Standard errors on each side of a 95% interval."""


class Tally:
    """Results of games between the same seats."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.games = 0
        self.turns: Counter[int] = Counter()
        self.reasons: Counter[int] = Counter()
        self.scores: list[Counter[int]] = [Counter() for _ in range(players)]
        self.penalties: list[Counter[int]] = [Counter() for _ in range(players)]
        self.locks: list[Counter[int]] = [Counter() for _ in range(players)]
        self.wins: list[Counter[int]] = [Counter() for _ in range(players)]
        """For each seat, games by number of winners including itself; 0 means it lost."""
        self.first_wins: Counter[int] = Counter()
        """The same for the seat that began."""

    def add(self, lines: NDArray[np.int64]) -> None:
        """Add results, one line per game (`kernel/play.py`)."""
        self.games += len(lines)
        columns = np.ascontiguousarray(lines.T)  # counting is faster along columns
        _count(self.turns, columns[RESULT_TURNS])
        _count(self.reasons, columns[RESULT_REASON])
        totals = columns[RESULT_SEATS::RESULT_SEAT]
        best = totals[0]
        for seat in range(1, self.players):
            best = np.maximum(best, totals[seat])
        won = totals == best
        sharing = np.where(won, won.sum(axis=0), 0)  # number of winners; 0 for losers
        for seat in range(self.players):
            place = RESULT_SEATS + RESULT_SEAT * seat
            _count(self.scores[seat], columns[place])
            _count(self.penalties[seat], columns[place + 1])
            _count(self.locks[seat], columns[place + 2])
            _count(self.wins[seat], sharing[seat])
            _count(self.first_wins, sharing[seat][columns[RESULT_FIRST] == seat])

    def as_data(self) -> dict[str, Any]:
        """All counts, for a journal; read them with `tally_of`."""
        return dict(vars(self))

    def win_share(self, seat: int) -> float:
        """The seat's share of all wins; shared wins are divided equally (C-14)."""
        return _share(self.wins[seat], self.games)

    def first_share(self) -> float:
        """The win share of the seat that begins."""
        return _share(self.first_wins, self.games)


def tally_of(data: dict[str, Any]) -> Tally:
    """The tally from `as_data`, even after a round trip through JSON."""
    tally = Tally(data["players"])
    for name, value in data.items():
        initial = getattr(tally, name)
        if isinstance(initial, list):
            setattr(tally, name, [_counter(counts) for counts in value])
        else:
            setattr(tally, name, _counter(value) if isinstance(initial, Counter) else value)
    return tally


def _counter(counts: dict[str, int]) -> Counter[int]:
    return Counter({int(value): count for value, count in counts.items()})


def _count(counter: Counter[int], values: NDArray[np.int64]) -> None:
    if len(values) == 0:
        return
    lowest = int(values.min())
    counts = np.bincount(values - lowest)  # the values are close together
    for step in np.flatnonzero(counts).tolist():
        counter[lowest + step] += int(counts[step])


def _share(wins: Counter[int], games: int) -> float:
    shares = (count / sharing for sharing, count in sorted(wins.items()) if sharing)
    return sum(shares) / max(games, 1)


def interval(share: float, games: int) -> tuple[float, float]:
    """The 95% interval of a share (Wilson's, which stays between 0 and 1)."""
    if games == 0:
        return 0.0, 1.0
    middle = (share + Z * Z / (2 * games)) / (1 + Z * Z / games)
    reach = math.sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    reach *= Z / (1 + Z * Z / games)
    # At shares of 0 and 1 the interval ends there, except for rounding.
    return min(share, max(0.0, middle - reach)), max(share, min(1.0, middle + reach))


def mean(counts: Counter[int]) -> float:
    return sum(value * count for value, count in counts.items()) / max(counts.total(), 1)


def spread(counts: Counter[int]) -> float:
    """The standard deviation of a sample."""
    games = counts.total()
    if games < 2:
        return 0.0
    centre = mean(counts)
    squares = sum(count * (value - centre) ** 2 for value, count in sorted(counts.items()))
    return math.sqrt(squares / (games - 1))


def percentiles(counts: Counter[int], wanted: Sequence[int]) -> list[int]:
    """For each percentage, the smallest value that at least that many games do not exceed."""
    values = sorted(counts)
    if not values:
        return [0 for _ in wanted]
    reached = np.cumsum([counts[value] for value in values])
    needed = [math.ceil(percent * counts.total() / 100) for percent in wanted]
    return [values[int(np.searchsorted(reached, max(need, 1)))] for need in needed]
