"""Which levels somebody's last games look like: an interval, and only over ten games or more.

What each level loses on average is measured with the same review on the same kind of table
(`bench/review_figures.py identity --write`) and kept in `levels.json`. A player's games are put
together as one figure, all that was lost over all that `medium` would have lost in as many choices;
the games being few and unlike, its interval comes from how much they differ from one another. The
levels whose own figures lie nearest to the ends of that interval are the answer.
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
"""Games that it takes at the least."""
YARDSTICK = "medium"


class MeasuredLevel(Struct, frozen=True, forbid_unknown_fields=True):
    """What a level loses against champions."""

    loss_mean: float
    """Per choice, in chances of winning."""
    games: int
    seed: int


Table = dict[str, MeasuredLevel]
"""By level, from the weakest to the strongest."""


class GivenAway(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody lost in a finished game that a network has judged."""

    variant: str
    players: int
    decisions: Annotated[int, Meta(ge=0, le=1000)]
    loss: Annotated[float, Meta(ge=0, le=1000)]


class LevelEquivalent(Struct, frozen=True):
    """Somebody played like `weakest` to `strongest`."""

    games: int
    weakest: str
    strongest: str
    loss: float
    """What was lost, as a part of what `medium` loses: 1 is as much."""
    low: float
    high: float
    """95 % interval of it."""


@cache
def measured_levels() -> dict[str, dict[int, Table]]:
    """By sheet and number of players."""
    place = files("rowlock.reviews").joinpath("levels.json")
    return msgspec.json.decode(place.read_bytes(), type=dict[str, dict[int, Table]])


def write_levels(sheet: str, players: int, level: str, measured: MeasuredLevel) -> None:
    """Put a new measurement into the file."""
    known = measured_levels()
    known.setdefault(sheet, {}).setdefault(players, {})[level] = measured
    place = Path(str(files("rowlock.reviews").joinpath("levels.json")))
    place.write_bytes(msgspec.json.format(msgspec.json.encode(known), indent=1) + b"\n")


def level_equivalent(games: Sequence[tuple[Review, int]]) -> LevelEquivalent | None:
    """The levels that these games look like, each a review and a seat from 1; None if too few.

    Only finished games count that a network has judged and whose kind of table was measured.
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
    """The same from what was given away in each game."""
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
    """The games on kinds of tables that were measured, each with what the levels lose there."""
    known = measured_levels()
    return [
        (game, known[game.variant][game.players])
        for game in games
        if game.decisions and game.players in known.get(game.variant, {})
    ]


def ratio_interval(parts: list[float], wholes: list[float]) -> tuple[float, float, float]:
    """The ratio of two sums over games, and its 95 % interval from how the games differ.

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
