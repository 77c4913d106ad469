"""Standard error of an evaluator when it compares two answers of one decision.

`bots/evaluation/spreads.py` has the measured errors of the networks, per number of players. If an
error was not measured, a default is used; the heuristics have a default of their own.
"""

from __future__ import annotations

from rowlock.bots.evaluation.spreads import (
    MeasuredError,
    SheetErrors,
    measured_error,
    measured_errors,
    measured_solo_errors,
)
from rowlock.variants.variant import Variant

__all__ = [
    "OTHER_ERROR",
    "POINTS_ERROR",
    "MeasuredError",
    "SheetErrors",
    "error_of",
    "measured_errors",
    "measured_solo_errors",
    "solo_error_of",
]

OTHER_ERROR = 0.04
"""Default for win probabilities without a measurement. It is a guess, above all measured errors."""
POINTS_ERROR = 2.0
"""Default for points of the heuristic in a solo game without a table; also a guess."""


def error_of(variant: Variant, players: int) -> float:
    """The network's standard error of a difference, by number of players."""
    measured = measured_error(variant, players)
    return OTHER_ERROR if measured is None else measured


def solo_error_of(variant: Variant) -> float:
    """The standard error in points of a difference by the network for solo games."""
    found = measured_solo_errors().get(variant.id)
    return POINTS_ERROR if found is None else found.errors[1].error
