"""Checks whether a cell may be crossed now, and what prevents it if not."""

from __future__ import annotations

from rowlock.core import rules
from rowlock.core.sheet import Sheet, row_mask
from rowlock.variants.variant import FIRST_BONUS_ROW, Cell, Variant

EVERY_COLOUR = 0b1111
"""Mask of all colours: the white sum counts for each of them."""


def obstacle(
    variant: Variant, sheet: Sheet, closed: int, cell: Cell, colours: int = EVERY_COLOUR
) -> str | None:
    """The code of what prevents crossing this cell; None if it may be crossed.

    `closed` is the bit mask of rows closed for the whole table. `colours` is the mask of colours
    for which the cell's number was rolled; it matters only in bonus rows.
    """
    if cell.row >= FIRST_BONUS_ROW:
        return _bonus_obstacle(variant, sheet, cell, colours)
    if closed >> cell.row & 1:
        return "row_closed"  # C-10
    mask = sheet.rows[cell.row]
    bits = rules.crossed_bits(mask, cell.bits, cell.second)
    row = mask, bits, variant.first_lock_bits[cell.row]
    if rules.may_cross(*row, variant.crosses_before_lock):
        return None
    # If it could be crossed with no crosses needed, crosses are missing; otherwise it is too far
    # left.
    return "too_few_crosses" if rules.may_cross(*row, 0) else "left_of_last_cross"


def _bonus_obstacle(variant: Variant, sheet: Sheet, cell: Cell, colours: int) -> str | None:
    """The same for a bonus row: left to right, next to a cross, and never closed (BP-03)."""
    no_lock = cell.bits << 1
    if not rules.may_cross(row_mask(sheet, cell.row), cell.bits, no_lock, 0):
        return "left_of_last_cross"
    above, below = variant.neighbours[cell.name]
    crossed = sheet.rows[above.row] & above.bits, sheet.rows[below.row] & below.bits
    rolled = colours >> above.colour & 1, colours >> below.colour & 1
    return None if rules.has_neighbour(*crossed, *rolled) else "no_neighbour"


def usable_colours(variant: Variant, sheet: Sheet, cell: Cell) -> list[int]:
    """The colours whose dice can be used for this cell in action 2 (C-07, M-03, BP-02)."""
    if cell.row < FIRST_BONUS_ROW:
        return [cell.colour]
    colours = [beside.colour for beside in variant.neighbours[cell.name]]
    return [c for c in colours if _bonus_obstacle(variant, sheet, cell, 1 << c) is None]
