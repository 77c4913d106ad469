"""Calibration of the networks by temperature scaling.

The networks are trained on their own predictions one turn later, which makes them underconfident:
of the positions to which one gives 10%, fewer are won. Measured as odds against an even share, the
error is about the same power everywhere. So one number per sheet and number of players, the
*slope*, corrects it:

    calibrated odds = (odds of the network) ^ slope

The odds of `p` at a table of `n` players are `p * (n - 1) / (1 - p)`. An even share stays even and
the order of answers does not change, so the best answer stays the best.

The slopes are in `bots/weights/calibration.json`. `bench/review_figures.py calibration` measures
them by playing out positions from games between the levels. Without a measurement the slope is 1.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from rowlock.bots.evaluation.evaluators import Values
from rowlock.variants.variant import Variant


class Slope(Struct, frozen=True, forbid_unknown_fields=True):
    """The measurement for one sheet and number of players."""

    slope: float
    se: float
    positions: int
    """Number of positions, each played out once."""
    seed: int


class Calibration(Struct, frozen=True, forbid_unknown_fields=True):
    """The measurements for one sheet."""

    weights: str
    """Digest of the weights that were measured."""
    slopes: dict[int, Slope]
    """By the number of players."""


@cache
def measured_slopes() -> dict[str, Calibration]:
    """The calibration slopes of each sheet, by its name."""
    place = files("rowlock.bots").joinpath("weights", "calibration.json")
    return msgspec.json.decode(place.read_bytes(), type=dict[str, Calibration])


def slope_of(variant: Variant, players: int) -> float:
    """The slope for a sheet and number of players; 1 if it has not been measured."""
    found = measured_slopes().get(variant.id)
    measured = found.slopes.get(players) if found else None
    return 1.0 if measured is None else measured.slope


def calibrated(said: Values, slope: float, players: int) -> Values:
    """Calibrate win probabilities of a network.

    >>> import numpy as np
    >>> calibrated(np.array([0.0, 0.2, 0.5, 0.8, 1.0]), 2.0, players=2).round(4).tolist()
    [0.0, 0.0588, 0.5, 0.9412, 1.0]
    >>> calibrated(np.array([0.2, 0.5]), 2.0, players=5).round(4).tolist()
    [0.2, 0.8]
    """
    others = players - 1
    own = (others * said) ** slope
    against = others * (1.0 - said) ** slope
    true: Values = own / (own + against)
    return true
