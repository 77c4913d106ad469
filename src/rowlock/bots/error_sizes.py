"""The size of the champion's errors, at each table and in the unit of each evaluator.

`champion:0.05` makes errors of 0.05 wins in a two-player game of classic. With more players win
probabilities are smaller, other sheets forgive more or less, and some evaluators count points: this
module scales the same 0.05 to the error that costs about as many games there. The numbers were
measured (docs/results.md).
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from importlib.resources import files
from math import prod

import msgspec

from rowlock.bots.compiled.spec import LESS_ERROR
from rowlock.bots.spreads import SPREADS
from rowlock.variants.features import Feature
from rowlock.variants.variant import Variant

ON_SHEETS = {
    "classic": (1.0, 0.17),
    "bonus_a": (1.15, LESS_ERROR),
    "double_a": (0.6, 0.15),
    "connected_steps": (0.85, LESS_ERROR),
    "x_change": (0.85, 0.21),
    "big_points": (0.6, 0.21),
}
"""Sheets on which the same error of a network costs fewer or more games than on most: the factor
for two players, and its reduction with each further player."""
CARD_LESS_ERROR = 0.2
"""The reduction for networks of the card game."""
POINTS = 50.0
"""Points that correspond to a win for evaluators that compare points: for `race`, and in the card
game."""
RACE_LESS_ERROR = 0.1
SECOND_BOXES_LESS_ERROR = 0.07
POINTS_CARD_LESS_ERROR = 0.14
"""The reduction of that with each further player."""
FORGIVING: dict[Feature, float] = {
    "double_cells": 1.35,
    "second_boxes": 1.4,
    "swap_fields": 0.85,
}
"""Factor of errors in points by sheet; above 1 if the sheet forgives more."""
CARD_POINTS_ON_SHEETS = {"bonus_a": 1.15, "connected_chain": 0.85}
"""The same for sheets in the card game."""


def error_at(players: int, less: float = LESS_ERROR) -> float:
    """The size of an error for this number of players, relative to two players.

    >>> [round(error_at(players), 2) for players in (2, 3, 4, 5)]
    [1.0, 0.87, 0.74, 0.61]
    """
    return 1.0 - less * (players - 2)


def network_error(variant: Variant, players: int) -> float:
    """The size of a network's error, relative to two players on the classic sheet."""
    part, less = ON_SHEETS.get(variant.id, (1.0, LESS_ERROR))
    return part * error_at(players, less)


def card_network_error(players: int) -> float:
    """The same in the card game."""
    return error_at(players, CARD_LESS_ERROR)


@cache
def solo_errors() -> dict[str, tuple[float, float, float, float]]:
    """By the name of the sheet: the points of hard, medium, easy and gentle in solo games.

    With them the mean totals of the five levels are about equally far apart
    (`bench/solo_levels.py`). Custom sheets use those of classic.
    """
    place = files("rowlock.bots").joinpath("weights", "solo", "levels.json")
    found = msgspec.json.decode(
        place.read_bytes(), type=dict[str, tuple[float, float, float, float]]
    )
    return found


def solo_error(variant: Variant, noise: float) -> float:
    """The size in points of the errors of `champion:noise` in solo games.

    >>> from rowlock.variants import load_variant
    >>> solo_error(load_variant("classic"), 0.0)
    0.0
    """
    known = solo_errors()
    spreads = sorted(SPREADS.values())  # 0 for the champion
    errors = (0.0, *known.get(variant.id, known["classic"]))
    if noise > spreads[-1]:
        return errors[-1] * noise / spreads[-1]
    place = bisect_right(spreads, noise) - 1
    if place == len(spreads) - 1 or spreads[place] == noise:
        return errors[place]
    slope = (errors[place + 1] - errors[place]) / (spreads[place + 1] - spreads[place])
    return slope * (noise - spreads[place]) + errors[place]


def race_error(variant: Variant, players: int) -> float:
    """The same in points, on a sheet without a network."""
    forgiving = prod(FORGIVING.get(feature, 1.0) for feature in variant.features)
    less = SECOND_BOXES_LESS_ERROR if "second_boxes" in variant.features else RACE_LESS_ERROR
    return POINTS * forgiving * error_at(players, less)


def card_points_error(variant: Variant, players: int) -> float:
    """The same in points, with cards on a sheet without a network for them."""
    forgiving = CARD_POINTS_ON_SHEETS.get(variant.id, 1.0)
    return POINTS * forgiving * error_at(players, POINTS_CARD_LESS_ERROR)
