"""How far the networks are off when they compare two answers of one decision.

The numbers stand beside the weights they belong to, `bots/weights/errors.json`, and nowhere else:
rollouts of bots, reviews, the coach and `rowlock advise` all ask here. They are the root of the
mean square of what the network says of a difference less what rollouts say, the luck of the
rollouts taken out. `bench/review_figures.py errors` measures them over choices of the levels for
people, for each number of players. Where that is still to be done for two, the figure is the older
one of docs/results.md, from a few close decisions of the champion's (`bench/bots_figures.py
rollouts`), right within a third.
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
    """What was measured for one sheet and number of players."""

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


class SheetErrors(Struct, frozen=True, forbid_unknown_fields=True):
    """What was measured for one sheet."""

    weights: str
    """The digest of the file of weights it belongs to."""
    errors: dict[int, MeasuredError]
    """By the number of players."""


@cache
def measured_errors() -> dict[str, SheetErrors]:
    """By the name of the sheet."""
    place = files("rowlock.bots").joinpath("weights", "errors.json")
    return msgspec.json.decode(place.read_bytes(), type=dict[str, SheetErrors])


def measured_error(variant: Variant, players: int) -> float | None:
    """The standard error of a difference by this sheet's network; None where nobody measured it.

    Three and five players go by four where they were not measured themselves. More players are no
    easier to judge than two: a smaller figure would come from having measured few choices.
    """
    found = measured_errors().get(variant.id)
    known = found.errors if found else {}
    measured = known.get(players) or (known.get(4) if players > 2 else None)
    if measured is None:
        return None
    return max(measured.error, known[2].error) if 2 in known else measured.error


def network_spread(variant: Variant) -> float:
    """The same as bots take it at every table: that of two players.

    They only weigh the network's word against games with it, and what they play was measured so.
    """
    measured = measured_error(variant, players=2)
    return OTHER_SPREAD if measured is None else measured
