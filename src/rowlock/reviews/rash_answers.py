"""The immediate cost of an answer on the sheet: a penalty, or skipped open cells."""

from __future__ import annotations

from rowlock.bots.evaluation.lookahead import in_action2, seat_of
from rowlock.core.move import NOTHING, CellCross, LuckyCross, Move, PlayCards
from rowlock.core.rules import owes_penalty
from rowlock.core.sheet import Sheet, cells_left_out, row_mask, with_row
from rowlock.core.turn_cards import cells_of_play
from rowlock.core.view import View
from rowlock.reviews.mistake_classes import LIMITS
from rowlock.reviews.model import Unit
from rowlock.variants.variant import Cell, Variant

LEAP = 3
"""Number of skipped cells from which an answer may be rash."""


def is_rash(seen: View, move: Move, loss: float, unit: Unit) -> bool:
    """Whether an answer is a penalty, or skips many cells, and costs much."""
    _, mistake, _ = LIMITS[unit]
    return loss > mistake and (takes_penalty(seen, move) or left_out_by(seen, move) >= LEAP)


def takes_penalty(seen: View, move: Move) -> bool:
    """Whether this answer to action 2 costs a penalty."""
    crosses_none = move == NOTHING or (isinstance(move, PlayCards) and not move.crossed)  # K-04
    return in_action2(seen) and crosses_none and owes_penalty(seen.crossed, crosses_now=False)


def left_out_by(seen: View, move: Move) -> int:
    """Number of open cells that the crosses of a move skip in their rows (C-03)."""
    before = after = seen.sheets[seat_of(seen)]
    cells = _cells_of(seen.own_variant, before, move)
    for cell in cells:
        after = with_row(after, cell.row, row_mask(after, cell.row) | cell.bits)
    rows = {cell.row for cell in cells}
    return sum(cells_left_out(seen.own_variant, before, after, row) for row in rows)


def _cells_of(variant: Variant, sheet: Sheet, move: Move) -> tuple[Cell, ...]:
    """The cells that a move crosses, except lucky crosses, which skip none."""
    if isinstance(move, PlayCards):
        return cells_of_play(variant, sheet, move.colour, move.crossed) or ()
    if isinstance(move, CellCross) and not isinstance(move, LuckyCross):
        return (variant.cell[move.cell],)
    return ()
