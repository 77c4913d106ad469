"""What may be crossed now, on integers: the options of the seat that is asked.

An *option* is what the seat that is asked (DECIDER) may do now; the options of a moment are a mask
of at most 63 bits, in the very order of the core's `legal_moves`:

    action 1   0 nothing   1 + row the white sum in it   5 + row a lucky cross in it
                           9 + 4 * field + row           what a swap field makes of the sum, in it
                           9 + 19 * k + number           bonus row k, in action 2 as well
    action 2   0 nothing   1 + 2 * colour + k            k = 0 the lower white die, 1 the higher
    choice                 1 + row                       a choice cannot be declined

The nine first are all that nearly every sheet offers; what the others mean is up to the sheet.

`& 7` on a seat, `& 31` on a sum and their like change nothing: they tell the compiler that an
index is not negative, which spares a test at every access, a sixth of the whole time.
"""

from __future__ import annotations

from rowlock.core.rules import is_beside, may_cross, may_swap
from rowlock.kernel.bits import i64, lowest
from rowlock.kernel.compile import (
    BONUS_BIT,
    BONUS_ROWS,
    COLOUR_BIT,
    COLOUR_ROW,
    FIELDS,
    MIXED_COLOURS,
    MORE_WHITES,
    SUMS,
    SWAP,
    WHITE_BIT,
)
from rowlock.kernel.jit import Flat, part, piece
from rowlock.kernel.sheet_rules import (
    fewest_rows,
    next_bits,
    takes,
)
from rowlock.kernel.state import (
    ACTION1,
    BAR,
    CLOSED,
    DECIDER,
    DICE,
    HEAD,
    LUCKY,
    PHASE,
    ROWS,
    SEAT,
    TIED,
)

FIRST_LUCKY = 5
FIRST_MORE = 9
"""The options from here on are other ones on other sheets."""

NOT_NEGATIVE = 0xFFFFFFFFFFFF
"""The same for places in arrays."""


@piece
def block(o: int, seat: int) -> int:
    """Where the block of a seat begins."""
    return o + HEAD + SEAT * (seat & 7)


@piece
def white_sum(s: Flat, o: int) -> int:
    return (s[o + DICE] + s[o + DICE + 1]) & 31


@piece
def lower_white(s: Flat, o: int) -> int:
    return min(s[o + DICE], s[o + DICE + 1]) & 15


@piece
def higher_white(s: Flat, o: int) -> int:
    return max(s[o + DICE], s[o + DICE + 1]) & 15


@piece
def white_options(t: Flat, s: Flat, o: int, b: int) -> int:
    """What action 1 offers a seat (C-06, L-04)."""
    total = white_sum(s, o)
    shut = s[o + CLOSED]
    options = 0
    for row in range(4):
        fits = takes(t, s[b + ROWS + row], row, t[WHITE_BIT + 4 * total + row])
        options |= i64(fits) << (1 + row)
    options &= ~(shut << 1)
    if t[MORE_WHITES]:
        options |= lucky_options(t, s, o, b) | swap_options(t, s, o, b)
        for k in range(t[BONUS_ROWS]):
            options |= bonus_options(t, s, b, k, 1 << total)
    return options | 1


@part
def lucky_options(t: Flat, s: Flat, o: int, b: int) -> int:
    """The rows in which a lucky number offers the next cell (L-04, L-05)."""
    options = 0
    if s[b + LUCKY] >> white_sum(s, o) & 1:
        rows = fewest_rows(s, b) & ~s[o + CLOSED]
        for row in range(4):
            mask = s[b + ROWS + row]
            if rows >> row & 1 and takes(t, mask, row, next_bits(t, mask, row)):
                options |= 1 << FIRST_LUCKY + row
    return options


@part
def swap_options(t: Flat, s: Flat, o: int, b: int) -> int:
    """What the swap fields right of the used ones make of the white sum (X-02, X-03)."""
    total = white_sum(s, o)
    options = 0
    for field in range(t[FIELDS]):
        number = t[SWAP + SUMS * field + total]
        if number and may_swap(s[b + BAR], field):
            for row in range(4):
                fits = takes(t, s[b + ROWS + row], row, t[WHITE_BIT + 4 * number + row])
                if fits and not s[o + CLOSED] >> row & 1:
                    options |= 1 << FIRST_MORE + 4 * field + row
    return options


@piece
def colour_options(t: Flat, s: Flat, o: int, b: int) -> int:
    """What action 2 offers the active player (C-07, C-12, M-03)."""
    low = lower_white(s, o)
    high = higher_white(s, o)
    shut = s[o + CLOSED]
    mixed = t[MIXED_COLOURS]
    options = 1
    for colour in range(4):
        if not shut >> colour & 1:
            place = SUMS * colour + (s[o + DICE + 2 + colour] & 15)
            row = t[COLOUR_ROW + place + low] & 3 if mixed else colour
            fits = takes(t, s[b + ROWS + row], row, t[COLOUR_BIT + place + low])
            options |= (i64(fits) & ~(shut >> row)) << (1 + 2 * colour)
            row = t[COLOUR_ROW + place + high] & 3 if mixed else colour
            fits = takes(t, s[b + ROWS + row], row, t[COLOUR_BIT + place + high])
            options |= (i64(fits & (high != low)) & ~(shut >> row)) << (2 + 2 * colour)
    for k in range(t[BONUS_ROWS]):
        options |= bonus_options(t, s, b, k, sums_beside(s, o, k))
    return options


@part
def sums_beside(s: Flat, o: int, k: int) -> int:
    """The sums of a white die and one of a colour beside bonus row k, as bits (BP-02)."""
    sums = 0
    for colour in range(2 * k, 2 * k + 2):
        if not s[o + CLOSED] >> colour & 1:
            die = s[o + DICE + 2 + colour]
            sums |= 1 << die + lower_white(s, o) | 1 << die + higher_white(s, o)
    return sums


@part
def bonus_options(t: Flat, s: Flat, b: int, k: int, sums: int) -> int:
    """What these numbers offer in bonus row k: left to right, beside a cross (BP-02, BP-03)."""
    options = 0
    while sums:
        number = lowest(sums)
        sums &= sums - 1
        bits = t[BONUS_BIT + SUMS * k + number]
        above = s[b + ROWS + 2 * k] & t[WHITE_BIT + 4 * number + 2 * k]
        below = s[b + ROWS + 2 * k + 1] & t[WHITE_BIT + 4 * number + 2 * k + 1]
        if may_cross(s[b + BAR + k], bits, bits << 1, 0) and is_beside(above, below):
            options |= 1 << FIRST_MORE + SUMS * k + number
    return options


@piece
def is_bonus(t: Flat, option: int) -> bool:
    """Whether an option crosses in a bonus row."""
    return option >= FIRST_MORE and t[BONUS_ROWS] > 0


@piece
def bonus_row(option: int) -> int:
    """The row of an option in a bonus row, behind the four others."""
    return 4 + (option - FIRST_MORE) // SUMS


@piece
def bonus_bits(t: Flat, option: int) -> int:
    return t[BONUS_BIT + option - FIRST_MORE]


@piece
def legal_options(t: Flat, s: Flat, o: int) -> int:
    """What the seat that is asked may do, as a mask of options."""
    b = block(o, s[o + DECIDER])
    if s[b + TIED]:
        return s[b + TIED] << 1
    if s[o + PHASE] == ACTION1:
        return white_options(t, s, o, b)
    return colour_options(t, s, o, b)
