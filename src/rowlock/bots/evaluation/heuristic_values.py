"""The heuristic's value of a sheet: a few weights, and one value per row shape.

The value of a row is its points plus expected points: for every cell right of the last cross, the
probability of its number times the points of one more cross (more in a fuller row). A row near its
lock gets a bonus. A second box (Double A) has a smaller probability, and a framed cell (Connected
steps) counts as one more cross in the fifth row. A swap field that can still be used (X-Change) has
a small value, and a cell of a bonus row (Big Points) its probability times the value of a cross
there. A penalty costs more than its points, because it brings the end nearer.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from rowlock.bots.evaluation.heuristic_weights import Weights
from rowlock.bots.evaluation.row_shapes import (
    cell_chances,
    row_shapes,
    second_chances,
    step_chances,
    sum_chance,
)
from rowlock.core.rules import counted, row_points
from rowlock.variants.variant import ROWS, Variant


@lru_cache
def row_values(variant: Variant, weights: Weights) -> NDArray[np.float64]:
    """[row, state] the value of a row in this state, in points."""
    states = row_shapes(variant)
    chances = cell_chances(variant) + weights.second * second_chances(variant)
    framed = step_chances(variant)
    values = np.zeros((len(ROWS), states.size))
    for row in ROWS:
        length = variant.places[row]
        for i in range(states.size):
            first_free_place, crosses = int(states.first_free_place[i]), int(states.crosses[i])
            value = float(row_points(counted(crosses, variant.most_counted)))
            if not states.closed[i] and first_free_place < length:
                coming = float(chances[row, first_free_place:length].sum())
                value += weights.future * coming * (crosses + weights.start)
                value += (
                    weights.future
                    * float(framed[row, first_free_place:length].sum())
                    * weights.steps
                )
                if crosses >= variant.crosses_before_lock:
                    value += weights.lock
            values[row, i] = value
    return _rounded(values)


MARKS = 33
"""Possible numbers of marks in a word of 32 bits, including 0."""


@lru_cache
def beside_values(variant: Variant, weights: Weights) -> NDArray[np.float64]:
    """[word, reach] the value of the marks beside the rows, in addition to their points.

    `first_free_place` is the place right of the last mark in each 32 bits of `Sheet.bar`.
    """
    values = np.zeros((2, MARKS))
    fields = len(variant.swaps)
    values[0, :fields] = weights.swap * np.arange(fields, 0, -1)
    for k, cells in enumerate(variant.bonus_rows):
        for cell in cells:
            coming = weights.future * sum_chance(variant, cell.number) * weights.bonus_row
            values[k, : cell.position + 1] += coming
    return _rounded(values)


def _rounded(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Rounded to the precision of the compiled version, and read-only.

    Sums of these values are exact in any order, so both versions agree on which candidates are
    equally good.
    """
    values = values.astype(np.float32).astype(np.float64)
    values.flags.writeable = False
    return values
