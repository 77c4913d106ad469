"""Decides whether a game is over, and why. All other code calls `ending`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rowlock.core import rules
from rowlock.core.event import Reason
from rowlock.core.sheet import Sheet, locked_rows
from rowlock.variants.variant import Variant

REASONS: tuple[Reason | None, ...] = (None, "two_rows_closed", "four_penalties")
"""Indexed by the number that `rules.ending` returns."""


def ending(
    variant: Variant | Sequence[Variant], sheets: Iterable[Sheet], closed: int | None
) -> Reason | None:
    """The reason why a game with these sheets is over; None if it is not (C-13, K-05).

    `variant` is the sheet of all seats, or lists one for each. `closed` is the bit mask of rows
    closed for the whole table. Pass None for the card game, in which a row closes only for the
    player who locks it: then each player's own locks count.

    >>> from rowlock import Sheet, ending, load_variant
    >>> ending(load_variant("classic"), [Sheet(penalties=4)], closed=0b0001)
    'four_penalties'
    """
    sheets = tuple(sheets)
    if closed is None:
        variants = [variant] * len(sheets) if isinstance(variant, Variant) else variant
        closed = max(map(locked_rows, variants, sheets), key=int.bit_count)
    penalties = max([sheet.penalties for sheet in sheets])
    shared = variant if isinstance(variant, Variant) else variant[0]
    rows_to_end, penalties_to_end = shared.closed_rows_to_end, shared.penalties_to_end
    return REASONS[rules.ending(closed, penalties, rows_to_end, penalties_to_end)]


def count_to_end(variant: Variant, reason: Reason) -> int:
    """The number of closed rows, or of penalties, with which games on a sheet end.

    >>> from rowlock import load_variant
    >>> count_to_end(load_variant("classic"), "four_penalties")
    4
    """
    is_by_rows = reason == "two_rows_closed"
    return variant.closed_rows_to_end if is_by_rows else variant.penalties_to_end
