"""Traits of a sheet: inputs of the network that do not follow from row shapes.

A trait is a small number that every sheet of a variant has, with a table line for each of its
values. The lines of all traits are concatenated.

    steps       how many framed cells are crossed, and how many still can be
    chain       of each pair: 0 gone, 1 open at one end, 2 at both, 3 crossed
    swap strip  the first field that may still be used
    bonus rows  of each: its last cross, its crosses, and how many rolls of the white dice make
                a number that could be crossed there now, in steps of OPEN_STEP

Second boxes need none: the place of the last cross shows whether it may be doubled.
`compiled/traits.py` is the compiled version.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from rowlock.bots.evaluation.positions import Ints, Positions, on_arrays
from rowlock.bots.evaluation.row_shapes import masks_of, sum_ways
from rowlock.core.rules import has_neighbour
from rowlock.variants.variant import Cell, Variant

PAIR_STATES = 4
PAIR_CROSSED = 3
OPEN_STEP = 4


class Trait(NamedTuple):
    """A trait: its number of values, and the function that computes it for a seat."""

    size: int
    of: Callable[[Positions, int], Ints]
    lost: int = 0
    """The value if nothing more can be gained."""


@lru_cache
def traits_of(variant: Variant) -> tuple[Trait, ...]:
    """The traits of a variant; most have none."""
    found: list[Trait] = []
    if variant.steps:
        found += [Trait(len(variant.steps) + 1, of) for of in (steps_crossed, steps_open)]
    found += [Trait(PAIR_STATES, partial(pair_state, pair=pair)) for pair in variant.chain]
    if variant.swaps:
        fields = len(variant.swaps)
        found.append(Trait(fields + 1, partial(reach_of, word=0), lost=fields))
    for k, row in enumerate(variant.bonus_rows):
        found.append(Trait(len(row) + 1, partial(reach_of, word=k), lost=len(row)))
        found.append(Trait(len(row) + 1, partial(bonus_crosses, k=k)))
        found.append(Trait(variant.sides**2 // OPEN_STEP + 1, partial(bonus_open, k=k)))
    return tuple(found)


def trait_lines(variant: Variant) -> int:
    """The number of lines of all traits of a variant."""
    return sum(trait.size for trait in traits_of(variant))


def traits(positions: Positions, q: int) -> tuple[Ints, ...]:
    """The line of each trait of a seat's sheets."""
    found = traits_of(positions.variant)
    starts = accumulate((trait.size for trait in found), initial=0)
    pairs = zip(found, starts, strict=False)  # plus the end of the last one
    return tuple(start + trait.of(positions, q) for trait, start in pairs)


def lost_traits(variant: Variant) -> tuple[int, ...]:
    """The line of each trait for a sheet without what it counts."""
    found = traits_of(variant)
    starts = accumulate((trait.size for trait in found), initial=0)
    return tuple(start + trait.lost for trait, start in zip(found, starts, strict=False))


def steps_crossed(positions: Positions, q: int) -> Ints:
    """[n] crosses of the fifth row (CS-01)."""
    framed = positions.rows[:, q] & np.array(positions.variant.step_bits)
    crosses: Ints = masks_of(positions.variant).crosses[framed].sum(axis=1)
    return crosses


def steps_open(positions: Positions, q: int) -> Ints:
    """[n] the number of framed cells right of the last crosses, in rows that are not closed."""
    masks = masks_of(positions.variant)
    ahead = np.array(positions.variant.step_bits) >> masks.first_free_place[positions.rows[:, q]]
    cells: Ints = (masks.crosses[ahead] * ~positions.shut(q)).sum(axis=1)
    return cells


def pair_state(positions: Positions, q: int, pair: tuple[Cell, Cell]) -> Ints:
    """[n] whether a pair is crossed, and otherwise how many of its two cells can be."""
    rows, shut = positions.rows[:, q], positions.shut(q)
    one, other = ((rows[:, c.row] < c.bits) & ~shut[:, c.row] for c in pair)
    crossed = rows[:, pair[0].row] & pair[0].bits > 0  # both or neither (CC-02)
    return np.where(crossed, PAIR_CROSSED, one.astype(np.int64) + other)


def reach_of(positions: Positions, q: int, word: int) -> Ints:
    """[n] the place right of seat `q`'s last mark beside the rows; `word` selects the lower (0) or
    upper (1) 32 bits of these marks.
    """
    return positions.reach_beside(q)[word]


def bonus_crosses(positions: Positions, q: int, k: int) -> Ints:
    """[n] crosses of a bonus row."""
    crosses: Ints = masks_of(positions.variant).crosses[positions.word_beside(q, k)]
    return crosses


def bonus_open(positions: Positions, q: int, k: int) -> Ints:
    """[n] the number of rolls of the white dice that a bonus row could use (BP-02)."""
    variant, rows = positions.variant, positions.rows[:, q]
    mask = positions.word_beside(q, k)
    ways = np.zeros(len(rows), dtype=np.int64)
    for cell in variant.bonus_rows[k]:
        above, below = (rows[:, c.row] & c.bits for c in variant.neighbours[cell.name])
        takes = (mask < cell.bits) & on_arrays(has_neighbour)(above, below, 1, 1)
        ways += takes * sum_ways(variant, cell.number)
    return ways // OPEN_STEP
