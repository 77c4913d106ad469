"""What has to be known of a sheet beside its rows: one small number, its *mark*.

    bonus bar     the first square that is not struck                        0 .. squares
    swap fields   the leftmost field that may still be used (X-03)           0 .. fields
    fifth row     how many framed cells are crossed (CS-01)                  0 .. cells

Which squares, fields or cells they were does not matter for the future. A sheet has one of these
at most (S-03), and most have none: their mark is always 0.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rowlock.core.rules import may_swap, row_points
from rowlock.core.score import steps_crossed
from rowlock.core.sheet import Sheet
from rowlock.variants.variant import Variant

NO_FIELD = 0
"""Fields are counted from 1 here; 0 stands for a cross without one."""


def mark_count(variant: Variant) -> int:
    """How many marks a sheet can have."""
    return 1 + len(variant.bar or variant.swaps or variant.steps)


def mark_of(variant: Variant, sheet: Sheet) -> int:
    """The mark of a sheet."""
    if variant.bar:
        return (~sheet.bar & (sheet.bar + 1)).bit_length() - 1
    if variant.swaps:
        return _leftmost(variant, sheet.bar)
    return steps_crossed(variant, sheet) if variant.steps else 0


def _leftmost(variant: Variant, used: int) -> int:
    fields = range(len(variant.swaps))
    return next((field for field in fields if may_swap(used, field)), len(fields))


def usable_fields(variant: Variant) -> NDArray[np.uint8]:
    """`usable[mark, field]`: whether the field may still be used; without one it always goes."""
    usable = np.ones((mark_count(variant), len(variant.swaps) + 1), np.uint8)
    for used in range(len(variant.swaps)):
        for field in range(len(variant.swaps)):
            usable[_leftmost(variant, 1 << used), field + 1] = may_swap(1 << used, field)
    return usable


def swap_offers(variant: Variant) -> list[list[tuple[int, int]]]:
    """For each number the white sums that a field turns into it, each with its field (X-02)."""
    offers: list[list[tuple[int, int]]] = [[] for _ in range(2 * variant.sides + 1)]
    for announced, others in variant.swapped.items():
        for number, field in others.items():
            offers[number].append((announced, field + 1))
    return offers


def fifth_row_points(variant: Variant) -> NDArray[np.float64]:
    """The points of the fifth row by its crosses; 0 on sheets without one (CS-01)."""
    crosses = range(len(variant.steps) + 1) if variant.steps else [0] * mark_count(variant)
    return np.array([float(row_points(n)) for n in crosses])
