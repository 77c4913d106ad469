"""How large the rest of a game is about, told from the sheets alone: nothing is compiled for it."""

from __future__ import annotations

from math import inf

from rowlock.core.rules import may_cross
from rowlock.core.sheet import row_mask
from rowlock.endgame.lines import Rest
from rowlock.variants.features import features

KNOWN = features(
    "lucky_numbers several_last_cells mixed_colours boxes double_cells second_boxes steps chain "
    "swap_fields bonus_rows "
    "cross_fewest cross_every double_fewest points free_penalties"
)
"""The features of a sheet whose ends are searched."""
BUDGET = 3_000
"""Positions that a search may look at: some thirty milliseconds at the first decision."""
PATIENT = 20_000
"""The same for somebody who can wait some tenths of a second: advice and rollouts."""


def least_positions(rest: Rest) -> float:
    """About the fewest positions of such a rest: where even they are too many no search begins.

    Twelve cells left make some hundreds, each further one more than half as many again. There is
    no end to it on a sheet with a feature that the search does not know.
    """
    if not rest.variant.features <= KNOWN:
        return inf
    return 150 * 1.6 ** (cells_left(rest) - 12)


def cells_left(rest: Rest) -> int:
    """How many cells lie right of the last crosses, in rows of both sheets that still take one."""
    variant, left = rest.variant, 0
    for sheet in rest.sheets:
        for row, mask in enumerate(sheet.rows):
            boxes = [bits for c in variant.rows[row] for bits in (c.bits, c.second) if bits > mask]
            limits = variant.first_lock_bits[row], variant.crosses_before_lock
            if boxes and not rest.closed >> row & 1 and may_cross(mask, boxes[0], *limits):
                left += len(boxes)
        for cells in variant.bonus_rows:
            left += sum(cell.bits > row_mask(sheet, cell.row) for cell in cells)
    return left
