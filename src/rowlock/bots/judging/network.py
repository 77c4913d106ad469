"""The value network with NumPy alone: weights from the wheel, positions in, expectations out.

A position is judged at the end of a turn and from one seat's side: slot 0 is that seat, slot 1
the next one clockwise. The first layer is a sum of table lines, one for each row, the penalties
(with who rolls next) and the bonus state of every slot; two small layers follow. The answers are
the win share (a shared win split evenly) and the margin to the best other.

A file of weights carries the digest of the variant it was trained for and that of the layout its
numbers belong to (`layout.py`); another of either is refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import NDArray

from rowlock.bots.judging.features import row_features
from rowlock.bots.judging.layout import (
    LEAD_LINE,
    MARGIN_UNIT,
    NEAR_LINE,
    NEAR_UNIT,
    TOTAL_UNIT,
    is_as_before,
    layout,
    seen,
)
from rowlock.bots.judging.positions import Positions
from rowlock.bots.judging.row_shapes import row_shapes
from rowlock.errors import Unreadable
from rowlock.variants.features import check_features, features
from rowlock.variants.variant import ROWS, Variant

KNOWN = features(
    "lucky_numbers several_last_cells mixed_colours boxes double_cells "
    "cross_fewest cross_every double_fewest points free_penalties"
)
"""The features of a sheet that the network sees."""
STAMPS = ("id", "digest", "layout")
"""What a file of weights has beside the weights."""
ONE_THREAD = 1 << 18
"""A product of more multiplications than this wakes OpenBLAS's other threads, and to wait for them
takes longer than to do without them."""

Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Network:
    """The layers, ready to be added up."""

    variant: Variant
    rows: Floats
    """[slot, row, state, hidden]"""
    penalties: Floats
    """[slot, 2 * penalties + rolls next, hidden]"""
    lucky: Floats
    bar: Floats
    symbols: Floats
    """[slot, 4 * symbol + state, hidden]"""
    scalars: Floats
    """[slot, or the lead, or the near lead; hidden]"""
    bias: Floats
    second: Floats
    """[hidden, second]"""
    second_bias: Floats
    last: Floats
    """[win or margin, second]"""
    last_bias: Floats

    def expect(self, positions: Positions, seat: int) -> tuple[Floats, Floats]:
        """The win shares and margins that a seat may expect from these positions."""
        hidden = self._first_layer(positions, seat)
        np.maximum(hidden, 0, out=hidden)
        second = np.empty((len(hidden), len(self.second_bias)), dtype=np.float32)
        step = max(1, ONE_THREAD // self.second.size)
        for start in range(0, len(hidden), step):
            some = slice(start, start + step)
            np.matmul(hidden[some], self.second, out=second[some])
        second = np.maximum(second + self.second_bias, 0)
        out = second @ self.last.T + self.last_bias
        return 1 / (1 + np.exp(-out[:, 0])), MARGIN_UNIT * out[:, 1]

    def _first_layer(self, positions: Positions, seat: int) -> Floats:
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
            hidden += np.outer(points[slot] / TOTAL_UNIT, self.scalars[slot])
        lead = points[0] - np.max(points[1:], axis=0)
        hidden += np.outer(lead / TOTAL_UNIT, self.scalars[LEAD_LINE])
        hidden += np.outer(np.tanh(lead / NEAR_UNIT), self.scalars[NEAR_LINE])
        return hidden


def read_network(variant: Variant, file: Path | IO[bytes]) -> Network:
    """The network of a weights file; refused where it is not for this sheet or this layout."""
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
                f"these weights for {data['id']} were trained on other features of a sheet than "
                "this version has; they have to be trained anew",
            )
        arrays = {name: data[name].astype(np.float32) for name in data if name not in STAMPS}
    none = np.zeros((0,), dtype=np.float32)
    rows = np.einsum("rsd,krdh->krsh", row_features(variant), arrays["rows"])
    if rows.shape[2] != row_shapes(variant).size:
        raise Unreadable("bad_weights", f"these weights do not fit {variant.id}")
    return Network(
        variant=variant,
        rows=np.ascontiguousarray(rows),
        penalties=arrays["penalties"],
        lucky=arrays.get("lucky", none),
        bar=arrays.get("bar", none),
        symbols=arrays.get("symbols", none),
        scalars=arrays["scalars"],
        bias=arrays["bias"],
        second=np.ascontiguousarray(arrays["second.weight"].T),
        second_bias=arrays["second.bias"],
        last=arrays["last.weight"],
        last_bias=arrays["last.bias"],
    )


def has_network(variant: Variant) -> bool:
    """Whether trained weights for this very sheet are in the package."""
    return isinstance(_load(variant), Network)


def load_network(variant: Variant) -> Network:
    """The trained network of a variant; a sheet without one is refused.

    A sheet of one's own may have any name: what counts is the digest of its rules.
    """
    found = _load(variant)
    if isinstance(found, Network):
        return found
    raise Unreadable(*found)  # a new one: an error raised again keeps every frame it passed


@lru_cache
def _load(variant: Variant) -> Network | tuple[str, str]:
    """The network, or code and sentence of the refusal."""
    place = files("rowlock.bots").joinpath("weights", f"{variant.id}.npz")
    if not place.is_file():
        message = f"there is no trained network for {variant.id}; `race` plays every sheet"
        return "no_network", message
    with place.open("rb") as file:
        try:
            return read_network(variant, file)
        except Unreadable as refusal:
            return refusal.code, refusal.message
