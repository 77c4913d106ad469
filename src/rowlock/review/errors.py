"""How far the judges are off when they compare two answers of one decision.

The numbers stand beside the weights they belong to, `bots/weights/errors.json`. They are the root
of the mean square of what the network says of a difference less what rollouts say, the luck of the
rollouts taken out. `bench/review_figures.py errors` measures them over choices of the levels for
people.
Where that is still to be done, the figure is the older one of docs/experiments.md, from a few close
decisions of the champion's.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec
from msgspec import Struct

from rowlock.variants.variant import Variant

OTHER_ERROR = 0.04
"""Of the heuristic's chances, where a sheet has no network: a guess."""
POINTS_ERROR = 2.0
"""Of the heuristic's points, where a sheet alone has no table: a guess, too."""


class MeasuredError(Struct, frozen=True, forbid_unknown_fields=True):
    """What was measured for one sheet."""

    weights: str
    """The digest of the file of weights it belongs to."""
    error: float
    of: Literal["choices", "close"]
    """Choices of the levels against the best ones, or close decisions of the champion's."""
    decisions: int
    games: int
    """Games after either answer of each decision."""
    low: float | None
    high: float | None
    """95 % interval; None where it was not measured."""
    seed: int | None


@cache
def measured_errors() -> dict[str, MeasuredError]:
    """By the name of the sheet."""
    place = files("rowlock.bots").joinpath("weights", "errors.json")
    return msgspec.json.decode(place.read_bytes(), type=dict[str, MeasuredError])


def error_of(variant: Variant) -> float:
    """The standard error of a difference by this sheet's network."""
    found = measured_errors().get(variant.id)
    return OTHER_ERROR if found is None else found.error
