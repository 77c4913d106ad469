"""The book of the search: every sheet and every position that it has met, in flat arrays.

A *page* is a sheet as it stands between two answers: its crosses, penalties and bar, and the rows
that are closed for the whole table. A *position* is a pair of pages before a roll, that of the
active player first. What can be said of a page alone is worked out once, however many positions it
stands in. A page is known by the place of its first word:

     0      ROWS_A      crosses of rows 0 and 1            key
     1      ROWS_B      crosses of rows 2 and 3            key
     2      MARKS       penalties, closed rows, lucky      key
     3      BAR         squares struck                     key
     4      BASE        points of rows that are spent      key
     5      POINTS      the total if the game ended now
     6      PROGRESS    rises with every cross and penalty
     7      LOW         no end of the game leaves fewer points
     8      HIGH        no end of the game leaves more points
     9      QUICK       one answer to action 1 adds no more points
    10      PUNISHED    the page with one penalty more, 0 unknown
    11..26  SHUT        [closed rows] the page with these rows closed, 0 unknown
    27..121 LISTS       [19 * colour + sum] where its crosses in action 2 stand in `lists`, with
                        WHITE_SUM for the colour its answers to action 1; 0 unknown

A list is its length and then a word for each answer, 16 * page + the rows that it locks. That page
is still under the rows closed before the action: nobody's answer changes what another may do
(C-11). When the action settles, `SHUT` leads on.

Pages that no future can tell apart are one (`pages.py`).

The first page and the first list are spare: a search for which there is no room any more goes on
with them until it notices, and nothing of it is kept.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from rowlock.endgame.jit import Flat, Floats
from rowlock.endgame.matrix_game import MOST, TABLEAU
from rowlock.kernel.compile import SUMS, compile_variant
from rowlock.kernel.jit import JIT
from rowlock.kernel.state import stride
from rowlock.variants.variant import Variant

ROWS_A = 0
ROWS_B = 1
MARKS = 2
BAR = 3
BASE = 4
KEYS = 5
POINTS = 5
PROGRESS = 6
LOW = 7
HIGH = 8
QUICK = 9
PUNISHED = 10
SHUT = 11
LISTS = 27
WHITE_SUM = 4
PAGE = 122

HALF = 24
"""Bits for the crosses of a row in a word of two rows."""

# What is counted.
PAGES = 0
LISTED = 1
POSITIONS = 2
FULL = 3  # 1 when something did not fit
OFFERS = 4  # [colour] the sums that action 2 may offer, as bits
COUNTS = 8

BUCKETS = 4096
"""Progress of two pages stays below."""

CELLS = 4 * SUMS
MATCHES = MOST * MOST
"""Pairs of answers to action 1; the first is that nobody crosses anything."""
HOME = MATCHES
"""Where that one is kept with every coloured sum, for all white sums."""
MOST_KINDS = 9
"""Faces of a die that are not alike."""

# Places in the numbers.
NOTHING2 = TABLEAU  # [match] worth of crossing nothing in action 2; HOME is a match of its own
CROSS2 = NOTHING2 + MATCHES + 1  # [match, colour, sum] worth of the best cross there, or LOST
KINDS = CROSS2 + (MATCHES + 1) * CELLS  # [die, kind, match] what faces make of the matrix
MEETING = KINDS + 4 * MOST_KINDS * MATCHES  # [level, match] the matrix after so many dice
CHANCE = MEETING + 5 * MATCHES  # [level] chance of their kinds
AT = CHANCE + 5  # [level] the next kind
FACES = AT + 4  # [die, kind] how many faces of the die are of this kind; 0 ends the list
NUMBERS = FACES + 4 * (MOST_KINDS + 1)

LOST = -1.0
"""Below every win share."""

STATES = 66
"""A chain of n choices waits for at most 3 n + 1 others; the kernel keeps 21."""


# Places in the integers.
MOST_PAGES = 1 << 14
MOST_LISTED = 1 << 19
MOST_POSITIONS = 1 << 17
PAGE_ROOM = 2 * MOST_PAGES
PAIR_ROOM = 2 * MOST_POSITIONS
LIST_ROOM = MOST_LISTED
IN_COUNTS = STATES * stride(1)  # behind the states of the kernel
IN_PAGE_TABLE = IN_COUNTS + COUNTS  # [hash] page, or 0
IN_PAIR_TABLE = IN_PAGE_TABLE + PAGE_ROOM  # [hash] 1 + position
IN_ORDER = IN_PAIR_TABLE + PAIR_ROOM  # [progress] 1 + its last position, [position] 1 + one before
IN_PAIRS = IN_ORDER + BUCKETS + MOST_POSITIONS  # [2 * position] pages of active and other player
IN_LISTS = IN_PAIRS + 2 * MOST_POSITIONS
IN_PAGES = IN_LISTS + MOST_LISTED
INTEGERS = IN_PAGES + PAGE * MOST_PAGES
SPARE_PAGE = IN_PAGES
SPARE_LIST = 0

IN_VALUES = NUMBERS
"""Among the numbers: [position] win share of the active player."""


class Book(NamedTuple):
    """Three arrays and no more: every call in compiled code hands each of them on in pieces."""

    t: Flat
    """The tables of the variant (`kernel/compile.py`)."""
    n: Flat
    """Integers, from 0 on states of the kernel for one seat; the first is the page at hand."""
    f: Floats
    """Numbers."""


def new_book(variant: Variant) -> Book:
    """An empty book."""
    t: Any = compile_variant(variant).flat
    n: Any = np.zeros(INTEGERS, np.int64)
    if not JIT:  # the rules want plain integers
        t, n = memoryview(t), memoryview(n)
    book = Book(t, n, np.zeros(NUMBERS + MOST_POSITIONS))
    clear(book)
    return book


def clear(book: Book) -> None:
    """The book as new."""
    integers: Any = book.n
    n = np.asarray(integers)
    n[IN_COUNTS:IN_PAIRS] = 0
    n[SPARE_PAGE : SPARE_PAGE + PAGE] = 0
    first = IN_LISTS + SPARE_LIST + 1
    n[first : first + MOST] = 16 * SPARE_PAGE
    n[IN_COUNTS + PAGES] = 1
    n[IN_COUNTS + LISTED] = SPARE_LIST + 1 + MOST
