"""What a cross does to one sheet: `core/sheet_rules.py` on integers.

Tokens wait in a queue in the seat's block, first in, first out (BB-03). If a chain finds several
rows tied for the fewest crosses, it stops and stores them in TIED.
"""

from __future__ import annotations

from rowlock.core.rules import (
    after_cross,
    bonus_points,
    contains,
    count,
    counted,
    crossed_bits,
    fewest,
    may_cross,
    next_cell,
    row_points,
    steps_crossed,
)
from rowlock.kernel.bits import lowest
from rowlock.kernel.jit import FlatArray, inline
from rowlock.kernel.state import (
    BAR,
    CLOSED,
    LOCKING,
    PENALTIES,
    QUEUE,
    QUEUE_HEAD,
    QUEUE_TAIL,
    ROWS,
    SHOWN,
    SHOWN_BAR,
    TIED,
)
from rowlock.kernel.variant_tables import (
    BONUS_AMOUNT,
    BONUS_EFFECT,
    BONUS_MASK,
    BONUS_ROWS,
    BONUSES,
    BOX,
    CROSSES_BEFORE_LOCK,
    DOUBLE_BITS,
    FIRST_LOCK_BIT,
    FIRST_SYMBOL,
    HAS_TOKENS,
    LOCK_BIT,
    MOST_COUNTED,
    NO_TOKEN,
    PAIRS,
    PARTNER,
    PENALTY_POINTS,
    ROW_PLACES,
    ROW_SQUARES,
    SECOND_BITS,
    SQUARE_ROW,
    SQUARES,
    STEP_BITS,
    STEPS,
    TOKEN,
)
from rowlock.variants.variant import CROSS_EVERY, CROSS_FEWEST, DOUBLE_FEWEST


@inline
def takes(t: FlatArray, mask: int, row: int, bits: int) -> bool:
    """Whether a row may take this cell, if the row is not closed for the table (C-03, C-09)."""
    bits = strikes(t, mask, row, bits)
    return may_cross(mask, bits, t[FIRST_LOCK_BIT + row], t[CROSSES_BEFORE_LOCK])


@inline
def strikes(t: FlatArray, mask: int, row: int, bits: int) -> int:
    """The bits that a cross on this cell sets in its row (DA-02)."""
    return crossed_bits(mask, bits, bits << 1 & t[SECOND_BITS + row])


@inline
def next_bits(t: FlatArray, mask: int, row: int) -> int:
    """The bits of the first cell right of the last cross; 0 if no cell is left in the row."""
    return next_cell(mask, t[DOUBLE_BITS + row], t[LOCK_BIT + row])


@inline
def fewest_rows(s: FlatArray, b: int) -> int:
    """The rows tied for the fewest crosses, as a mask (L-05, BB-02)."""
    rows = b + ROWS
    return fewest(count(s[rows]), count(s[rows + 1]), count(s[rows + 2]), count(s[rows + 3]))


@inline
def cross(t: FlatArray, s: FlatArray, o: int, b: int, row: int, bits: int) -> None:
    """Make one legal cross, with its lock and token (C-09, L-02)."""
    lock = t[LOCK_BIT + row]
    mask = s[b + ROWS + row]
    mask = after_cross(mask, strikes(t, mask, row, bits), t[FIRST_LOCK_BIT + row], lock)
    closes = mask & lock != 0
    if closes:
        s[o + LOCKING] |= 1 << row
    s[b + ROWS + row] = mask
    if t[PAIRS]:
        cross_partner(t, s, b, row, bits)
    if t[HAS_TOKENS]:
        token = t[TOKEN + ROW_PLACES * row + lowest(bits)]
        if token == BOX or (token != NO_TOKEN and is_earned(t, s, b + ROWS, token - FIRST_SYMBOL)):
            push(s, b, token)
        if closes:  # BA-05: the player's own squares are struck immediately
            s[b + BAR] |= t[ROW_SQUARES + 2 * row]
            s[b + BAR + 1] |= t[ROW_SQUARES + 2 * row + 1]


