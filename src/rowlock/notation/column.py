"""Parser for one seat's column of a turn line. Its words have a fixed order:

?                      action 1 not answered yet
r5 ?g +b10 ?r          answer, its choices, action 2, its choices
x  or  +r3/- x         a penalty comes last
r5 ?                   the next answer is missing
"""

from __future__ import annotations

from rowlock.core.move import (
    NOTHING,
    CellCross,
    ChooseRow,
    ColourCross,
    LuckyCross,
    Move,
    PlayCards,
    SwapCross,
    Take,
    parse_move,
)
from rowlock.errors import Unreadable
from rowlock.notation.record import Column, Setup
from rowlock.variants import Variant


def read_column(words: list[str], setup: Setup, variant: Variant) -> Column:
    """Parse the words of the column of a seat with this sheet.

    Checks order and spelling; the rules are checked later.
    """
    if not words:
        raise Unreadable("empty_column", "a column is empty (write - for no cross)")
    last = words[-1]
    ends = last in ("x", "?")
    moves: list[Move] = []
    answered = [False, False]
    for word in words[: len(words) - ends]:
        move = _read_word(word, setup, variant)
        if isinstance(move, ChooseRow):
            answered[0] = True
        else:
            action = int(isinstance(move, ColourCross | PlayCards))
            if answered[action] or answered[1]:
                message = f"{word!r}: this action has been answered already"
                raise Unreadable("two_answers", message, move=word)
            if action and not answered[0]:
                moves.append(NOTHING)  # +b10 is short for - +b10
            answered[: action + 1] = [True] * (action + 1)
        moves.append(move)
    if last == "x" and not moves:
        moves.append(NOTHING)
    return Column(tuple(moves), penalty=last == "x", owes=last == "?")


def _read_word(word: str, setup: Setup, variant: Variant) -> Move:
    move = parse_move(word, cards=setup.deck is not None)
    if isinstance(move, Take):
        message = f"{word!r} does not belong in a column (expected -, r5, *g16, +b10, ?g, x or ?)"
        raise Unreadable("unknown_token", message, move=word)
    if isinstance(move, LuckyCross) and not variant.lucky_pairs:
        message = f"{word!r}: this sheet has no lucky numbers"
        raise Unreadable("no_lucky_numbers", message, move=word)
    if isinstance(move, SwapCross) and not variant.swaps:
        message = f"{word!r}: this sheet has no swap fields"
        raise Unreadable("no_swap_fields", message, move=word)
    if isinstance(move, CellCross) and move.cell not in variant.cell:
        message = f"{word!r}: there is no cell {move.cell} on this sheet"
        raise Unreadable("unknown_cell", message, move=word)
    return move
