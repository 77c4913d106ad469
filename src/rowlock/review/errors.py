"""How far the judges are off when they compare two answers of one decision.

The numbers stand beside the weights they belong to, `bots/weights/errors.json`, and are measured by
`bench/review_errors.py`: the root of the mean square of what the network says of a difference less
what rollouts say, the luck of the rollouts taken out, over 2,000 decisions of each sheet.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from rowlock.variants.variant import Variant

OTHER_ERROR = 0.04
"""Of the heuristic's chances, where a sheet has no network."""
POINTS_ERROR = 2.0
"""Of the heuristic's points, where a sheet alone has no table."""


class MeasuredError(Struct, frozen=True, forbid_unknown_fields=True):
    """What was measured for one sheet."""

    weights: str
    """The digest of the file of weights it was measured with."""
    error: float
    low: float
    high: float
    """95 % interval."""
    decisions: int
    games: int
    """Pairs of games for each decision."""
    seed: int


@cache
def measured_errors() -> dict[str, MeasuredError]:
    """By the name of the sheet."""
    place = files("rowlock.bots").joinpath("weights", "errors.json")
    return msgspec.json.decode(place.read_bytes(), type=dict[str, MeasuredError])


def error_of(variant: Variant) -> float:
    """The standard error of a difference by this sheet's network."""
    found = measured_errors().get(variant.id)
    return OTHER_ERROR if found is None else found.error
