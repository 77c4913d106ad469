"""Memory layout of the search: all sheets and positions found so far, in flat arrays.

A *page* is a sheet between two answers: its crosses, penalties and bar, and the rows closed for the
whole table. A *position* is a pair of pages before a roll, the active player's first. Facts about a
single page are computed once, however many positions contain it. A page is identified by the index
of its first word:

     0      ROWS_A      crosses of rows 0 and 1            key
     1      ROWS_B      crosses of rows 2 and 3            key
     2      MARKS       penalties, closed rows, lucky      key
     3      BAR         squares struck                     key
     4      BASE        points of spent rows               key
     5      POINTS      the total if the game ended now
     6      PROGRESS    rises with every cross and penalty
     7      LOW         lower bound of the final points
     8      HIGH        upper bound of the final points
     9      QUICK       most points that one answer to action 1 adds
    10      PUNISHED    the page with one more penalty, 0 unknown
    11..26  SHUT        [closed rows] the page with these rows closed, 0 unknown
    27..121 LISTS       [19 * colour + sum] index in `lists` of its crosses in action 2; for the
                        colour WHITE_SUM, of its answers to action 1; 0 unknown

A list is its length, then one word per answer: 16 * page + the rows that it locks. That page still
has only the rows closed before the action, because answers do not affect each other (C-11). When
the action is over, `SHUT` gives the page with the new rows closed.

Pages with the same future are merged (`sheets.py`).

The first page and the first list are spare: a search that has run out of room continues with them
until it notices, and its results are discarded.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from rowlock.endgame.jit import FlatArray, Floats
from rowlock.endgame.matrix_game import MAX_ANSWERS, TABLEAU
from rowlock.kernel.jit import JIT
from rowlock.kernel.state import stride
from rowlock.kernel.variant_tables import SUMS, compile_variant
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
"""Bits per row in a word of two rows."""

# Counters.
PAGES = 0
LISTED = 1
POSITIONS = 2
FULL = 3  # 1 when something did not fit
OFFERS = 4  # [colour] the sums that action 2 may offer, as bits
COUNTS = 8

BUCKETS = 4096
"""Upper bound of the progress of two pages."""

CELLS = 4 * SUMS
MATCHES = MAX_ANSWERS * MAX_ANSWERS
"""Pairs of answers to action 1; the first is that both cross nothing."""
HOME = MATCHES
"""Index where the first pair is stored with every coloured sum, for all white sums."""
MAX_KINDS = 9
"""Maximum number of different kinds of faces of a die."""

# Indices in the floats.
NOTHING2 = TABLEAU  # [match] value of crossing nothing in action 2; HOME is an extra match
CROSS2 = NOTHING2 + MATCHES + 1  # [match, colour, sum] value of the best cross, or LOST
KINDS = CROSS2 + (MATCHES + 1) * CELLS  # [die, kind, match] the matrix entries with this face
MEETING = KINDS + 4 * MAX_KINDS * MATCHES  # [level, match] the matrix after `level` dice
CHANCE = MEETING + 5 * MATCHES  # [level] probability of their kinds
AT = CHANCE + 5  # [level] the next kind
FACES = AT + 4  # [die, kind] number of faces of this kind; 0 ends the list
NUMBERS = FACES + 4 * (MAX_KINDS + 1)

LOST = -1.0
"""Stands for "no cross"; less than any win share."""

STATES = 66
"""Pending states of one search: a chain of n choices needs at most 3 n + 1; the kernel keeps 21."""


# Indices in the integers.
MAX_PAGES = 1 << 14
MAX_LISTED = 1 << 19
MAX_POSITIONS = 1 << 17
PAGE_ROOM = 2 * MAX_PAGES
PAIR_ROOM = 2 * MAX_POSITIONS
LIST_ROOM = MAX_LISTED
IN_COUNTS = STATES * stride(1)  # behind the states of the kernel
IN_PAGE_TABLE = IN_COUNTS + COUNTS  # [hash] page, or 0
IN_PAIR_TABLE = IN_PAGE_TABLE + PAGE_ROOM  # [hash] 1 + position
IN_ORDER = IN_PAIR_TABLE + PAIR_ROOM  # [progress] 1 + its last position, [position] 1 + one before
IN_PAIRS = IN_ORDER + BUCKETS + MAX_POSITIONS  # [2 * position] pages of active and other player
IN_LISTS = IN_PAIRS + 2 * MAX_POSITIONS
IN_PAGES = IN_LISTS + MAX_LISTED
INTEGERS = IN_PAGES + PAGE * MAX_PAGES
SPARE_PAGE = IN_PAGES
SPARE_LIST = 0

IN_VALUES = NUMBERS
"""Index in the floats: [position] win share of the active player."""


class SearchArrays(NamedTuple):
    """The arrays of a search. There are only three, because compiled calls pass them in pieces."""

    t: FlatArray
    """The tables of the variant (`kernel/variant_tables.py`)."""
    n: FlatArray
    """Integers. First come kernel states with one seat each, the current page first."""
    f: Floats
    """Floats."""


def new_search_arrays(variant: Variant) -> SearchArrays:
    """Empty search arrays."""
    t: Any = compile_variant(variant).flat
    n: Any = np.zeros(INTEGERS, np.int64)
    if not JIT:  # the rules need plain integers
        t, n = memoryview(t), memoryview(n)
    book = SearchArrays(t, n, np.zeros(NUMBERS + MAX_POSITIONS))
    clear(book)
    return book


def clear(book: SearchArrays) -> None:
    """Reset the search arrays."""
    integers: Any = book.n
    n = np.asarray(integers)
    n[IN_COUNTS:IN_PAIRS] = 0
    n[SPARE_PAGE : SPARE_PAGE + PAGE] = 0
    first = IN_LISTS + SPARE_LIST + 1
    n[first : first + MAX_ANSWERS] = 16 * SPARE_PAGE
    n[IN_COUNTS + PAGES] = 1
    n[IN_COUNTS + LISTED] = SPARE_LIST + 1 + MAX_ANSWERS
