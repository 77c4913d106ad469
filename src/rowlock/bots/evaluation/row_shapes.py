"""Row shapes: the few numbers of a row that all evaluators use.

The future of a row depends only on the place of its last cross, the number of its crosses, and
whether it is closed. Each such triple is a *row shape* with a small number, so that the value of a
row is one table lookup, in plain Python, NumPy, compiled code and on a GPU.

    code = 1024 * closed + 32 * reach + crosses        reach = position right of the last cross
    number = row_shapes(variant).number[code]
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from rowlock.core.rules import (
    count,
    counted,
    first_free_place,
    row_points,
)
from rowlock.variants.variant import ROWS, Variant

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CODES = 2048
CLOSED_BIT = 1024
REACH_STEP = 32


@dataclass(frozen=True, eq=False)
class RowShapes:
    """All row shapes of a variant; the arrays are read-only."""

    number: NDArray[np.int64]
    """[code] the state's number; 0 for codes that cannot occur."""
    first_free_place: NDArray[np.int64]
    crosses: NDArray[np.int64]
    closed: NDArray[np.bool_]

    @property
    def size(self) -> int:
        return len(self.first_free_place)


def row_code(mask: int, closed: int) -> int:
    """The code of a row with these crosses.

    >>> row_code(0b1001, closed=0)  # two crosses, the last one in the fourth cell
    130
    """
    return CLOSED_BIT * closed + REACH_STEP * first_free_place(mask) + count(mask)


@lru_cache
def row_shapes(variant: Variant) -> RowShapes:
    """The row shapes of a variant as arrays."""
    import numpy as np

    columns = list(zip(*shape_triples(variant), strict=True))
    states = RowShapes(
        np.array(shape_numbers(variant)),
        np.array(columns[0]),
        np.array(columns[1]),
        np.array(columns[2], dtype=np.bool_),
    )
    for array in (states.number, states.first_free_place, states.crosses, states.closed):
        array.flags.writeable = False
    return states


@lru_cache
def shapes_as_on(variant: Variant, other: Variant) -> NDArray[np.int64]:
    """For each code of a row on `other`, the most similar shape of a row on `variant`.

    Places are scaled if the rows of the two sheets differ in length.
    """
    import numpy as np

    numbers = row_shapes(variant).number
    length, others = max(variant.places), max(other.places)
    if length == others:
        return numbers
    resembling = np.zeros(CODES, dtype=np.int64)
    for far, n in _shapes(others):
        place = length + 1 if far > others else round(far * length / others)
        place = max(place, min(far, 1))
        for closed in (0, CLOSED_BIT):
            code = closed + REACH_STEP * far + n
            resembling[code] = numbers[closed + REACH_STEP * place + min(n, place)]
    resembling.flags.writeable = False
    return resembling


Shape: TypeAlias = tuple[int, int, bool]
"""(reach, crosses, closed)"""


def shape_triples(variant: Variant) -> list[Shape]:
    """Every shape: open ones first, the empty row being number 0."""
    shapes = _shapes(max(variant.places))
    return [(*shape, closed) for closed in (False, True) for shape in shapes]


@lru_cache
def shape_numbers(variant: Variant) -> list[int]:
    """[code] the number of a shape; 0 for codes that cannot occur."""
    number = [0] * CODES
    for i, (far, n, closed) in enumerate(shape_triples(variant)):
        number[CLOSED_BIT * closed + REACH_STEP * far + n] = i
    return number


def _shapes(longest: int) -> list[tuple[int, int]]:
    """Every (reach, crosses) of rows of this length; the lock is one place more."""
    shapes = [(0, 0)]
    shapes += [(far, n) for far in range(1, longest + 2) for n in range(1, far + 1)]
    return shapes


def cell_chances(variant: Variant) -> list[list[float]]:
    """[row, place] the probability that the white sum of a roll is the number of this cell."""
    return _chances(variant, {cell.name: cell.bits for row in variant.rows for cell in row})


def second_chances(variant: Variant) -> list[list[float]]:
    """[row, place] the same for the cell whose second box is there; zeros on other sheets."""
    return _chances(variant, {cell.name: cell.second for cell in variant.cells if cell.second})


def step_chances(variant: Variant) -> list[list[float]]:
    """[row, place] the same for the framed cell there; zeros on other sheets."""
    return _chances(variant, {cell.name: cell.bits for cell in variant.steps})


def sum_chance(variant: Variant, number: int) -> float:
    """The probability that a white sum is this number."""
    return sum_ways(variant, number) / variant.sides**2


def sum_ways(variant: Variant, number: int) -> int:
    """Number of rolls of the two white dice with this sum."""
    return max(0, min(number - 1, 2 * variant.sides + 1 - number))


def _chances(variant: Variant, bits: dict[str, int]) -> list[list[float]]:
    """The probabilities of these cells, at the places of their bits."""
    chances = [[0.0] * (max(variant.places) + 1) for _ in ROWS]
    for name, mask in bits.items():
        cell = variant.cell[name]
        for place in range(first_free_place(mask) - count(mask), first_free_place(mask)):
            chances[cell.row][place] = sum_chance(variant, cell.number)
    return chances


@dataclass(frozen=True, eq=False)
class Masks:
    """Lookup tables for arrays of row masks."""

    crosses: NDArray[np.int64]
    first_free_place: NDArray[np.int64]
    points: NDArray[np.int64]


def masks_of(variant: Variant) -> Masks:
    """By mask: number of crosses, place right of the last one, points."""
    return _masks(max(SMALLEST, max(variant.places) + 1), variant.most_counted)


SMALLEST = 17
"""Bits of the masks of nearly all sheets, which share one set of arrays."""


@lru_cache
def _masks(bits: int, most: int) -> Masks:
    import numpy as np

    crosses, far = np.zeros((2, 1 << bits), np.int64)
    for last in (1 << bit for bit in range(bits)):  # one more cross, right of all masks so far
        crosses[last : 2 * last] = crosses[:last] + count(last)
        far[last : 2 * last] = first_free_place(last)
    points = np.array([row_points(counted(n, most)) for n in range(REACH_STEP)])
    return Masks(crosses, far, points[crosses])
