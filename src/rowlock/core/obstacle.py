"""Whether a cell may be crossed now, and what stands in the way."""

from __future__ import annotations

from rowlock.core import rules
from rowlock.core.sheet import Sheet
from rowlock.variants.variant import Cell, Variant


def obstacle(variant: Variant, sheet: Sheet, closed: int, cell: Cell) -> str | None:
    """Why this cell cannot be crossed now, as a code; None when it can.

    `closed` are the rows closed for the whole table, as a bit mask.
    """
    if closed >> cell.row & 1:
        return "row_closed"  # C-10
    mask = sheet.rows[cell.row]
    bits = rules.struck(mask, cell.bits, cell.second)
    row = mask, bits, variant.first_lock_bits[cell.row]
    if rules.may_cross(*row, variant.crosses_before_lock):
        return None
    # What it would take if no crosses were needed lacks crosses; the rest comes too late.
    return "too_few_crosses" if rules.may_cross(*row, 0) else "left_of_last_cross"
