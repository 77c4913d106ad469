"""Classes of mistakes, and when a loss is certain enough to get one."""

from __future__ import annotations

from typing import get_args

from rowlock.reviews.model import Mark, Unit

LIMITS: dict[Unit, tuple[float, float, float]] = {
    "wins": (0.02, 0.04, 0.08),
    "points": (0.5, 2.0, 5.0),
}
"""The smallest loss that is small, a mistake, a blunder."""
CLEAR = 2.0
"""Minimum number of standard errors of a loss with a mark."""
NAMES: tuple[Mark, ...] = get_args(Mark)


def class_of(loss: float, unit: Unit) -> int:
    """0 for no mark, then the classes from small to blunder.

    >>> [class_of(loss, "wins") for loss in (0.019, 0.02, 0.05, 0.3)]
    [0, 1, 2, 3]
    """
    return sum(loss >= limit for limit in LIMITS[unit])


def mark_of(loss: float, se: float, unit: Unit) -> Mark | None:
    """The mark of a choice; None if the loss is too uncertain.

    >>> mark_of(0.05, 0.01, "wins")
    'mistake'
    >>> mark_of(0.05, 0.03, "wins") is None
    True
    """
    found = class_of(loss, unit)
    return NAMES[found - 1] if found and loss >= CLEAR * se else None


def is_settled(loss: float, se: float, unit: Unit, errors: float = CLEAR) -> bool:
    """Whether the interval of a loss, `errors` standard errors on both sides, lies in one class.

    >>> is_settled(0.06, 0.005, "wins"), is_settled(0.06, 0.02, "wins")
    (True, False)
    """
    return class_of(loss - errors * se, unit) == class_of(loss + errors * se, unit)
