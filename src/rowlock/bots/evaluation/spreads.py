"""Measured errors of the networks when they compare two answers of a decision.

The numbers are stored beside the weights, in `bots/weights/errors.json`. Rollouts of bots, reviews,
the coach and `rowlock advise` use them. Each is the root mean square of the difference between
network and rollouts, with the noise of the rollouts removed. `bench/review_figures.py errors`
measures them over choices of the levels for people, for each number of players. If that has not
been done for two players, the figure is an older one from a few close decisions of the champion
(`bench/bots_figures.py rollouts`), accurate within a third.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec
from msgspec import Struct

from rowlock.variants.variant import Variant

OTHER_SPREAD = 0.02
"""Error of a network whose sheet has a custom name."""


class MeasuredError(Struct, frozen=True, forbid_unknown_fields=True):
    """The measured error for one sheet and number of players."""

    error: float
    of: Literal["choices", "close", "table"]
    """The kind of decisions measured: choices of the levels, close decisions of the champion, or
    choices of the levels compared with an exact table."""
    decisions: int
    games: int
    """Games played out after each answer of a decision; 0 with an exact table."""
    low: float | None
    high: float | None
    """The 95% interval, from `low` to `high`; None if not measured."""
    seed: int | None


class SheetErrors(Struct, frozen=True, forbid_unknown_fields=True):
    """The measured errors for one sheet."""

    weights: str
    """The digest of the file of weights."""
    errors: dict[int, MeasuredError]
    """By the number of players."""


@cache
def measured_errors() -> dict[str, SheetErrors]:
    """By the name of the sheet."""
    place = files("rowlock.bots").joinpath("weights", "errors.json")
    return msgspec.json.decode(place.read_bytes(), type=dict[str, SheetErrors])


@cache
def measured_solo_errors() -> dict[str, SheetErrors]:
    """The same in points, for the networks of solo games: errors by one player only."""
    place = files("rowlock.bots").joinpath("weights", "solo", "errors.json")
    return msgspec.json.decode(place.read_bytes(), type=dict[str, SheetErrors])


def measured_error(variant: Variant, players: int) -> float | None:
    """The standard error of a difference by this sheet's network; None if it was not measured.

    Three and five players use the figure of four if they were not measured. The figure for more
    players is never below that for two: a smaller one would come from having measured few choices.
    """
    found = measured_errors().get(variant.id)
    known = found.errors if found else {}
    measured = known.get(players) or (known.get(4) if players > 2 else None)
    if measured is None:
        return None
    return max(measured.error, known[2].error) if 2 in known else measured.error


def network_spread(variant: Variant) -> float:
    """The error that bots use at every table: that of two players.

    Bots only use it to weigh the network against rollouts, and their strength was measured with it.
    """
    measured = measured_error(variant, players=2)
    return OTHER_SPREAD if measured is None else measured
