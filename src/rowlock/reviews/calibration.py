"""Chances that come true: what the network says, made as bold as it should be.

The networks are trained on what they say themselves a turn later, and shy away from the ends of the
scale: of positions that one of them gives 10 %, fewer are won. In odds against an even share it is
off by about the same power everywhere, so one number for each sheet and number of players, the
*slope*, sets it right (temperature scaling):

    odds of what is true = (odds of what is said) ^ slope

with odds of `p` at a table of `n` being `p * (n - 1) / (1 - p)`: an even share stays one, and what
is better stays better, so the best answer remains the best. The slopes stand beside the weights
they belong to, `bots/weights/calibration.json`; `bench/review_figures.py calibration` measures them
by playing positions of the levels' games on to the end. What was not measured is believed as it is.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from rowlock.bots.evaluation.evaluators import Values
from rowlock.variants.variant import Variant


class Slope(Struct, frozen=True, forbid_unknown_fields=True):
    """What was measured for one sheet and number of players."""

    slope: float
    se: float
    positions: int
    """Each played on once."""
    seed: int


class Calibration(Struct, frozen=True, forbid_unknown_fields=True):
    """What was measured for one sheet."""

    weights: str
    """The digest of the file of weights it belongs to."""
    slopes: dict[int, Slope]
    """By the number of players."""


@cache
def measured_slopes() -> dict[str, Calibration]:
    """By the name of the sheet."""
    place = files("rowlock.bots").joinpath("weights", "calibration.json")
    return msgspec.json.decode(place.read_bytes(), type=dict[str, Calibration])


def slope_of(variant: Variant, players: int) -> float:
    """How much bolder than its network a sheet should be judged; 1 where nothing was measured."""
    found = measured_slopes().get(variant.id)
    measured = found.slopes.get(players) if found else None
    return 1.0 if measured is None else measured.slope


def calibrated(said: Values, slope: float, players: int) -> Values:
    """The chances of winning that come true of those that a network says.

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
