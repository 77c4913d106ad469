"""Actions: numbers that mean the same in every phase, for whoever drives games from outside.

    0                    nothing
    1 + cell             cross this cell (numbered in reading order over the sheet); in action 1
                         the number of the cell tells the white sum from its swaps
    1 + cells + row      the lucky cross in this row
    1 + cells + 4 + row  choose this row among the tied ones

`1 + cells + 8` in all: 53 on a classic sheet, 69 on Longo. Options (`turn.py`) are what the
kernel uses inside.
"""

from __future__ import annotations

from rowlock.kernel.compile import (
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
from rowlock.kernel.jit import Flat, piece
from rowlock.kernel.options import (
    FIRST_LUCKY,
    FIRST_MORE,
    block,
    higher_white,
    is_bonus,
    lower_white,
    white_sum,
)
from rowlock.kernel.state import ACTION1, DECIDER, DICE, PHASE, TIED
from rowlock.kernel.turn import colour_place, white_number


def action_count(cells: int) -> int:
    """How many actions a sheet with so many cells has."""
    return 1 + cells + 8


@piece
def action_of(t: Flat, s: Flat, o: int, option: int) -> int:
    """The action of a legal option of the seat that is asked."""
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


@piece
def option_of(t: Flat, s: Flat, o: int, options: int, action: int) -> int:
    """The option of an action, or -1 where it is not legal. `options` are the legal ones."""
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
