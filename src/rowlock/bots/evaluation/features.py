"""Inputs of the value network for a row: a short list of numbers per row shape.

The network's first layer multiplies these lists by learned weights. Since a row has only a few
hundred states, the products are computed once when the weights are loaded, and a sheet is then
evaluated by adding four table lines (see `network.py`).

`training/export.py` writes these lists to a file, so that training does not need this package.
"""

from __future__ import annotations

from functools import lru_cache
from math import fsum
from typing import TYPE_CHECKING

from rowlock.bots.evaluation.row_shapes import Shape, cell_chances, second_chances, shape_triples
from rowlock.core.rules import first_free_place as reach_of
from rowlock.core.rules import row_points
from rowlock.variants.variant import ROWS, Variant

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

REACHES = (2, 4, 6, 8, 10)
CROSSES = (1, 2, 3, 4, 5, 6, 7)
"""Thresholds whose combinations let the network distinguish a short full row from a long sparse
one."""


@lru_cache
def row_features(variant: Variant) -> NDArray[np.float32]:
    """[row, state, feature] for every row shape of the variant."""
    import numpy as np

    features = np.array(feature_lists(variant), dtype=np.float32)
    features.flags.writeable = False
    return features


def feature_lists(variant: Variant) -> list[list[list[float]]]:
    """The same as lists."""
    chances, again = cell_chances(variant), second_chances(variant)
    return [
        [
            _features(variant, row, shape, chances[row])
            + _second_features(variant, row, shape, again[row])
            for shape in shape_triples(variant)
        ]
        for row in ROWS
    ]


def _features(
    variant: Variant,
    row: int,
    shape: Shape,
    chances: list[float],
) -> list[float]:
    first_free_place, crosses, closed = shape
    length, longest = variant.places[row], max(variant.places)
    needed = variant.crosses_before_lock
    is_open = 0.0 if closed else 1.0
    left = max(0, reach_of(variant.first_lock_bits[row]) - 1 - first_free_place)
    chance = fsum(chances[first_free_place:length]) if first_free_place < length else 0.0
    most = row_points(longest + 1)
    features = [
        is_open,
        float(first_free_place > length),  # the own lock is crossed
        is_open * (crosses >= needed),
        is_open * (crosses + left >= needed),
        is_open * max(0, needed - crosses) / max(1, needed),
        is_open * left / longest,
        is_open * crosses * left / longest**2,
        is_open * crosses / longest,
        is_open * row_points(crosses) / most,
        is_open * chance,
        is_open * chance * crosses / longest,
        row_points(crosses) / most,
    ]
    features += [is_open * (first_free_place > k) for k in range(longest)]
    features += [float(crosses > k) for k in range(longest + 1)]
    # With second boxes a row has twice as many places and crosses.
    step = 2 if variant.second_bits[row] else 1
    features += [
        is_open * (first_free_place >= step * k) * (crosses > step * (m - 1))
        for k in REACHES
        for m in CROSSES
    ]
    return features


def _second_features(
    variant: Variant,
    row: int,
    shape: Shape,
    chances: list[float],
) -> list[float]:
    """Whether the last cross may still be doubled, and how likely its number is (DA-02)."""
    first_free_place, crosses, closed = shape
    if not variant.second_bits[row]:
        return []
    is_open = 0.0 if closed else 1.0
    chance = chances[first_free_place] if first_free_place < variant.places[row] else 0.0
    return [
        is_open * (chance > 0),
        is_open * chance,
        is_open * chance * crosses / max(variant.places),
    ]
