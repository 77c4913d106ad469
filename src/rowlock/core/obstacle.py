"""Whether a cell may be crossed now, and what stands in the way."""

from __future__ import annotations

from rowlock.core import rules
from rowlock.core.sheet import Sheet, row_mask
from rowlock.variants.variant import FIRST_BONUS_ROW, Cell, Variant


def obstacle(variant: Variant, sheet: Sheet, closed: int, cell: Cell) -> str | None:
    """Why this cell cannot be crossed now, as a code; None when it can.

    `closed` are the rows closed for the whole table, as a bit mask.
    """
    if cell.row >= FIRST_BONUS_ROW:
        return _bonus_obstacle(variant, sheet, cell)
    if closed >> cell.row & 1:
        return "row_closed"  # C-10
    mask = sheet.rows[cell.row]
    bits = rules.struck(mask, cell.bits, cell.second)
    row = mask, bits, variant.first_lock_bits[cell.row]
    if rules.may_cross(*row, variant.crosses_before_lock):
        return None
    # What it would take if no crosses were needed lacks crosses; the rest comes too late.
    return "too_few_crosses" if rules.may_cross(*row, 0) else "left_of_last_cross"


def _bonus_obstacle(variant: Variant, sheet: Sheet, cell: Cell) -> str | None:
    """The same for a bonus row: from left to right, beside a cross, and never closed (BP-03)."""
    no_lock = cell.bits << 1
    if not rules.may_cross(row_mask(sheet, cell.row), cell.bits, no_lock, 0):
        return "left_of_last_cross"
    above, below = variant.neighbours[cell.name]
    crossed = sheet.rows[above.row] & above.bits, sheet.rows[below.row] & below.bits
    return None if rules.is_beside(*crossed) else "no_neighbour"
