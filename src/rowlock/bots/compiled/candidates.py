"""What a seat may do in a turn, in compiled code: its candidates in `c`, WIDTH integers each."""

from __future__ import annotations

from rowlock.kernel.bits import lowest
from rowlock.kernel.compile import (
    CLOSED_ROWS_TO_END,
    COLOUR_BIT,
    COLOUR_ROW,
    HAS_TOKENS,
    PENALTIES_TO_END,
)
from rowlock.kernel.jit import Flat, part, piece
from rowlock.kernel.rules import NOT_ENDED, ending
from rowlock.kernel.sheet_rules import cross, run_chain
from rowlock.kernel.state import ACTIVE, BAR, CLOSED, LOCKING, ROWS, SEAT, TIED
from rowlock.kernel.turn import (
    answer_choice,
    block,
    colour_options,
    colour_place,
    white_bits,
    white_options,
)

FIRST_ROWS = 0
FIRST_BAR = 4
FIRST_LOCKS = 6
OPTION1 = 7
SECOND_ROWS = 8
SECOND_BAR = 12
SECOND_LOCKS = 14
OPTION2 = 15
ROW2 = 16
COLOUR2 = 17
WIDTH = 20
MOST = 1400
"""Room for the candidates of one seat: 9 * 4 answers times 9 * 4 more, and some."""


@piece
def keep(s: Flat, b: int, h: Flat, at: int) -> None:
    """Put a seat's block aside."""
    for k in range(SEAT):
        h[at + k] = s[b + k]


@piece
def restore(s: Flat, b: int, h: Flat, at: int) -> None:
    for k in range(SEAT):
        s[b + k] = h[at + k]


@piece
def note_first(s: Flat, o: int, b: int, c: Flat, p: int, option: int) -> None:
    """The sheet after action 1 as a candidate that does nothing more."""
    for k in range(4):
        c[p + FIRST_ROWS + k] = s[b + ROWS + k]
        c[p + SECOND_ROWS + k] = s[b + ROWS + k]
    for k in range(2):
        c[p + FIRST_BAR + k] = s[b + BAR + k]
        c[p + SECOND_BAR + k] = s[b + BAR + k]
    c[p + FIRST_LOCKS] = s[o + LOCKING]
    c[p + OPTION1] = option
    c[p + SECOND_LOCKS] = 0
    c[p + OPTION2] = 0
    c[p + ROW2] = 0
    c[p + COLOUR2] = 0


@piece
def note_second(s: Flat, o: int, b: int, c: Flat, p: int, option: int, row: int) -> None:
    for k in range(4):
        c[p + SECOND_ROWS + k] = s[b + ROWS + k]
    for k in range(2):
        c[p + SECOND_BAR + k] = s[b + BAR + k]
    c[p + SECOND_LOCKS] = s[o + LOCKING]
    c[p + OPTION2] = option
    c[p + ROW2] = row
    c[p + COLOUR2] = (option - 1) >> 1 & 3


@part
def take_row(t: Flat, s: Flat, o: int, b: int, tied: int) -> None:
    """Choose the uppermost of these rows, and of any tied later in the chain (own sheets)."""
    while tied:
        answer_choice(t, s, o, b, 1 + lowest(tied))
        tied = s[b + TIED]


@part
def take_cell(t: Flat, s: Flat, o: int, b: int, row: int, bits: int) -> None:
    """A cross and its chain, up to a tie."""
    cross(t, s, o, b, row, bits)
    if t[HAS_TOKENS]:
        run_chain(t, s, o, b)


@part
def list_whites(t: Flat, s: Flat, o: int, seat: int, c: Flat, p: int, h: Flat) -> int:
    """All answers of a seat to action 1, from `c[p]` on; how many there are."""
    b = block(o, seat)
    options = white_options(t, s, o, b)
    number = 0
    keep(s, b, h, 0)
    while options:
        option = lowest(options)
        options &= options - 1
        s[o + LOCKING] = 0
        if option:
            take_cell(t, s, o, b, (option - 1) & 3, white_bits(t, s, o, b, option))
        tied = s[b + TIED]
        if tied:
            keep(s, b, h, SEAT)
            locking = s[o + LOCKING]
            while tied:
                take_row(t, s, o, b, tied)
                note_first(s, o, b, c, p + WIDTH * number, option)
                number += 1
                tied &= tied - 1
                restore(s, b, h, SEAT)
                s[o + LOCKING] = locking
        else:
            note_first(s, o, b, c, p + WIDTH * number, option)
            number += 1
        restore(s, b, h, 0)
    s[o + LOCKING] = 0
    return number


@part
def list_colours(t: Flat, s: Flat, o: int, seat: int, c: Flat, p: int, q: int, h: Flat) -> int:
    """Every action 2 after the candidate `c[q]`, from `c[p]` on; how many there are."""
    b = block(o, seat)
    keep(s, b, h, 0)
    closed = s[o + CLOSED]
    s[o + CLOSED] |= c[q + FIRST_LOCKS]
    for k in range(4):
        s[b + ROWS + k] = c[q + FIRST_ROWS + k]
    for k in range(2):
        s[b + BAR + k] = c[q + FIRST_BAR + k]
    keep(s, b, h, 2 * SEAT)
    options = 1
    if ending(s[o + CLOSED], 0, t[CLOSED_ROWS_TO_END], t[PENALTIES_TO_END]) == NOT_ENDED:
        options = colour_options(t, s, o, b)
    number = 0
    while options:
        option = lowest(options)
        options &= options - 1
        at = p + WIDTH * number
        for k in range(WIDTH):
            c[at + k] = c[q + k]
        if option == 0:
            number += 1
            continue
        s[o + LOCKING] = 0
        place = colour_place(s, o, option)
        row = t[COLOUR_ROW + place] & 3
        take_cell(t, s, o, b, row, t[COLOUR_BIT + place])
        tied = s[b + TIED]
        if tied:
            keep(s, b, h, SEAT)
            locking = s[o + LOCKING]
            while tied:
                at = p + WIDTH * number
                for k in range(WIDTH):
                    c[at + k] = c[q + k]
                take_row(t, s, o, b, tied)
                note_second(s, o, b, c, at, option, row)
                number += 1
                tied &= tied - 1
                restore(s, b, h, SEAT)
                s[o + LOCKING] = locking
        else:
            note_second(s, o, b, c, at, option, row)
            number += 1
        restore(s, b, h, 2 * SEAT)
    restore(s, b, h, 0)
    s[o + CLOSED] = closed
    s[o + LOCKING] = 0
    return number


@part
def list_turn(t: Flat, s: Flat, o: int, seat: int, c: Flat, p: int, h: Flat) -> int:
    """A seat's candidates for the whole turn, from `c[p]` on; how many there are."""
    if seat != s[o + ACTIVE]:
        return list_whites(t, s, o, seat, c, p, h)
    spare = p + WIDTH * (MOST - 40)
    whites = list_whites(t, s, o, seat, c, spare, h)
    number = 0
    for k in range(whites):
        number += list_colours(t, s, o, seat, c, p + WIDTH * number, spare + WIDTH * k, h)
    return number
