"""What a cross does to one sheet: `core/sheet_rules.py` on integers.

Tokens queue up in the seat's block, first earned, first handled (BB-03). A chain that finds
several rows with the fewest crosses stops and leaves them in TIED.
"""

from __future__ import annotations

from rowlock.kernel.bits import count, length, lowest
from rowlock.kernel.compile import (
    BONUS_AMOUNT,
    BONUS_EFFECT,
    BONUS_MASK,
    BONUSES,
    BOX,
    CROSS_EVERY,
    CROSS_FEWEST,
    CROSSES_BEFORE_LOCK,
    DOUBLE_FEWEST,
    FIRST_LOCK_BIT,
    FIRST_SYMBOL,
    FREE_PENALTIES,
    HAS_TOKENS,
    LOCK_BIT,
    NO_TOKEN,
    PENALTY_POINTS,
    POINTS,
    ROW_CELLS,
    ROW_SQUARES,
    SQUARE_ROW,
    SQUARES,
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
    TIED,
)


@piece
def takes(t: Flat, mask: int, row: int, bit: int) -> bool:
    """Whether a row with these crosses takes this one, closing by others aside (C-03, C-09).

    A bit of 0, "no such cell", is never taken. Written without a branch: dice are hard to
    predict, also for a processor.
    """
    may_lock = count(mask) >= t[CROSSES_BEFORE_LOCK]
    return (mask < bit) & ((bit < t[FIRST_LOCK_BIT + row]) | may_lock)


@piece
def next_bit(t: Flat, mask: int, row: int) -> int:
    """The bit of the first cell right of the last cross, 0 when the row has none left."""
    bit = 1 << length(mask)
    return bit if bit < t[LOCK_BIT + row] else 0


@piece
def fewest(s: Flat, b: int) -> int:
    """The rows tied for the fewest crosses, as a mask (L-05, BB-02)."""
    c0, c1 = count(s[b + ROWS]), count(s[b + ROWS + 1])
    c2, c3 = count(s[b + ROWS + 2]), count(s[b + ROWS + 3])
    least = min(min(c0, c1), min(c2, c3))
    return (c0 == least) * 1 + (c1 == least) * 2 + (c2 == least) * 4 + (c3 == least) * 8


@piece
def cross(t: Flat, s: Flat, o: int, b: int, row: int, bit: int) -> None:
    """One legal cross, its lock and its token (C-09, L-02)."""
    mask = s[b + ROWS + row] | bit
    closes = bit >= t[FIRST_LOCK_BIT + row]
    if closes:
        mask |= t[LOCK_BIT + row]
        s[o + LOCKING] |= 1 << row
    s[b + ROWS + row] = mask
    if t[HAS_TOKENS]:
        token = t[TOKEN + ROW_CELLS * row + lowest(bit)]
        if token == BOX or (token != NO_TOKEN and is_earned(t, s, b + ROWS, token - FIRST_SYMBOL)):
            push(s, b, token)
        if closes:  # BA-05, at once in one's own chain
            s[b + BAR] |= t[ROW_SQUARES + 2 * row]
            s[b + BAR + 1] |= t[ROW_SQUARES + 2 * row + 1]


@piece
def is_earned(t: Flat, s: Flat, rows: int, k: int) -> bool:
    """Whether every cell of symbol k is crossed in the four rows from index `rows` on (BB-01)."""
    for row in range(4):
        wanted = t[BONUS_MASK + 4 * k + row]
        if s[rows + row] & wanted != wanted:
            return False
    return True


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
    bit = next_bit(t, mask, row)
    if not s[o + CLOSED] >> row & 1 and takes(t, mask, row, bit):
        cross(t, s, o, b, row, bit)


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
            rows = fewest(s, b)
            if count(rows) > 1:
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
def points(mask: int) -> int:
    """1 3 6 10 15 ... for 1 2 3 4 5 ... crosses, the lock counted (C-14)."""
    crosses = count(mask)
    return crosses * (crosses + 1) >> 1


@piece
def score(t: Flat, s: Flat, b: int) -> int:
    """The total of a seat's sheet as everybody sees it (C-14, BB-01)."""
    p0, p1 = points(s[b + SHOWN]), points(s[b + SHOWN + 1])
    p2, p3 = points(s[b + SHOWN + 2]), points(s[b + SHOWN + 3])
    cost = s[b + PENALTIES] * t[PENALTY_POINTS]
    total = p0 + p1 + p2 + p3 - cost
    for k in range(t[BONUSES]):
        if is_earned(t, s, b + SHOWN, k):
            effect = t[BONUS_EFFECT + k]
            if effect == DOUBLE_FEWEST:
                total += min(min(p0, p1), min(p2, p3))
            elif effect == POINTS:
                total += t[BONUS_AMOUNT + k]
            elif effect == FREE_PENALTIES:
                total += cost
    return total
