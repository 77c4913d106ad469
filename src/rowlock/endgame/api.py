"""Python interface of the compiled search."""

from __future__ import annotations

import numpy as np

from rowlock.core.sheet import Sheet
from rowlock.endgame.expect import evaluate, explore_from
from rowlock.endgame.jit import Floats, entry_point, within
from rowlock.endgame.positions import meet, nothing2, turn_passes
from rowlock.endgame.search_arrays import (
    CELLS,
    CROSS2,
    IN_COUNTS,
    IN_LISTS,
    NOTHING2,
    OFFERS,
    WHITE_SUM,
    SearchArrays,
)
from rowlock.endgame.sheets import answers, closed_of, find_page
from rowlock.kernel.bits import i64
from rowlock.kernel.state import BAR, CLOSED, HEAD, LOCKING, LUCKY, PENALTIES, PLAYERS, ROWS
from rowlock.kernel.variant_tables import lucky_mask
from rowlock.variants.variant import LuckyPair

PAGE_OF = 0
LIST1 = 1
BEFORE_ROLL = 2
ACTION1 = 3
ACTION2 = 4
PASS2 = 5
EXPLORE = 6
EVALUATE = 7


@entry_point
def ask(
    book: SearchArrays, what: int, a: int, b: int, more: int, exploring: bool, out: Floats
) -> int:
    """Answer any question to the search; a single entry point, because each compiles all code
    behind it.

    PAGE_OF       the page of the sheet in the first state of the search arrays
    LIST1         index of the list of answers of page `a` to white sum `more`
    BEFORE_ROLL   in `out` the value of the position of active page `a` and page `b`
    ACTION1       in `out` the matrix of `a` against `b` for white sum `more` and the stored offers
    ACTION2       in `out` the value of a cross: 16 * page + rows locked in `a`, page `b`
    PASS2         in `out` the value of crossing nothing in action 2; `more`: crossed in action 1
    EXPLORE       add everything after the positions from `a` on, at most `b` of them; 1 if it fits
    EVALUATE      compute the values of all new positions
    """
    if what == PAGE_OF:
        return find_page(book, 0, 0)
    if what == LIST1:
        return answers(book, a, WHITE_SUM, more)
    if what == BEFORE_ROLL:
        out[0] = 1.0 - turn_passes(book, b, a, closed_of(book, a), exploring)
    elif what == ACTION1:
        note_matrix(book, a, b, more, exploring, out)
    elif what == ACTION2:
        out[0] = turn_passes(book, a >> 4, b, closed_of(book, b) | a & 15, exploring)
    elif what == PASS2:
        out[0] = nothing2(book, a, b, more != 0, exploring)
    elif what == EXPLORE:
        return i64(explore_from(book, a, b))
    elif what == EVALUATE:
        evaluate(book)
    return 0


@within
def note_matrix(
    book: SearchArrays, active: int, other: int, total: int, exploring: bool, out: Floats
) -> None:
    """Write the value of each pair of answers to action 1, with the best action 2."""
    meet(book, active, other, 0, exploring)
    own = meet(book, active, other, total, exploring)
    for match in range(own * book.n[IN_LISTS + answers(book, other, WHITE_SUM, total)]):
        best = book.f[NOTHING2 + match]
        for cell in range(CELLS):
            best = max(best, book.f[CROSS2 + CELLS * match + cell])
        out[match] = best


NO_NUMBERS = np.zeros(1)


def page_of(book: SearchArrays, sheet: Sheet, closed: int, lucky: LuckyPair | None) -> int:
    """The page of a sheet with these rows closed."""
    s = book.n
    s[PLAYERS], s[CLOSED], s[LOCKING] = 1, closed, 0
    for row, mask in enumerate(sheet.rows):
        s[HEAD + ROWS + row] = mask
    s[HEAD + PENALTIES] = sheet.penalties
    s[HEAD + BAR] = sheet.bar & 0xFFFFFFFF
    s[HEAD + BAR + 1] = sheet.bar >> 32
    s[HEAD + LUCKY] = lucky_mask(lucky) if lucky else 0
    return int(ask(book, PAGE_OF, 0, 0, 0, False, NO_NUMBERS))


def put_offers(book: SearchArrays, sums: list[int]) -> None:
    """Store the sums that each coloured die gives with the white ones, as bits."""
    for colour, mask in enumerate(sums):
        book.n[IN_COUNTS + OFFERS + colour] = mask


def share_of(book: SearchArrays, what: int, a: int, b: int, more: int, *, exploring: bool) -> float:
    """Answer a question whose result is one number."""
    out = np.zeros(1)
    ask(book, what, a, b, more, exploring, out)
    return float(out[0])
