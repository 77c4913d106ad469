"""Whether and why a table ends: the one door for everybody who asks."""

from __future__ import annotations

from collections.abc import Iterable

from rowlock.core import rules
from rowlock.core.event import Reason
from rowlock.core.sheet import Sheet, locked_rows
from rowlock.variants.variant import Variant

REASONS: tuple[Reason | None, ...] = (None, "two_rows_closed", "four_penalties")
"""By the number that `rules.ending` gives back."""


def ending(variant: Variant, sheets: Iterable[Sheet], closed: int | None) -> Reason | None:
    """Why a game with these sheets is over; None while it goes on (C-13, K-05).

    `closed` are the rows closed for the whole table, as a bit mask. In the card game every row
    is closed for its owner alone: None there, and one player's own locks decide.

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
