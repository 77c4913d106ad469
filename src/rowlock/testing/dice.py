"""Predetermined dice for tests."""

from __future__ import annotations

from collections.abc import Iterator

from rowlock.core.state import Roll
from rowlock.core.turn_dice import parse_roll


def fixed_dice(*rolls: str) -> Iterator[Roll]:
    """An iterator over these rolls, each in record notation.

    >>> dice = fixed_dice("41 3256", "63 12-5")
    >>> next(dice).white_sum
    5
    >>> next(dice).colours
    (1, 2, None, 5)
    """
    yield from map(parse_roll, rolls)
