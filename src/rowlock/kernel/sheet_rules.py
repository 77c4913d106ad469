"""What a cross does to one sheet: `core/sheet_rules.py` on integers.

Tokens queue up in the seat's block, first earned, first handled (BB-03). A chain that finds
several rows with the fewest crosses stops and leaves them in TIED.
"""

from __future__ import annotations

from rowlock.core.rules import (
    after_cross,
    bonus_points,
    count,
    counted,
    fewest,
    holds,
    may_cross,
    next_cell,
    row_points,
    steps_crossed,
    struck,
)
from rowlock.kernel.bits import lowest
from rowlock.kernel.compile import (
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
from rowlock.kernel.jit import Flat, piece
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
from rowlock.variants.variant import CROSS_EVERY, CROSS_FEWEST, DOUBLE_FEWEST


@piece
def takes(t: Flat, mask: int, row: int, bits: int) -> bool:
    """Whether a row with these crosses takes this cell, closing by others aside (C-03, C-09)."""
    bits = strikes(t, mask, row, bits)
    return may_cross(mask, bits, t[FIRST_LOCK_BIT + row], t[CROSSES_BEFORE_LOCK])


@piece
def strikes(t: Flat, mask: int, row: int, bits: int) -> int:
    """What a cross on the cell with these bits sets in its row (DA-02)."""
    return struck(mask, bits, bits << 1 & t[SECOND_BITS + row])


@piece
def next_bits(t: Flat, mask: int, row: int) -> int:
    """The bits of the first cell right of the last cross, 0 when the row has none left."""
    return next_cell(mask, t[DOUBLE_BITS + row], t[LOCK_BIT + row])


@piece
def fewest_rows(s: Flat, b: int) -> int:
    """The rows tied for the fewest crosses, as a mask (L-05, BB-02)."""
    rows = b + ROWS
    return fewest(count(s[rows]), count(s[rows + 1]), count(s[rows + 2]), count(s[rows + 3]))


@piece
def cross(t: Flat, s: Flat, o: int, b: int, row: int, bits: int) -> None:
    """One legal cross, its lock and its token (C-09, L-02)."""
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
        if closes:  # BA-05, at once in one's own chain
            s[b + BAR] |= t[ROW_SQUARES + 2 * row]
            s[b + BAR + 1] |= t[ROW_SQUARES + 2 * row + 1]


@piece
def cross_partner(t: Flat, s: Flat, b: int, row: int, bits: int) -> None:
    """The other cell of a chained pair, whatever stands in its row (CC-02)."""
    partner = t[PARTNER + ROW_PLACES * row + lowest(bits)] - 1
    if partner >= 0:
        s[b + ROWS + partner // ROW_PLACES] |= 1 << partner % ROW_PLACES


@piece
def is_earned(t: Flat, s: Flat, rows: int, k: int) -> bool:
    """Whether every cell of symbol k is crossed in the four rows from index `rows` on (BB-01)."""
    wanted = BONUS_MASK + 4 * k
    return (
        holds(s[rows], t[wanted])
        and holds(s[rows + 1], t[wanted + 1])
        and holds(s[rows + 2], t[wanted + 2])
        and holds(s[rows + 3], t[wanted + 3])
    )


@piece
def push(s: Flat, b: int, token: int) -> None:
    """A token at the end of the queue. No chain earns more than the 64 that fit."""
    tail = s[b + QUEUE_TAIL]
    place = b + QUEUE + (tail >> 3)
    if tail & 7 == 0:
        s[place] = 0
    s[place] |= token << 4 * (tail & 7)
    s[b + QUEUE_TAIL] = tail + 1


@piece
def first_token(s: Flat, b: int) -> int:
    head = s[b + QUEUE_HEAD]
    return s[b + QUEUE + (head >> 3)] >> 4 * (head & 7) & 15


@piece
def cross_next(t: Flat, s: Flat, o: int, b: int, row: int) -> None:
    """A bonus cross on the row's next cell; it lapses where the row cannot take it (BA-04)."""
    mask = s[b + ROWS + row]
    bits = next_bits(t, mask, row)
    if not s[o + CLOSED] >> row & 1 and takes(t, mask, row, bits):
        cross(t, s, o, b, row, bits)


@piece
def strike_next_square(t: Flat, s: Flat, o: int, b: int) -> None:
    """Strike the leftmost free square and cross in its row (BA-02)."""
    for square in range(t[SQUARES]):
        place = b + BAR + (square >> 5)
        if not s[place] >> (square & 31) & 1:
            s[place] |= 1 << (square & 31)
            cross_next(t, s, o, b, t[SQUARE_ROW + square])
            return


@piece
def handle_fewest(t: Flat, s: Flat, o: int, b: int, row: int) -> None:
    """The first token's crosses, all in this row; what it cannot take lapses (BB-01, BB-02)."""
    k = first_token(s, b) - FIRST_SYMBOL
    s[b + QUEUE_HEAD] += 1
    s[b + TIED] = 0
    for _ in range(t[BONUS_AMOUNT + k]):
        cross_next(t, s, o, b, row)


@piece
def run_chain(t: Flat, s: Flat, o: int, b: int) -> None:
    """Handle tokens until none is left or a choice is owed."""
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


@piece
def points_in(t: Flat, mask: int, more: int) -> int:
    """The points of a row with so many more crosses beside it (C-14, DA-05, BP-04)."""
    return row_points(counted(count(mask) + more, t[MOST_COUNTED]))


@piece
def sheet_points(t: Flat, s: Flat, rows: int, bar: int, penalties: int) -> int:
    """The total of a sheet, its four rows from index `rows` on, its marks from `bar` on.

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


@piece
def fifth_row(t: Flat, s: Flat, rows: int) -> int:
    """How many crosses the fifth row holds, the four rows from index `rows` on (CS-01)."""
    return steps_crossed(
        s[rows] & t[STEP_BITS],
        s[rows + 1] & t[STEP_BITS + 1],
        s[rows + 2] & t[STEP_BITS + 2],
        s[rows + 3] & t[STEP_BITS + 3],
    )


@piece
def score(t: Flat, s: Flat, b: int) -> int:
    """The total of a seat's sheet as everybody sees it."""
    return sheet_points(t, s, b + SHOWN, b + SHOWN_BAR, s[b + PENALTIES])
