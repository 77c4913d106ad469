"""Estimates which levels a player's games resemble, for ten games or more.

The mean loss of every level is measured with the same review on the same kind of table
(`bench/review_figures.py identity --write`) and stored in `levels.json`. A player's games give one
ratio: their total loss divided by what `medium` loses in as many choices. Its interval comes from
how much the games differ. The levels nearest to the ends of the interval are reported.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from math import sqrt
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from rowlock.reviews.model import Review, SeatReview
from rowlock.simulation.stats import Z95

FEWEST = 10
"""Minimum number of games."""
YARDSTICK = "medium"


class MeasuredLevel(Struct, frozen=True, forbid_unknown_fields=True):
    """A level's losses against champions."""

    loss_mean: float
    """Per choice, in win probability."""
    games: int
    seed: int


Table = dict[str, MeasuredLevel]
"""By level, weakest first."""


class GivenAway(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's loss in a finished game that a network has evaluated."""

    variant: str
    players: int
    decisions: Annotated[int, Meta(ge=0, le=1000)]
    loss: Annotated[float, Meta(ge=0, le=1000)]


class LevelEquivalent(Struct, frozen=True):
    """The estimate: the player resembles `weakest` to `strongest`."""

    games: int
    weakest: str
    strongest: str
    loss: float
    """The player's loss divided by what `medium` loses; 1 means equal."""
    low: float
    high: float
    """Its 95% interval."""


@cache
def measured_levels() -> dict[str, dict[int, Table]]:
    """By sheet and number of players."""
    place = files("rowlock.reviews").joinpath("levels.json")
    return msgspec.json.decode(place.read_bytes(), type=dict[str, dict[int, Table]])


def write_levels(sheet: str, players: int, level: str, measured: MeasuredLevel) -> None:
    """Write a new measurement to the file."""
    known = measured_levels()
    known.setdefault(sheet, {}).setdefault(players, {})[level] = measured
    place = Path(str(files("rowlock.reviews").joinpath("levels.json")))
    place.write_bytes(msgspec.json.format(msgspec.json.encode(known), indent=1) + b"\n")


def level_equivalent(games: Sequence[tuple[Review, int]]) -> LevelEquivalent | None:
    """The levels that these games resemble; None if there are too few.

    Each game is a review and a seat from 1. Only finished games that a network has evaluated count,
    on kinds of tables that were measured.
    """
    return levels_of(
        [
            GivenAway(found.variant, found.players, own.decisions, own.loss)
            for found, seat in games
            if found.finished and found.complete and found.judge == "network"
            for own in [_seat(found, seat)]
        ]
    )


def levels_of(games: Sequence[GivenAway]) -> LevelEquivalent | None:
    """Like `level_equivalent`, from the losses of the games."""
    counted = counting(games)
    if len(counted) < FEWEST:
        return None
    lost = [game.loss for game, _ in counted]
    yardstick = [game.decisions * table[YARDSTICK].loss_mean for game, table in counted]
    ratio, low, high = ratio_interval(lost, yardstick)
    scale = {
        level: sum(game.decisions * table[level].loss_mean for game, table in counted)
        / sum(yardstick)
        for level in counted[0][1]
    }
    weakest, strongest = (
        min(scale, key=lambda level: abs(scale[level] - end)) for end in (high, low)
    )
    return LevelEquivalent(len(counted), weakest, strongest, ratio, low, high)


def counting(games: Sequence[GivenAway]) -> list[tuple[GivenAway, Table]]:
    """The games on measured kinds of tables, each with the levels' losses there."""
    known = measured_levels()
    return [
        (game, known[game.variant][game.players])
        for game in games
        if game.decisions and game.players in known.get(game.variant, {})
    ]


def ratio_interval(parts: list[float], wholes: list[float]) -> tuple[float, float, float]:
    """The ratio of two sums over games, with its 95% interval from the spread between games.

    >>> ratio_interval([1.0, 1.0], [2.0, 2.0])
    (0.5, 0.5, 0.5)
    """
    number, whole = len(parts), sum(wholes)
    ratio = sum(parts) / whole
    off = [part - ratio * each for part, each in zip(parts, wholes, strict=True)]
    variance = sum(each**2 for each in off) * number / (number - 1)
    half = Z95 * sqrt(variance) / whole
    return ratio, max(0.0, ratio - half), ratio + half


def _seat(found: Review, seat: int) -> SeatReview:
    return next(each for each in found.seats if each.seat == seat)
