"""How far the networks are off when they compare two answers of one decision.

The numbers stand beside the weights they belong to, `bots/weights/errors.json`, and nowhere else:
rollouts of bots, reviews, the coach and `rowlock advise` all ask here. They are the root of the
mean square of what the network says of a difference less what rollouts say, the luck of the
rollouts taken out. `bench/review_figures.py errors` measures them over choices of the levels for
people. Where that is still to be done, the figure is the older one of docs/experiments.md, from a
few close decisions of the champion's (`bench/bots_figures.py rollouts`), right within a third.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec
from msgspec import Struct

from rowlock.variants.variant import Variant

OTHER_SPREAD = 0.02
"""Of a network whose sheet goes by a name of one's own."""


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


def network_spread(variant: Variant) -> float:
    """The standard error of a difference by this sheet's network."""
    found = measured_errors().get(variant.id)
    return OTHER_SPREAD if found is None else found.error
