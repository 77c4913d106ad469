"""The small rules of rows, sheets and the table. Each rule is written here and nowhere else.

They are plain functions of integers, so that all code can share them: the core calls them
directly; kernel, solver and compiled bots compile them with Numba (`kernel/numba_rules.py`).
Everything else calls the core or reads tables generated from it.

A row is a bit mask over *places*, from left to right. A cell has one place, a double cell two
neighbouring ones (DB-02), and the lock is the place right of the last cell:

    place    0 1 2 3 4 5 6 7 8 9 10 | 11           place    0 1-2 3 4-5 ... | 15
    classic  2 3 4 5 6 7 8 9 ...  12 | lock        double   2  3  4  5  ... | lock

Crossing a cell sets all of its `bits`. The number of set bits is the number of crosses, and the
highest one is the rightmost cross: these two facts decide everything about a row. `bits == 0`
means "no such cell", which can never be crossed. A second box (Double A) has its own place, right
of its cell (DA-01); crossing the cell a second time sets it.

`may_cross` is branchless on purpose: processors predict branches on dice badly. `tests/rules`
checks every function against the rule sheets, and `scripts/test-long planted` shows that no other
code contains a copy of a rule.
"""

from __future__ import annotations

from rowlock.variants.variant import DOUBLE_FEWEST, FREE_PENALTIES, POINTS

NOT_ENDED = 0
ROWS_CLOSED = 1
PENALTIES_TAKEN = 2

# One row.


def count(mask: int) -> int:
    """Number of crosses in a row. The lock counts as one, a double cell as two (C-09, DB-02)."""
    return mask.bit_count()


def first_free_place(mask: int) -> int:
    """The place right of the last cross; 0 in an empty row (C-03)."""
    return mask.bit_length()


def crossed_bits(mask: int, bits: int, second: int) -> int:
    """The bits that a cross on a cell sets: its own, or its second box if they are set (DA-02).

    `second` is 0 if the cell has no second box. `may_cross` checks that nothing right of it is
    crossed, as for any other place (DA-03).
    """
    return second if mask & bits else bits


def may_cross(mask: int, bits: int, first_lock: int, needed: int) -> bool:
    """Whether a row may take this cross, if the row is not closed for the whole table.

    Crosses go from left to right (C-03). A cell from `first_lock` on closes the row, and requires
    `needed` crosses before it (C-09, L-02, DB-03).
    """
    return (mask < bits) & ((bits < first_lock) | (count(mask) >= needed))


def after_cross(mask: int, bits: int, first_lock: int, lock: int) -> int:
    """The row after a legal cross. A closing cell crosses the lock as well (C-09, L-02)."""
    return mask | bits | (bits >= first_lock) * lock


def next_cell(mask: int, double: int, lock: int) -> int:
    """The bits of the first cell right of the last cross; 0 if no cell is left (L-04, BA-02).

    `double` are the second places of the row's double cells.
    """
    first = 1 << first_free_place(mask)
    return (first < lock) * (first | (double & (first << 1)))


def counted(crosses: int, limit: int) -> int:
    """Number of crosses that score: those of a row beyond `limit` count for nothing (DA-05)."""
    return min(crosses, limit)


def row_points(crosses: int) -> int:
    """Points of a row: 1 3 6 10 15 ... for 1 2 3 4 5 ... crosses, lock included (C-14, DB-04)."""
    return crosses * (crosses + 1) >> 1


def stand_together(first: int, last: int, crosses: int) -> bool:
    """Whether the crosses of one play of cards skip at most one cell between them (K-03).

    `first` and `last` are the positions of the outermost cells, counted from the left.
    """
    return last - first + 1 - crosses <= 1


# One sheet.


def has_neighbour(above: int, below: int, upper: int, lower: int) -> bool:
    """Whether a crossed neighbour allows a cross in a bonus row (BP-02).

    `above` and `below` are the crosses on the two neighbours, 0 if not crossed. `upper` and `lower`
    say whether the number was rolled for them: a coloured die counts only for the row of its
    colour, the white sum for both.
    """
    return (above != 0) & (upper != 0) | (below != 0) & (lower != 0)


def may_swap(used: int, field: int) -> bool:
    """Whether a swap field lies right of all used ones, since they go from left to right (X-03)."""
    return field >= first_free_place(used)


def fewest(red: int, yellow: int, green: int, blue: int) -> int:
    """Mask of the rows tied for the fewest crosses, closed rows included (L-05, BB-02)."""
    least = min(min(red, yellow), min(green, blue))
    return (red == least) * 1 + (yellow == least) * 2 + (green == least) * 4 + (blue == least) * 8


def steps_crossed(red: int, yellow: int, green: int, blue: int) -> int:
    """Number of crosses in the fifth row, from the crosses of each row that belong to it
    (CS-01)."""
    return count(red) + count(yellow) + count(green) + count(blue)


def contains(mask: int, wanted: int) -> bool:
    """Whether a row has all crosses in `wanted`, its part of a symbol (BB-01)."""
    return mask & wanted == wanted


def bonus_points(effect: int, amount: int, least: int, cost: int) -> int:
    """Points that an earned bonus adds at the end (BB-01).

    `least` is the points of the row with the fewest crosses, `cost` the cost of the penalties.
    """
    return (
        (effect == DOUBLE_FEWEST) * least
        + (effect == POINTS) * amount
        + (effect == FREE_PENALTIES) * cost
    )


# The table.


def out_of_play(closed: int, row: int, colour: int) -> bool:
    """Whether cells of this row and colour are gone: the row is closed or the die removed
    (C-12)."""
    return (closed >> row | closed >> colour) & 1 != 0


def owes_penalty(crossed_before: bool, crosses_now: bool) -> bool:
    """Whether the active player takes a penalty: no cross in either action (C-08, K-04)."""
    return not (crossed_before or crosses_now)


def ending(closed: int, penalties: int, rows_to_end: int, penalties_to_end: int) -> int:
    """Whether and why the game ends (C-13).

    `closed` is the mask of closed rows, `penalties` the highest number of penalties of any seat.
    """
    if closed.bit_count() >= rows_to_end:
        return ROWS_CLOSED
    if penalties >= penalties_to_end:
        return PENALTIES_TAKEN
    return NOT_ENDED
