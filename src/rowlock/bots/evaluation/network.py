"""The value network in NumPy: expected win share and margin of positions.

A position is evaluated at the end of a turn and for one seat: slot 0 is that seat, slot 1 the next
one clockwise. The first layer is a sum of table lines, one for each row, the penalties (with who
rolls next) and the bonus state of every slot. The outputs are the win share (a shared win is split
evenly) and the margin to the best other seat.

A file of weights for another variant or another layout is refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import IO

import numpy as np

from rowlock.bots.evaluation.input_layout import (
    LEAD_LINE,
    MARGIN_UNIT,
    NEAR_LINE,
    NEAR_UNIT,
    TOTAL_UNIT,
    is_as_before,
    layout,
    seen,
)
from rowlock.bots.evaluation.layers import (
    Floats,
    Layers,
    layers,
    weights,
)
from rowlock.bots.evaluation.positions import Positions
from rowlock.bots.evaluation.row_shapes import row_shapes
from rowlock.errors import Unreadable
from rowlock.variants.features import check_features, features
from rowlock.variants.variant import ROWS, Variant

KNOWN = features(
    "lucky_numbers several_last_cells mixed_colours boxes double_cells steps chain second_boxes "
    "swap_fields bonus_rows "
    "cross_fewest cross_every double_fewest points free_penalties"
)
"""Features of variants that the network supports."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Network(Layers):
    """The network of a sheet that is played with dice."""

    lucky: Floats
    bar: Floats
    symbols: Floats
    """[slot, 4 * symbol + state, hidden]"""
    traits: Floats
    """[slot, line of a trait, hidden]"""

    def expect(self, positions: Positions, seat: int) -> tuple[Floats, Floats]:
        """The expected win shares and margins of a seat in these positions."""
        wins, margins = self.out(self.first_layer(positions, seat)).T
        return 1 / (1 + np.exp(-wins)), MARGIN_UNIT * margins

    def first_layer(self, positions: Positions, seat: int) -> Floats:
        """[n, hidden] the sums of the first layer, before its activation."""
        hidden = np.repeat(self.bias[None], len(positions.closed), axis=0)
        sheets = seen(positions, seat)
        points = [sheet.points.astype(np.float32) for sheet in sheets]
        for slot, sheet in enumerate(sheets):
            for row in ROWS:
                hidden += self.rows[slot, row][sheet.rows[:, row]]
            hidden += self.penalties[slot][sheet.penalties]
            if self.lucky.size:
                hidden += self.lucky[slot, sheet.lucky]
            if sheet.bar is not None:
                hidden += self.bar[slot][sheet.bar]
            for lines in sheet.symbols:
                hidden += self.symbols[slot][lines]
            for lines in sheet.traits:
                hidden += self.traits[slot][lines]
            hidden += np.outer(points[slot] / TOTAL_UNIT, self.scalars[slot])
        lead = points[0] - np.max(points[1:], axis=0) if points[1:] else points[0]
        hidden += np.outer(lead / TOTAL_UNIT, self.scalars[LEAD_LINE])
        hidden += np.outer(np.tanh(lead / NEAR_UNIT), self.scalars[NEAR_LINE])
        return hidden


def read_network(variant: Variant, file: Path | IO[bytes]) -> Network:
    """The network of a file of weights; refuses one for another sheet or layout."""
    check_features("the network", KNOWN, variant)
    with np.load(file) as data:
        if str(data["digest"]) != variant.digest:
            raise Unreadable(
                "foreign_digest", f"these weights were trained for {data['id']}, not {variant.id}"
            )
        fits = str(data["layout"]) == layout(variant) if "layout" in data else is_as_before()
        if not fits:
            raise Unreadable(
                "foreign_layout",
                f"these weights for {data['id']} were trained on sheet features that differ from "
                "those of this version (train them again)",
            )
        arrays = weights(data)
    none = np.zeros((0,), dtype=np.float32)
    common = layers(variant, arrays)
    if common["rows"].shape[2] != row_shapes(variant).size:
        raise Unreadable("bad_weights", f"these weights do not fit {variant.id}")
    return Network(
        **common,
        lucky=arrays.get("lucky", none),
        bar=arrays.get("bar", none),
        symbols=arrays.get("symbols", none),
        traits=arrays.get("traits", none),
    )


def has_network(variant: Variant) -> bool:
    """Whether the package has trained weights for exactly this sheet."""
    return isinstance(_load(variant), Network)


def load_network(variant: Variant) -> Network:
    """The trained network of a variant; refuses a sheet without one.

    The digest of the rules decides, because a custom sheet may have any name.
    """
    found = _load(variant)
    if isinstance(found, Network):
        return found
    raise Unreadable(*found)  # a new exception: one that is raised again keeps its old frames


@lru_cache
def _load(variant: Variant) -> Network | tuple[str, str]:
    """The network, or the code and message of the refusal."""
    place = files("rowlock.bots").joinpath("weights", f"{variant.id}.npz")
    if not place.is_file():
        message = f"there is no trained network for {variant.id}; `race` plays every sheet"
        return "no_network", message
    with place.open("rb") as file:
        try:
            return read_network(variant, file)
        except Unreadable as refusal:
            return refusal.code, refusal.message
