"""Symmetries of a sheet: exchanges of rows that do not change the game.

An exchange of rows is a symmetry if it maps the printed sheet onto itself, together with the same
exchange of colours and, if needed, the mirror n -> 2 * (sides + 1) - n of all numbers (which fair
dice do not change). Classic has eight: red with yellow, green with blue, and both pairs with each
other, mirrored. They are computed from the sheet and never assumed, so custom sheets work as well.
"""

from __future__ import annotations

from itertools import permutations

from rowlock.variants.features import features
from rowlock.variants.variant import ROWS, LuckyPair, Variant

Exchange = tuple[int, ...]
"""Row r moves to the place of row `exchange[r]`."""

IDENTITY: Exchange = tuple(ROWS)


MAPPED = features(
    "several_last_cells mixed_colours lucky_numbers boxes double_cells second_boxes steps "
    "swap_fields"
)
"""Features that the comparison takes into account. Sheets with others have only the identity, for
example those with symbols."""


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
            # The die of row r is removed with it, so colours move exactly like rows.
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
