"""Reading one seat's column of a turn: its words in their only possible order.

?                      action 1 owed
r5 ?g +b10 ?r          answer, its choices, action 2, its choices
x  or  +r3/- x         the penalty comes last
r5 ?                   the next answer is owed
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


def read_column(words: list[str], setup: Setup) -> Column:
    """The column of these words. Order and spelling are checked here, the rules later."""
    if not words:
        raise Unreadable("empty_column", "a column is empty; nothing is written as -")
    last = words[-1]
    ends = last in ("x", "?")
    moves: list[Move] = []
    answered = [False, False]
    for word in words[: len(words) - ends]:
        move = _read_word(word, setup)
        if isinstance(move, ChooseRow):
            answered[0] = True
        else:
            action = int(isinstance(move, ColourCross | PlayCards))
            if answered[action] or answered[1]:
                message = f"{word!r}: this action has an answer already"
                raise Unreadable("two_answers", message, move=word)
            if action and not answered[0]:
                moves.append(NOTHING)  # +b10 is short for - +b10
            answered[: action + 1] = [True] * (action + 1)
        moves.append(move)
    if last == "x" and not moves:
        moves.append(NOTHING)
    return Column(tuple(moves), penalty=last == "x", owes=last == "?")


def _read_word(word: str, setup: Setup) -> Move:
    move = parse_move(word, cards=setup.deck is not None)
    if isinstance(move, Take):
        raise Unreadable("unknown_token", f"{word!r} does not belong into a column", move=word)
    if isinstance(move, LuckyCross) and not setup.variant.lucky_pairs:
        message = f"{word!r}: this sheet has no lucky numbers"
        raise Unreadable("no_lucky_numbers", message, move=word)
    if isinstance(move, SwapCross) and not setup.variant.swaps:
        message = f"{word!r}: this sheet has no swap fields"
        raise Unreadable("no_swap_fields", message, move=word)
    if isinstance(move, CellCross) and move.cell not in setup.variant.cell:
        message = f"{word!r}: there is no cell {move.cell} on this sheet"
        raise Unreadable("unknown_cell", message, move=word)
    return move
