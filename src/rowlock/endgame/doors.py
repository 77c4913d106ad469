"""Doors from Python into the book."""

from __future__ import annotations

import numpy as np

from rowlock.core.sheet import Sheet
from rowlock.endgame.book import (
    CELLS,
    CROSS2,
    IN_COUNTS,
    IN_LISTS,
    NOTHING2,
    OFFERS,
    WHITE_SUM,
    Book,
)
from rowlock.endgame.expect import evaluate, explore_from
from rowlock.endgame.jit import Floats, entry, within
from rowlock.endgame.pages import answers, closed_of, find_page
from rowlock.endgame.positions import meet, nothing2, turn_passes
from rowlock.kernel.bits import i64
from rowlock.kernel.compile import lucky_mask
from rowlock.kernel.state import BAR, CLOSED, HEAD, LOCKING, LUCKY, PENALTIES, PLAYERS, ROWS
from rowlock.variants.variant import LuckyPair

PAGE_OF = 0
LIST1 = 1
BEFORE_ROLL = 2
ACTION1 = 3
ACTION2 = 4
PASS2 = 5
EXPLORE = 6
EVALUATE = 7


@entry
def ask(book: Book, what: int, a: int, b: int, more: int, exploring: bool, out: Floats) -> int:
    """One door for all questions: each door is compiled with everything behind it.

    PAGE_OF       the page of the sheet that was put into the book's first state
    LIST1         where the answers of page `a` to white sum `more` stand in the lists
    BEFORE_ROLL   in `out` what the position of active page `a` and page `b` is worth
    ACTION1       in `out` the matrix of `a` against `b` with white sum `more` and the offers put
    ACTION2       in `out` what a cross is worth, 16 * page + rows locked in `a`, page `b`
    PASS2         in `out` what crossing nothing in action 2 is worth; `more`: crossed in action 1
    EXPLORE       everything behind the positions from `a` on, `b` of them at most; 1 if it fits
    EVALUATE      the values of all new positions
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
    book: Book, active: int, other: int, total: int, exploring: bool, out: Floats
) -> None:
    """What each pair of answers to action 1 is worth with the best action 2."""
    meet(book, active, other, 0, exploring)
    own = meet(book, active, other, total, exploring)
    for match in range(own * book.n[IN_LISTS + answers(book, other, WHITE_SUM, total)]):
        best = book.f[NOTHING2 + match]
        for cell in range(CELLS):
            best = max(best, book.f[CROSS2 + CELLS * match + cell])
        out[match] = best


NO_NUMBERS = np.zeros(1)


def page_of(book: Book, sheet: Sheet, closed: int, lucky: LuckyPair | None) -> int:
    """The page of a sheet under these closed rows."""
    s = book.n
    s[PLAYERS], s[CLOSED], s[LOCKING] = 1, closed, 0
    for row, mask in enumerate(sheet.rows):
        s[HEAD + ROWS + row] = mask
    s[HEAD + PENALTIES] = sheet.penalties
    s[HEAD + BAR] = sheet.bar & 0xFFFFFFFF
    s[HEAD + BAR + 1] = sheet.bar >> 32
    s[HEAD + LUCKY] = lucky_mask(lucky) if lucky else 0
    return int(ask(book, PAGE_OF, 0, 0, 0, False, NO_NUMBERS))


def put_offers(book: Book, sums: list[int]) -> None:
    """For each colour the sums that its die makes with the white ones, as bits."""
    for colour, mask in enumerate(sums):
        book.n[IN_COUNTS + OFFERS + colour] = mask


def share_of(book: Book, what: int, a: int, b: int, more: int, exploring: bool) -> float:
    """The answer to a question after one number."""
    out = np.zeros(1)
    ask(book, what, a, b, more, exploring, out)
    return float(out[0])
