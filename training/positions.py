"""Column layout of the positions in `turns.cu`, which are rows of integers."""

from __future__ import annotations

from typing import NamedTuple


class Columns(NamedTuple):
    """First column of each part: four row masks per seat, then one number per seat each, then two
    for the table."""

    rows: slice
    penalties: slice
    lucky: slice
    bars: slice
    closed: int
    following: int
    """Column with the seat that rolls next."""

    @property
    def width(self) -> int:
        return self.following + 1


def columns(players: int) -> Columns:
    """
    >>> columns(2).closed
    14
    """
    penalties, lucky, bars = (slice(k * players, (k + 1) * players) for k in (4, 5, 6))
    rows = slice(0, 4 * players)
    return Columns(rows, penalties, lucky, bars, closed=7 * players, following=7 * players + 1)
