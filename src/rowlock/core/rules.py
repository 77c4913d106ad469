"""The small rules of a sheet and a table, each written here once and nowhere else.

They are plain functions of plain integers, so that everything can run these very bodies: the
core as they are, kernel, solver and compiled bots through Numba (`kernel/taught.py` makes them
compilable), everything else by asking the core or by tables made from them.

A row is a bit mask over *places*, from left to right. A cell has one place, a double cell two
neighbouring ones (DB-02), and the lock is the place right of the last cell:

    place    0 1 2 3 4 5 6 7 8 9 10 | 11           place    0 1-2 3 4-5 ... | 15
    classic  2 3 4 5 6 7 8 9 ...  12 | lock        double   2  3  4  5  ... | lock

Crossing a cell sets all of its `bits`. So the number of bits is the number of crosses, and the
highest bit tells the rightmost one: these two facts decide everything about a row. `bits` of 0
mean "no such cell" and are never crossed. A second box (Double A) is a place of its own right of
its cell's (DA-01), and crossing the cell again sets it.

`may_cross` has no branch on purpose: dice are hard to predict, also for a processor. `tests/rules`
holds every function to the rule sheets, and `scripts/test-long planted` shows that nobody keeps a
copy of one.
"""

from __future__ import annotations

from rowlock.variants.variant import DOUBLE_FEWEST, FREE_PENALTIES, POINTS

NOT_ENDED = 0
ROWS_CLOSED = 1
PENALTIES_TAKEN = 2

# One row.


def count(mask: int) -> int:
    """How many crosses a row holds; the lock is one, a double cell makes two (C-09, DB-02)."""
    return mask.bit_count()


def reach(mask: int) -> int:
    """The place right of the last cross, 0 in an empty row (C-03)."""
    return mask.bit_length()


def struck(mask: int, bits: int, second: int) -> int:
    """What a cross on a cell sets: its bits or, where they are set already, its second box (DA-02).

    `second` is 0 where it has none. That nothing right of the cell is crossed, `may_cross` sees
    as for every other place (DA-03).
    """
    return second if mask & bits else bits


def may_cross(mask: int, bits: int, first_lock: int, needed: int) -> bool:
    """Whether a row with these crosses takes this one, closing by others aside.

    From left to right (C-03), and a cell that closes the row, from `first_lock` on, only with
    so many crosses before it (C-09, L-02, DB-03).
    """
    return (mask < bits) & ((bits < first_lock) | (count(mask) >= needed))


def after_cross(mask: int, bits: int, first_lock: int, lock: int) -> int:
    """The row after a legal cross; a closing cell crosses the lock at once (C-09, L-02)."""
    return mask | bits | (bits >= first_lock) * lock


def next_cell(mask: int, double: int, lock: int) -> int:
    """The bits of the first cell right of the last cross, 0 when no cell is left (L-04, BA-02).

    `double` are the second places of the row's double cells.
    """
    first = 1 << reach(mask)
    return (first < lock) * (first | (double & (first << 1)))


def counted(crosses: int, most: int) -> int:
    """How many crosses of a row score: more may be made and count for nothing (DA-05)."""
    return min(crosses, most)


def row_points(crosses: int) -> int:
    """1 3 6 10 15 ... for 1 2 3 4 5 ... crosses, the lock counted (C-14, DB-04)."""
    return crosses * (crosses + 1) >> 1


def stand_together(first: int, last: int, crosses: int) -> bool:
    """Whether crosses of one play leave out at most one cell between the first and the last (K-03).

    The two are positions of cells, from left to right.
    """
    return last - first + 1 - crosses <= 1


# One sheet.


def is_beside(above: int, below: int) -> bool:
    """Whether a cross stands beside a cell of a bonus row, in the row above or below (BP-02)."""
    return above | below != 0


def may_swap(used: int, field: int) -> bool:
    """Whether a swap field is right of all used ones: fields go from left to right (X-03)."""
    return field >= reach(used)


def fewest(red: int, yellow: int, green: int, blue: int) -> int:
    """The rows tied for the fewest of these crosses, as a mask; closed ones too (L-05, BB-02)."""
    least = min(min(red, yellow), min(green, blue))
    return (red == least) * 1 + (yellow == least) * 2 + (green == least) * 4 + (blue == least) * 8


def steps_crossed(red: int, yellow: int, green: int, blue: int) -> int:
    """How many crosses the fifth row holds, given those of each row that lie in it (CS-01)."""
    return count(red) + count(yellow) + count(green) + count(blue)


def holds(mask: int, wanted: int) -> bool:
    """Whether a row holds all crosses of a symbol that stand in it (BB-01)."""
    return mask & wanted == wanted


def bonus_points(effect: int, amount: int, least: int, cost: int) -> int:
    """What an earned bonus adds at the end (BB-01).

    `least` are the points of the row with the fewest crosses, `cost` what the penalties cost.
    """
    return (
        (effect == DOUBLE_FEWEST) * least
        + (effect == POINTS) * amount
        + (effect == FREE_PENALTIES) * cost
    )


# The table.


def out_of_play(closed: int, row: int, colour: int) -> bool:
    """Whether a cell of this row and colour is gone: its row is closed, its die removed (C-12)."""
    return (closed >> row | closed >> colour) & 1 != 0


def owes_penalty(crossed_before: bool, crosses_now: bool) -> bool:
    """Whether the active player takes a penalty: nothing crossed in either action (C-08, K-04)."""
    return not (crossed_before or crosses_now)


def ending(closed: int, penalties: int, rows_to_end: int, penalties_to_end: int) -> int:
    """Whether and why the game ends (C-13): closed rows as a mask, the most penalties of a seat."""
    if closed.bit_count() >= rows_to_end:
        return ROWS_CLOSED
    if penalties >= penalties_to_end:
        return PENALTIES_TAKEN
    return NOT_ENDED
