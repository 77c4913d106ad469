"""Decides whether a game is over, and why. All other code calls `ending`."""

from __future__ import annotations

from collections.abc import Iterable

from rowlock.core import rules
from rowlock.core.event import Reason
from rowlock.core.sheet import Sheet, locked_rows
from rowlock.variants.variant import Variant

REASONS: tuple[Reason | None, ...] = (None, "two_rows_closed", "four_penalties")
"""Indexed by the number that `rules.ending` returns."""


def ending(variant: Variant, sheets: Iterable[Sheet], closed: int | None) -> Reason | None:
    """The reason why a game with these sheets is over; None if it is not (C-13, K-05).

    `closed` is the bit mask of rows closed for the whole table. Pass None for the card game, in
    which a row closes only for the player who locks it: then each player's own locks count.

    >>> from rowlock import Sheet, ending, load_variant
    >>> ending(load_variant("classic"), [Sheet(penalties=4)], closed=0b0001)
    'four_penalties'
    """
    sheets = tuple(sheets)
    if closed is None:
        closed = max([locked_rows(variant, sheet) for sheet in sheets], key=int.bit_count)
    penalties = max([sheet.penalties for sheet in sheets])
    rows_to_end, penalties_to_end = variant.closed_rows_to_end, variant.penalties_to_end
    return REASONS[rules.ending(closed, penalties, rows_to_end, penalties_to_end)]
