"""The *mark* of a sheet: one small number for all state beside its rows.

    bonus bar     the first square that is not struck                        0 .. squares
    swap fields   the leftmost field that may still be used (X-03)           0 .. fields
    fifth row     number of framed cells crossed (CS-01)                     0 .. cells

It does not matter for the future which squares, fields or cells they were. A sheet has at most one
of the three (S-03); most have none, and their mark is always 0.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rowlock.core.rules import may_swap, row_points
from rowlock.core.score import steps_crossed
from rowlock.core.sheet import Sheet
from rowlock.variants.variant import Variant

NO_FIELD = 0
"""Stands for a cross without a swap field; fields are counted from 1 here."""


def mark_count(variant: Variant) -> int:
    """Number of different marks of a sheet."""
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
    """`usable[mark, field]`: whether the field may still be used; `NO_FIELD` always may."""
    usable = np.ones((mark_count(variant), len(variant.swaps) + 1), np.uint8)
    for used in range(len(variant.swaps)):
        for field in range(len(variant.swaps)):
            usable[_leftmost(variant, 1 << used), field + 1] = may_swap(1 << used, field)
    return usable


def swap_offers(variant: Variant) -> list[list[tuple[int, int]]]:
    """For each number, the white sums that a field turns into it, with the field (X-02)."""
    offers: list[list[tuple[int, int]]] = [[] for _ in range(2 * variant.sides + 1)]
    for announced, others in variant.swapped.items():
        for number, field in others.items():
            offers[number].append((announced, field + 1))
    return offers


def fifth_row_points(variant: Variant) -> NDArray[np.float64]:
    """Points of the fifth row by number of crosses; 0 on sheets without one (CS-01)."""
    crosses = range(len(variant.steps) + 1) if variant.steps else [0] * mark_count(variant)
    return np.array([float(row_points(n)) for n in crosses])
