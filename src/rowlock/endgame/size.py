"""Estimates the size of the rest of a game from the sheets alone, without compiled code."""

from __future__ import annotations

from math import inf

from rowlock.core.rules import may_cross
from rowlock.core.sheet import row_mask
from rowlock.endgame.answers import RestOfGame
from rowlock.variants.features import features

KNOWN = features(
    "lucky_numbers several_last_cells mixed_colours boxes double_cells second_boxes steps chain "
    "swap_fields bonus_rows "
    "cross_fewest cross_every double_fewest points free_penalties"
)
"""Features of sheets that the search supports."""
BUDGET = 3_000
"""Maximum positions of a search: about thirty milliseconds at the first decision."""
PATIENT = 20_000
"""The same for callers that can wait some tenths of a second: rollouts."""
MAX_BUDGET = 120_000
"""The same for people who ask for advice and wait for seconds: nearly all that the search arrays
have room for."""


def least_positions(rest: RestOfGame) -> float:
    """A low estimate of the number of positions; if even it exceeds the budget, no search is
    started.

    Twelve cells left give some hundreds; each further cell multiplies it by more than 1.5. It is
    infinite for sheets with features that the search does not support.
    """
    if not rest.variant.features <= KNOWN:
        return inf
    return 150 * 1.6 ** (cells_left(rest) - 12)


def cells_left(rest: RestOfGame) -> int:
    """Number of cells right of the last crosses, in rows of both sheets that take more crosses."""
    variant, count_left = rest.variant, 0
    for sheet in rest.sheets:
        for row, mask in enumerate(sheet.rows):
            boxes = [bits for c in variant.rows[row] for bits in (c.bits, c.second) if bits > mask]
            limits = variant.first_lock_bits[row], variant.crosses_before_lock
            if boxes and not rest.closed >> row & 1 and may_cross(mask, boxes[0], *limits):
                count_left += len(boxes)
        for cells in variant.bonus_rows:
            count_left += sum(cell.bits > row_mask(sheet, cell.row) for cell in cells)
    return count_left
