"""Lists the candidates of a seat in compiled code, WIDTH integers each."""

from __future__ import annotations

from rowlock.bots.compiled.workspace import Workspace
from rowlock.core.rules import NOT_ENDED, ending
from rowlock.kernel.bits import lowest
from rowlock.kernel.jit import FlatArray, inline, noinline
from rowlock.kernel.options import block, colour_options, white_options
from rowlock.kernel.seat_tables import seat_tables
from rowlock.kernel.sheet_rules import run_chain
from rowlock.kernel.state import ACTIVE, BAR, CLOSED, LOCKING, ROWS, SEAT, TIED
from rowlock.kernel.turn import answer_choice, colour_row, cross_colour, cross_white
from rowlock.kernel.variant_tables import CLOSED_ROWS_TO_END, HAS_TOKENS, PENALTIES_TO_END

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
"""Maximum number of candidates of one seat: 9 * 4 answers times 9 * 4 more, and some spare."""
MOST_WHITES = 64
"""Maximum number of answers to action 1."""


@inline
def keep(work: Workspace, b: int, at: int) -> None:
    """Save a seat's block of the state."""
    for k in range(SEAT):
        work.aside[at + k] = work.state[b + k]


@inline
def restore(work: Workspace, b: int, at: int) -> None:
    for k in range(SEAT):
        work.state[b + k] = work.aside[at + k]


@inline
def note_first(work: Workspace, b: int, p: int, option: int) -> None:
    """Store the sheet after action 1 as a candidate without an action 2."""
    s, c = work.state, work.candidates
    for k in range(4):
        c[p + FIRST_ROWS + k] = s[b + ROWS + k]
        c[p + SECOND_ROWS + k] = s[b + ROWS + k]
    for k in range(2):
        c[p + FIRST_BAR + k] = s[b + BAR + k]
        c[p + SECOND_BAR + k] = s[b + BAR + k]
    c[p + FIRST_LOCKS] = s[LOCKING]
    c[p + OPTION1] = option
    c[p + SECOND_LOCKS] = 0
    c[p + OPTION2] = 0
    c[p + ROW2] = 0
    c[p + COLOUR2] = 0


@inline
def note_second(work: Workspace, b: int, p: int, option: int, row: int) -> None:
    s, c = work.state, work.candidates
    for k in range(4):
        c[p + SECOND_ROWS + k] = s[b + ROWS + k]
    for k in range(2):
        c[p + SECOND_BAR + k] = s[b + BAR + k]
    c[p + SECOND_LOCKS] = s[LOCKING]
    c[p + OPTION2] = option
    c[p + ROW2] = row
    # A bonus row has no colour: it is never out of play.
    c[p + COLOUR2] = row if row > 3 else (option - 1) >> 1 & 3


@inline
def copy_candidate(work: Workspace, to: int, p: int) -> None:
    for k in range(WIDTH):
        work.candidates[to + k] = work.candidates[p + k]


@noinline
def take_row(t: FlatArray, s: FlatArray, b: int, tied: int) -> None:
    """Choose the uppermost of these rows, and of any that are tied later in the chain (custom
    sheets)."""
    while tied:
        answer_choice(t, s, 0, b, 1 + lowest(tied))
        tied = s[b + TIED]


@noinline
def list_whites(work: Workspace, seat: int, p: int) -> int:
    """List all answers of a seat to action 1 from index `p`; returns their number."""
    t, s = seat_tables(work.tables, seat), work.state
    b = block(0, seat)
    options = white_options(t, s, 0, b)
    number = 0
    keep(work, b, 0)
    while options:
        option = lowest(options)
        options &= options - 1
        s[LOCKING] = 0
        if option:
            cross_white(t, s, 0, b, option)
            if t[HAS_TOKENS]:
                run_chain(t, s, 0, b)
        tied = s[b + TIED]
        if tied:
            keep(work, b, SEAT)
            locking = s[LOCKING]
            while tied:
                take_row(t, s, b, tied)
                note_first(work, b, p + WIDTH * number, option)
                number += 1
                tied &= tied - 1
                restore(work, b, SEAT)
                s[LOCKING] = locking
        else:
            note_first(work, b, p + WIDTH * number, option)
            number += 1
        restore(work, b, 0)
    s[LOCKING] = 0
    return number


@noinline
def list_colours(work: Workspace, seat: int, p: int, first: int) -> int:
    """List every action 2 after the candidate `first` from index `p`; returns their number."""
    t, s, c = seat_tables(work.tables, seat), work.state, work.candidates
    b = block(0, seat)
    keep(work, b, 0)
    closed = s[CLOSED]
    s[CLOSED] |= c[first + FIRST_LOCKS]
    for k in range(4):
        s[b + ROWS + k] = c[first + FIRST_ROWS + k]
    for k in range(2):
        s[b + BAR + k] = c[first + FIRST_BAR + k]
    keep(work, b, 2 * SEAT)
    options = 1
    if ending(s[CLOSED], 0, t[CLOSED_ROWS_TO_END], t[PENALTIES_TO_END]) == NOT_ENDED:
        options = colour_options(t, s, 0, b)
    number = 0
    while options:
        option = lowest(options)
        options &= options - 1
        at = p + WIDTH * number
        copy_candidate(work, at, first)
        if option == 0:
            number += 1
            continue
        s[LOCKING] = 0
        row = colour_row(t, s, 0, option)
        cross_colour(t, s, 0, b, option)
        if t[HAS_TOKENS]:
            run_chain(t, s, 0, b)
        tied = s[b + TIED]
        if tied:
            keep(work, b, SEAT)
            locking = s[LOCKING]
            while tied:
                at = p + WIDTH * number
                copy_candidate(work, at, first)
                take_row(t, s, b, tied)
                note_second(work, b, at, option, row)
                number += 1
                tied &= tied - 1
                restore(work, b, SEAT)
                s[LOCKING] = locking
        else:
            note_second(work, b, at, option, row)
            number += 1
        restore(work, b, 2 * SEAT)
    restore(work, b, 0)
    s[CLOSED] = closed
    s[LOCKING] = 0
    return number


@noinline
def list_turn(work: Workspace, seat: int, p: int) -> int:
    """List a seat's candidates for the whole turn from index `p`; returns their number."""
    if seat != work.state[ACTIVE]:
        return list_whites(work, seat, p)
    spare = p + WIDTH * (MOST - MOST_WHITES)
    whites = list_whites(work, seat, spare)
    number = 0
    for k in range(whites):
        number += list_colours(work, seat, p + WIDTH * number, spare + WIDTH * k)
    return number
