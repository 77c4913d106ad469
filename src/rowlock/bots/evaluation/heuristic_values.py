"""The heuristic's value of a sheet: a few weights, and one value per row shape.

The value of a row is its points plus expected points: for every cell right of the last cross, the
probability of its number times the points of one more cross (more in a fuller row). A row near its
lock gets a bonus. A second box (Double A) has a smaller probability, and a framed cell (Connected
steps) counts as one more cross in the fifth row. A swap field that can still be used (X-Change) has
a small value, and a cell of a bonus row (Big Points) its probability times the value of a cross
there. A penalty costs more than its points, because it brings the end nearer.
"""

from __future__ import annotations

from array import array
from functools import lru_cache
from math import fsum
from typing import TYPE_CHECKING

from rowlock.bots.evaluation.heuristic_weights import Weights
from rowlock.bots.evaluation.row_shapes import (
    cell_chances,
    second_chances,
    shape_triples,
    step_chances,
    sum_chance,
)
from rowlock.core.rules import counted, row_points
from rowlock.variants.variant import ROWS, Variant

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@lru_cache
def row_values(variant: Variant, weights: Weights) -> NDArray[np.float64]:
    """[row, state] the value of a row in this state, in points."""
    return _array(row_value_lists(variant, weights))


@lru_cache
def row_value_lists(variant: Variant, weights: Weights) -> list[list[float]]:
    """The same as lists, rounded."""
    chances, again = cell_chances(variant), second_chances(variant)
    framed = step_chances(variant)
    values = []
    for row in ROWS:
        line = []
        for far, crosses, closed in shape_triples(variant):
            value = float(row_points(counted(crosses, variant.most_counted)))
            if not closed and far < variant.places[row]:
                ahead = slice(far, variant.places[row])
                coming = fsum(chances[row][ahead]) + weights.second * fsum(again[row][ahead])
                value += weights.future * coming * (crosses + weights.start)
                value += weights.future * fsum(framed[row][ahead]) * weights.steps
                if crosses >= variant.crosses_before_lock:
                    value += weights.lock
            line.append(value)
        values.append(_rounded(line))
    return values


MARKS = 33
"""Possible numbers of marks in a word of 32 bits, including 0."""


@lru_cache
def beside_values(variant: Variant, weights: Weights) -> NDArray[np.float64]:
    """[word, reach] the value of the marks beside the rows, in addition to their points.

    `first_free_place` is the place right of the last mark in each 32 bits of `Sheet.bar`.
    """
    return _array(beside_value_lists(variant, weights))


@lru_cache
def beside_value_lists(variant: Variant, weights: Weights) -> list[list[float]]:
    """The same as lists, rounded."""
    values = [[0.0] * MARKS for _ in range(2)]
    fields = len(variant.swaps)
    for field in range(fields):
        values[0][field] = weights.swap * (fields - field)
    for k, cells in enumerate(variant.bonus_rows):
        for cell in cells:
            coming = weights.future * sum_chance(variant, cell.number) * weights.bonus_row
            for place in range(cell.position + 1):
                values[k][place] += coming
    return [_rounded(line) for line in values]


def _rounded(values: list[float]) -> list[float]:
    """Rounded to the precision of the compiled version.

    Sums of these values are exact in any order, so both versions agree on which candidates are
    equally good.
    """
    return array("f", values).tolist()


def _array(values: list[list[float]]) -> NDArray[np.float64]:
    """As a read-only array."""
    import numpy as np

    found = np.array(values)
    found.flags.writeable = False
    return found
