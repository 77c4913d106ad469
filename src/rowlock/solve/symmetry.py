"""Symmetries of a sheet: ways to exchange rows that change no game.

Exchanging rows is a symmetry when it maps the printed sheet onto itself, together with the same
exchange of the colours and, if need be, the mirror n -> 2 * (sides + 1) - n of all numbers (fair
dice do not notice it). Classic has eight: red with yellow, green with blue, both pairs with each
other in the mirror. They are searched for on the sheet at hand, never assumed, so they also hold
for an own sheet.
"""

from __future__ import annotations

from itertools import permutations

from rowlock.variants.features import features
from rowlock.variants.variant import ROWS, LuckyPair, Variant

Exchange = tuple[int, ...]
"""Row r goes to the place of row `exchange[r]`."""

IDENTITY: Exchange = tuple(ROWS)


MAPPED = features(
    "several_last_cells mixed_colours lucky_numbers boxes double_cells second_boxes steps "
    "swap_fields"
)
"""The features that the comparison below looks at. Any other leaves only the identity: symbols,
for one, are counted and not mapped."""


def symmetries(variant: Variant, lucky: LuckyPair | None = None) -> tuple[Exchange, ...]:
    """All exchanges of rows that map the sheet onto itself, the identity first."""
    if not variant.features <= MAPPED:
        return (IDENTITY,)
    return tuple(
        exchange
        for exchange in permutations(ROWS)
        if any(_is_symmetry(variant, lucky, exchange, mirror) for mirror in (False, True))
    )


def _is_symmetry(
    variant: Variant, lucky: LuckyPair | None, exchange: Exchange, mirror: bool
) -> bool:
    def image(number: int) -> int:
        return 2 * (variant.sides + 1) - number if mirror else number

    def same_row(row: int) -> bool:
        cells, others = variant.rows[row], variant.rows[exchange[row]]
        return len(cells) == len(others) and all(
            # The die of row r closes with it, so colours move exactly as rows do.
            (image(cell.number), exchange[cell.colour]) == (other.number, other.colour)
            and (cell.bits, cell.second) == (other.bits, other.second)
            and (cell in variant.steps) == (other in variant.steps)
            and (cell.name in variant.boxed) == (other.name in variant.boxed)
            for cell, other in zip(cells, others, strict=True)
        )

    return (
        all(same_row(row) for row in ROWS)
        and all(exchange[row] == row for row in variant.bar)
        and (lucky is None or {image(n) for n in lucky} == set(lucky))
        and all({image(n) for n in field} == set(field) for field in variant.swaps)
    )
