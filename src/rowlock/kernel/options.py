"""Legal options of the seat to decide, computed on integers.

An *option* is one possible answer of the seat to decide (DECIDER). The legal options are a mask of
at most 63 bits, in the same order as the core's `legal_moves`:

    action 1   0 nothing   1 + row the white sum in it   5 + row a lucky cross in it
                           9 + 4 * field + row           the number a swap field gives, in it
                           9 + 19 * k + number           bonus row k, in action 2 as well
    action 2   0 nothing   1 + 2 * colour + k            k = 0 the lower white die, 1 the higher
    choice                 1 + row                       a choice cannot be declined

Nearly every sheet uses only the first nine; the meaning of the others depends on the sheet.

Masking a seat with `& 7` or a sum with `& 31` does not change it: it tells the compiler that an
index is not negative. That saves a test per access, a sixth of the total time.
"""

from __future__ import annotations

from rowlock.core.rules import has_neighbour, may_cross, may_swap
from rowlock.kernel.bits import i64, lowest
from rowlock.kernel.jit import FlatArray, inline, noinline
from rowlock.kernel.seat_tables import seat_tables
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
from rowlock.kernel.variant_tables import (
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

FIRST_LUCKY = 5
FIRST_MORE = 9
"""The first option whose meaning depends on the sheet."""

NOT_NEGATIVE = 0xFFFFFFFFFFFF
"""Mask for array indices, which tells the compiler that they are not negative."""


@inline
def block(o: int, seat: int) -> int:
    """Index where the block of a seat begins."""
    return o + HEAD + SEAT * (seat & 7)


@inline
def white_sum(s: FlatArray, o: int) -> int:
    return (s[o + DICE] + s[o + DICE + 1]) & 31


@inline
def lower_white(s: FlatArray, o: int) -> int:
    return min(s[o + DICE], s[o + DICE + 1]) & 15


@inline
def higher_white(s: FlatArray, o: int) -> int:
    return max(s[o + DICE], s[o + DICE + 1]) & 15


@inline
def white_options(t: FlatArray, s: FlatArray, o: int, b: int) -> int:
    """Options of a seat in action 1 (C-06, L-04)."""
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
            options |= bonus_options(t, s, b, k, 1 << total, 1 << total)
    return options | 1


@noinline
def lucky_options(t: FlatArray, s: FlatArray, o: int, b: int) -> int:
    """Rows in which a lucky number allows a cross in the next cell (L-04, L-05)."""
    options = 0
    if s[b + LUCKY] >> white_sum(s, o) & 1:
        rows = fewest_rows(s, b) & ~s[o + CLOSED]
        for row in range(4):
            mask = s[b + ROWS + row]
            if rows >> row & 1 and takes(t, mask, row, next_bits(t, mask, row)):
                options |= 1 << FIRST_LUCKY + row
    return options


@noinline
def swap_options(t: FlatArray, s: FlatArray, o: int, b: int) -> int:
    """Options from the swap fields right of the used ones, for the white sum (X-02, X-03)."""
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


@inline
def colour_options(t: FlatArray, s: FlatArray, o: int, b: int) -> int:
    """Options of the active player in action 2 (C-07, C-12, M-03)."""
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
        upper, lower = coloured_sums(s, o, 2 * k), coloured_sums(s, o, 2 * k + 1)
        options |= bonus_options(t, s, b, k, upper, lower)
    return options


@noinline
def coloured_sums(s: FlatArray, o: int, colour: int) -> int:
    """Sums of a white die and the die of a colour, as bits; 0 if it is removed (C-07, C-12)."""
    if s[o + CLOSED] >> colour & 1:
        return 0
    die = s[o + DICE + 2 + colour]
    return 1 << die + lower_white(s, o) | 1 << die + higher_white(s, o)


@noinline
def bonus_options(t: FlatArray, s: FlatArray, b: int, k: int, upper: int, lower: int) -> int:
    """Options in bonus row k: left to right, next to a cross (BP-02, BP-03).

    `upper` and `lower` are the numbers rolled for the rows above and below it, as bits.
    """
    options = 0
    sums = upper | lower
    while sums:
        number = lowest(sums)
        sums &= sums - 1
        bits = t[BONUS_BIT + SUMS * k + number]
        above = s[b + ROWS + 2 * k] & t[WHITE_BIT + 4 * number + 2 * k]
        below = s[b + ROWS + 2 * k + 1] & t[WHITE_BIT + 4 * number + 2 * k + 1]
        beside = has_neighbour(above, below, upper >> number & 1, lower >> number & 1)
        if beside and may_cross(s[b + BAR + k], bits, bits << 1, 0):
            options |= 1 << FIRST_MORE + SUMS * k + number
    return options


@inline
def is_bonus(t: FlatArray, option: int) -> bool:
    """Whether an option is a cross in a bonus row."""
    return option >= FIRST_MORE and t[BONUS_ROWS] > 0


@inline
def bonus_row(option: int) -> int:
    """The row of an option in a bonus row; bonus rows follow the four others."""
    return 4 + (option - FIRST_MORE) // SUMS


@inline
def bonus_bits(t: FlatArray, option: int) -> int:
    return t[BONUS_BIT + option - FIRST_MORE]


@inline
def legal_options(t: FlatArray, s: FlatArray, o: int) -> int:
    """The legal options of the seat to decide, as a mask."""
    b = block(o, s[o + DECIDER])
    if s[b + TIED]:
        return s[b + TIED] << 1
    own = seat_tables(t, s[o + DECIDER])
    if s[o + PHASE] == ACTION1:
        return white_options(own, s, o, b)
    return colour_options(own, s, o, b)
