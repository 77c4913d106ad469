"""Bounds on the final points of a sheet, with which some positions need no search.

They hold for all rolls and answers. On sheets on which a cross can add to other rows (chains, a
fifth row, bonus rows) they are looser.
"""

from __future__ import annotations

from rowlock.core.rules import after_cross, count, first_free_place
from rowlock.endgame.jit import inline, within
from rowlock.endgame.search_arrays import SearchArrays
from rowlock.kernel.bits import i64
from rowlock.kernel.jit import FlatArray
from rowlock.kernel.sheet_rules import points_in, sheet_points, strikes, takes
from rowlock.kernel.state import BAR, CLOSED, HEAD, ROWS, SHOWN, SHOWN_BAR
from rowlock.kernel.variant_tables import (
    BESIDE,
    BONUS_ROWS,
    BONUSES,
    CLOSED_ROWS_TO_END,
    CROSSES_BEFORE_LOCK,
    FIRST_LOCK_BIT,
    HAS_TOKENS,
    LOCK_BIT,
    PAIRS,
    PARTNER,
    ROW_PLACES,
    SIDES,
    STEPS,
    WHITE_BIT,
)


@inline
def cells_matter(t: FlatArray) -> bool:
    """Whether single crossed cells of a row matter, even if the row takes no more crosses."""
    return t[BONUSES] + t[STEPS] + t[PAIRS] + t[BONUS_ROWS] > 0


@inline
def is_bounded(t: FlatArray) -> bool:
    """Whether a cross adds points only to its own row and locks no other row."""
    return t[HAS_TOKENS] == 0 and not cells_matter(t)


@within
def best_cross(book: SearchArrays, o: int) -> int:
    """The maximum number of points that a single cross adds."""
    s, t = book.n, book.t
    best = 0
    for row in range(4):
        mask = s[o + HEAD + ROWS + row]
        first_lock, lock = t[FIRST_LOCK_BIT + row], t[LOCK_BIT + row]
        for number in range(2, 2 * t[SIDES] + 1):
            bits = t[WHITE_BIT + 4 * number + row]
            if not s[o + CLOSED] >> row & 1 and takes(t, mask, row, bits):
                after = after_cross(mask, strikes(t, mask, row, bits), first_lock, lock)
                best = max(best, points_in(t, after, 0) - points_in(t, mask, 0))
    return best


@within
def most_points(book: SearchArrays, o: int, penalties: int) -> int:
    """An upper bound on the final points: all remaining cells and the possible locks are crossed.

    Without chains a player locks at most one row per action, and the game ends with the last row
    allowed; so only the best locks count.
    """
    s, t = book.n, book.t
    rows, full = o + HEAD + ROWS, o + HEAD + SHOWN
    for row in range(4):
        mask = s[rows + row]
        s[full + row] = mask | chained(t, row)
        if not s[o + CLOSED] >> row & 1 and not mask & t[LOCK_BIT + row]:
            s[full + row] |= filled(mask, t[FIRST_LOCK_BIT + row])
            if not is_bounded(t):
                s[full + row] = locked(t, s[full + row], row)
    for k in range(2):
        s[o + HEAD + SHOWN_BAR + k] = s[o + HEAD + BAR + k]
        if t[BONUS_ROWS]:
            length = t[BESIDE + k]
            s[o + HEAD + SHOWN_BAR + k] = filled(s[o + HEAD + BAR + k], 1 << length)
    bound = sheet_points(t, s, full, o + HEAD + SHOWN_BAR, penalties)
    if is_bounded(t):
        for _ in range(t[CLOSED_ROWS_TO_END] - count(s[o + CLOSED])):
            best, which = 0, 0
            for row in range(4):
                if not s[o + CLOSED] >> row & 1:
                    mask = s[full + row]
                    gain = points_in(t, locked(t, mask, row), 0) - points_in(t, mask, 0)
                    if gain > best:
                        best, which = gain, row
            bound += best
            s[full + which] = locked(t, s[full + which], which)
    return bound


@inline
def chained(t: FlatArray, row: int) -> int:
    """The cells of a row that a cross in another row may force, whatever is in this row (CC-02)."""
    forced = 0
    if t[PAIRS]:
        for place in range(ROW_PLACES):
            forced |= i64(t[PARTNER + ROW_PLACES * row + place] > 0) << place
    return forced


@inline
def filled(mask: int, first_lock: int) -> int:
    """The row with all remaining cells crossed except those that close it."""
    end = first_lock & -first_lock
    return mask | (end - (1 << first_free_place(mask))) * i64(end > mask)


@inline
def locked(t: FlatArray, mask: int, row: int) -> int:
    """A filled row with its lock and all cells before it, if it may still be closed."""
    lock = t[LOCK_BIT + row]
    if mask >= lock or count(mask) < t[CROSSES_BEFORE_LOCK]:
        return mask
    return mask | (2 * lock - (1 << first_free_place(mask)))
