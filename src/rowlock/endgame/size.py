"""How large the rest of a game is about, told from the sheets alone: nothing is compiled for it."""

from __future__ import annotations

from rowlock.core.rules import may_cross
from rowlock.endgame.lines import Rest

BUDGET = 3_000
"""Positions that a search may look at: some thirty milliseconds at the first decision."""


def least_positions(rest: Rest) -> float:
    """About the fewest positions of such a rest: where even they are too many no search begins.

    Twelve cells left make some hundreds, each further one more than half as many again.
    """
    return 150 * 1.6 ** (cells_left(rest) - 12)


def cells_left(rest: Rest) -> int:
    """How many cells lie right of the last crosses, in rows of both sheets that still take one."""
    variant, left = rest.variant, 0
    for sheet in rest.sheets:
        for row, mask in enumerate(sheet.rows):
            cells = [cell.bits for cell in variant.rows[row] if cell.bits > mask]
            limits = variant.first_lock_bits[row], variant.crosses_before_lock
            if cells and not rest.closed >> row & 1 and may_cross(mask, cells[0], *limits):
                left += len(cells)
    return left
