"""How large an error of the champion is, at each table and by each judge's measure.

`champion:0.05` errs by 0.05 of a win at a classic table of two. Chances are smaller where more
play, other sheets forgive more or less, and some judges count points: here the same 0.05 becomes
the error that costs about as many games there. The numbers were measured (docs/results.md).
"""

from __future__ import annotations

from math import prod

from rowlock.bots.compiled.spec import LESS_ERROR
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
"""Sheets on which the same error of a network costs fewer or more games than on most: how much of
it there is with two players, and by how much of that it is smaller with each further player."""
CARD_LESS_ERROR = 0.2
"""The latter for networks of the card game."""
ALONE_POINTS = 100.0
"""An error of a whole win in points, for one who plays alone."""
POINTS = 50.0
"""The same where sheets are compared by points: for `race`, and in the card game."""
RACE_LESS_ERROR = 0.1
SECOND_BOXES_LESS_ERROR = 0.07
POINTS_CARD_LESS_ERROR = 0.14
"""By how much of that it is smaller with each further player."""
FORGIVING: dict[Feature, float] = {
    "double_cells": 1.35,
    "second_boxes": 1.4,
    "swap_fields": 0.85,
}
"""What makes an error in points cost less where it is above 1, and more where it is below."""
CARD_POINTS_ON_SHEETS = {"bonus_a": 1.15, "connected_chain": 0.85}
"""The same for sheets of the card game."""


def error_at(players: int, less: float = LESS_ERROR) -> float:
    """How large an error is at a table of so many, if it is 1 with two players.

    >>> [round(error_at(players), 2) for players in (2, 3, 4, 5)]
    [1.0, 0.87, 0.74, 0.61]
    """
    return 1.0 - less * (players - 2)


def network_error(variant: Variant, players: int) -> float:
    """An error of a network, if it is 1 with two players on the classic sheet."""
    part, less = ON_SHEETS.get(variant.id, (1.0, LESS_ERROR))
    return part * error_at(players, less)


def card_network_error(players: int) -> float:
    """The same in the card game."""
    return error_at(players, CARD_LESS_ERROR)


def race_error(variant: Variant, players: int) -> float:
    """The same in points, on a sheet without a network."""
    forgiving = prod(FORGIVING.get(feature, 1.0) for feature in variant.features)
    less = SECOND_BOXES_LESS_ERROR if "second_boxes" in variant.features else RACE_LESS_ERROR
    return POINTS * forgiving * error_at(players, less)


def card_points_error(variant: Variant, players: int) -> float:
    """The same in points, with cards on a sheet without a network for them."""
    forgiving = CARD_POINTS_ON_SHEETS.get(variant.id, 1.0)
    return POINTS * forgiving * error_at(players, POINTS_CARD_LESS_ERROR)
