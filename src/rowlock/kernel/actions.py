"""Actions: numbers with the same meaning in every phase, for callers outside the kernel.

    0                    nothing
    1 + cell             cross this cell (numbered in reading order); in action 1 the number of
                         the cell distinguishes the white sum from its swaps
    1 + cells + row      the lucky cross in this row
    1 + cells + 4 + row  choose this one of the tied rows

There are `1 + cells + 8` actions: 53 on a classic sheet, 69 on Longo. Inside the kernel, moves are
numbered as options instead (`turn.py`).
"""

from __future__ import annotations

from rowlock.kernel.jit import FlatArray, inline
from rowlock.kernel.options import (
    FIRST_LUCKY,
    FIRST_MORE,
    block,
    higher_white,
    is_bonus,
    lower_white,
    white_sum,
)
from rowlock.kernel.seat_tables import seat_tables
from rowlock.kernel.state import ACTION1, DECIDER, DICE, PHASE, TIED
from rowlock.kernel.turn import colour_place, white_number
from rowlock.kernel.variant_tables import (
    BONUS_CELL,
    CELL_COLOUR,
    CELL_NUMBER,
    CELL_ROW,
    CELLS,
    COLOUR_CELL,
    FIELDS,
    SUMS,
    SWAP,
    WHITE_CELL,
)


def action_count(cells: int) -> int:
    """Number of actions on a sheet with this many cells."""
    return 1 + cells + 8


@inline
def action_of(t: FlatArray, s: FlatArray, o: int, option: int) -> int:
    """The action of a legal option of the seat to decide."""
    t = seat_tables(t, s[o + DECIDER])
    if s[block(o, s[o + DECIDER]) + TIED]:
        return t[CELLS] + 4 + option
    if option == 0:
        return 0
    if is_bonus(t, option):
        return 1 + t[BONUS_CELL + option - FIRST_MORE]
    if s[o + PHASE] != ACTION1:
        return 1 + t[COLOUR_CELL + colour_place(s, o, option)]
    if FIRST_LUCKY <= option < FIRST_MORE:
        return t[CELLS] + option - 4
    return 1 + t[WHITE_CELL + 4 * white_number(t, s, o, option) + (option - 1 & 3)]


@inline
def option_of(t: FlatArray, s: FlatArray, o: int, options: int, action: int) -> int:
    """The option of an action, or -1 if it is not among the legal `options`."""
    t = seat_tables(t, s[o + DECIDER])
    option = -1
    cells = t[CELLS]
    if s[block(o, s[o + DECIDER]) + TIED]:
        if action > cells + 4:
            option = action - cells - 4
    elif action == 0:
        option = 0
    elif 0 < action <= cells:
        cell = action - 1
        row = t[CELL_ROW + cell]
        if row > 3:
            option = FIRST_MORE + SUMS * (row - 4) + t[CELL_NUMBER + cell]
        elif s[o + PHASE] == ACTION1:
            number = t[CELL_NUMBER + cell]
            if number == white_sum(s, o):
                option = 1 + row
            for field in range(t[FIELDS]):
                if t[SWAP + SUMS * field + white_sum(s, o)] == number:
                    option = FIRST_MORE + 4 * field + row
        else:
            colour = t[CELL_COLOUR + cell] & 3
            white = t[CELL_NUMBER + cell] - s[o + DICE + 2 + colour]
            if white == lower_white(s, o):
                option = 1 + 2 * colour
            elif white == higher_white(s, o):
                option = 2 + 2 * colour
    elif cells < action <= cells + 4 and s[o + PHASE] == ACTION1:
        option = action - cells + 4
    if option >= 0 and options >> option & 1:
        return option
    return -1
