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
)
from rowlock.variants.variant import Variant

__all__ = [
    "OTHER_ERROR",
    "POINTS_ERROR",
    "MeasuredError",
    "SheetErrors",
    "error_of",
    "measured_errors",
]

OTHER_ERROR = 0.04
"""Of chances of winning where nothing was measured, be they a network's or the heuristic's: a
guess, above all that was measured."""
POINTS_ERROR = 2.0
"""Of the heuristic's points, where a sheet alone has no table: a guess, too."""


def error_of(variant: Variant, players: int) -> float:
    """The standard error of a difference by the network, at a table of so many."""
    measured = measured_error(variant, players)
    return OTHER_ERROR if measured is None else measured