@inline
def cross_partner(t: FlatArray, s: FlatArray, b: int, row: int, bits: int) -> None:
    """Cross the other cell of a chained pair, regardless of the other crosses in its row
    (CC-02)."""
    partner = t[PARTNER + ROW_PLACES * row + lowest(bits)] - 1
    if partner >= 0:
        s[b + ROWS + partner // ROW_PLACES] |= 1 << partner % ROW_PLACES


@inline
def is_earned(t: FlatArray, s: FlatArray, rows: int, k: int) -> bool:
    """Whether all cells of symbol k are crossed in the rows from index `rows` on (BB-01)."""
    wanted = BONUS_MASK + 4 * k
    return (
        contains(s[rows], t[wanted])
        and contains(s[rows + 1], t[wanted + 1])
        and contains(s[rows + 2], t[wanted + 2])
        and contains(s[rows + 3], t[wanted + 3])
    )


@inline
def push(s: FlatArray, b: int, token: int) -> None:
    """Append a token to the queue. It has room for 64, more than any chain earns."""
    tail = s[b + QUEUE_TAIL]
    place = b + QUEUE + (tail >> 3)
    if tail & 7 == 0:
        s[place] = 0
    s[place] |= token << 4 * (tail & 7)
    s[b + QUEUE_TAIL] = tail + 1


@inline
def first_token(s: FlatArray, b: int) -> int:
    head = s[b + QUEUE_HEAD]
    return s[b + QUEUE + (head >> 3)] >> 4 * (head & 7) & 15


@inline
def cross_next(t: FlatArray, s: FlatArray, o: int, b: int, row: int) -> None:
    """Make a bonus cross on the row's next cell; it lapses if the row cannot take it (BA-04)."""
    mask = s[b + ROWS + row]
    bits = next_bits(t, mask, row)
    if not s[o + CLOSED] >> row & 1 and takes(t, mask, row, bits):
        cross(t, s, o, b, row, bits)


@inline
def strike_next_square(t: FlatArray, s: FlatArray, o: int, b: int) -> None:
    """Strike the leftmost free square and cross in its row (BA-02)."""
    for square in range(t[SQUARES]):
        place = b + BAR + (square >> 5)
        if not s[place] >> (square & 31) & 1:
            s[place] |= 1 << (square & 31)
            cross_next(t, s, o, b, t[SQUARE_ROW + square])
            return


@inline
def handle_fewest(t: FlatArray, s: FlatArray, o: int, b: int, row: int) -> None:
    """Make all crosses of the first token in this row; impossible ones lapse (BB-01, BB-02)."""
    k = first_token(s, b) - FIRST_SYMBOL
    s[b + QUEUE_HEAD] += 1
    s[b + TIED] = 0
    for _ in range(t[BONUS_AMOUNT + k]):
        cross_next(t, s, o, b, row)


@inline
def run_chain(t: FlatArray, s: FlatArray, o: int, b: int) -> None:
    """Handle tokens until none is left or a choice is needed."""
    while s[b + QUEUE_HEAD] < s[b + QUEUE_TAIL]:
        token = first_token(s, b)
        effect = 0 if token == BOX else t[BONUS_EFFECT + token - FIRST_SYMBOL]
        if effect == CROSS_FEWEST:
            rows = fewest_rows(s, b)
            if rows.bit_count() > 1:
                s[b + TIED] = rows
                return
            handle_fewest(t, s, o, b, lowest(rows))
        else:
            s[b + QUEUE_HEAD] += 1
            if token == BOX:
                strike_next_square(t, s, o, b)
            elif effect == CROSS_EVERY:
                for row in range(4):
                    cross_next(t, s, o, b, row)
    s[b + QUEUE_HEAD] = 0
    s[b + QUEUE_TAIL] = 0


@inline
def points_in(t: FlatArray, mask: int, more: int) -> int:
    """Points of a row; `more` crosses of a bonus row count as well (C-14, DA-05, BP-04)."""
    return row_points(counted(count(mask) + more, t[MOST_COUNTED]))


@inline
def sheet_points(t: FlatArray, s: FlatArray, rows: int, bar: int, penalties: int) -> int:
    """Total points of a sheet with rows from index `rows` on and marks from index `bar` on.

    C-14, BB-01, CS-01, BP-04.
    """
    upper = lower = 0
    if t[BONUS_ROWS]:
        upper, lower = count(s[bar]), count(s[bar + 1])
    p0, p1 = points_in(t, s[rows], upper), points_in(t, s[rows + 1], upper)
    p2, p3 = points_in(t, s[rows + 2], lower), points_in(t, s[rows + 3], lower)
    cost = penalties * t[PENALTY_POINTS]
    total = p0 + p1 + p2 + p3 - cost
    for k in range(t[BONUSES]):
        effect = t[BONUS_EFFECT + k]
        if effect >= DOUBLE_FEWEST and is_earned(t, s, rows, k):
            least = min(min(p0, p1), min(p2, p3))
            total += bonus_points(effect, t[BONUS_AMOUNT + k], least, cost)
    if t[STEPS]:
        total += row_points(fifth_row(t, s, rows))
    return total


@inline
def fifth_row(t: FlatArray, s: FlatArray, rows: int) -> int:
    """Number of crosses in the fifth row; `rows` is the index of the first row (CS-01)."""
    return steps_crossed(
        s[rows] & t[STEP_BITS],
        s[rows + 1] & t[STEP_BITS + 1],
        s[rows + 2] & t[STEP_BITS + 2],
        s[rows + 3] & t[STEP_BITS + 3],
    )


@inline
def score(t: FlatArray, s: FlatArray, b: int) -> int:
    """The total of a seat's sheet, without hidden answers."""
    return sheet_points(t, s, b + SHOWN, b + SHOWN_BAR, s[b + PENALTIES])
