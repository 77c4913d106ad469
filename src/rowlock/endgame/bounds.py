"""What the points of a sheet can become: bounds by which some positions need no search.

They hold whatever is rolled and answered. Where a cross may add to other rows than its own, by
chains, a fifth row or bonus rows, they are looser.
"""

from __future__ import annotations

from rowlock.core.rules import after_cross, count, reach
from rowlock.endgame.book import Book
from rowlock.endgame.jit import piece, within
from rowlock.kernel.bits import i64
from rowlock.kernel.compile import (
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
from rowlock.kernel.jit import Flat
from rowlock.kernel.sheet_rules import points_in, sheet_points, strikes, takes
from rowlock.kernel.state import BAR, CLOSED, HEAD, ROWS, SHOWN, SHOWN_BAR


@piece
def cells_matter(t: Flat) -> bool:
    """Whether it matters which cells of a row are crossed, also where it takes nothing any more."""
    return t[BONUSES] + t[STEPS] + t[PAIRS] + t[BONUS_ROWS] > 0


@piece
def is_bounded(t: Flat) -> bool:
    """Whether a cross adds to the points of its own row alone, and locks no other row."""
    return t[HAS_TOKENS] == 0 and not cells_matter(t)


@within
def best_cross(book: Book, o: int) -> int:
    """The most points that a single cross adds."""
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
def most_points(book: Book, o: int, penalties: int) -> int:
    """More than the sheet can bring: every cell that is left, and the locks that may come.

    Without chains a player locks one row in an action, and the game ends with the last that is
    allowed; so only the best of them count.
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
    most = sheet_points(t, s, full, o + HEAD + SHOWN_BAR, penalties)
    if is_bounded(t):
        for _ in range(t[CLOSED_ROWS_TO_END] - count(s[o + CLOSED])):
            best, which = 0, 0
            for row in range(4):
                if not s[o + CLOSED] >> row & 1:
                    mask = s[full + row]
                    gain = points_in(t, locked(t, mask, row), 0) - points_in(t, mask, 0)
                    if gain > best:
                        best, which = gain, row
            most += best
            s[full + which] = locked(t, s[full + which], which)
    return most


@piece
def chained(t: Flat, row: int) -> int:
    """The cells of a row that another row's cross may cross, whatever stands here (CC-02)."""
    found = 0
    if t[PAIRS]:
        for place in range(ROW_PLACES):
            found |= i64(t[PARTNER + ROW_PLACES * row + place] > 0) << place
    return found


@piece
def filled(mask: int, first_lock: int) -> int:
    """The row with a cross in every cell that is left before those that close it."""
    end = first_lock & -first_lock
    return mask | (end - (1 << reach(mask))) * i64(end > mask)


@piece
def locked(t: Flat, mask: int, row: int) -> int:
    """A filled row with its lock and every cell before it, as far as it may be closed."""
    lock = t[LOCK_BIT + row]
    if mask >= lock or count(mask) < t[CROSSES_BEFORE_LOCK]:
        return mask
    return mask | (2 * lock - (1 << reach(mask)))
