"""The turn on integers: who is asked, what an answer does, when it ends; the offers: `options.py`.

In action 1 the lowest seat that owes something is asked, each to the end of its chain; no answer
touches what another seat is offered or shown (C-11).
"""

from __future__ import annotations

from rowlock.core.rules import NOT_ENDED, ending, owes_penalty
from rowlock.kernel.compile import (
    CLOSED_ROWS_TO_END,
    COLOUR_BIT,
    COLOUR_ROW,
    HAS_TOKENS,
    PENALTIES_TO_END,
    ROW_SQUARES,
    SQUARES,
    SUMS,
    SWAP,
    WHITE_BIT,
)
from rowlock.kernel.jit import Flat, piece
from rowlock.kernel.options import (
    FIRST_LUCKY,
    FIRST_MORE,
    block,
    bonus_bits,
    bonus_row,
    higher_white,
    is_bonus,
    lower_white,
    white_sum,
)
from rowlock.kernel.sheet_rules import (
    cross,
    handle_fewest,
    next_bits,
    run_chain,
)
from rowlock.kernel.state import (
    ACTION1,
    ACTION2,
    ACTIVE,
    ANSWER,
    BAR,
    CHOICES,
    CLOSED,
    CROSSED,
    DECIDER,
    DICE,
    LOCKING,
    OVER,
    PENALTIES,
    PHASE,
    PLAYERS,
    REASON,
    ROLL,
    ROWS,
    SHOWN,
    SHOWN_BAR,
    TIED,
    TURN,
)


@piece
def begin_action1(s: Flat, o: int) -> None:
    """The dice lie on the table: everybody is asked, seat 0 first."""
    s[o + PHASE] = ACTION1
    s[o + DECIDER] = 0


@piece
def white_bits(t: Flat, s: Flat, o: int, b: int, option: int) -> int:
    """The bits of the cell that an option of action 1 crosses."""
    if is_bonus(t, option):
        return bonus_bits(t, option)
    row = (option - 1) & 3
    if FIRST_LUCKY <= option < FIRST_MORE:
        return next_bits(t, s[b + ROWS + row], row)
    return t[WHITE_BIT + 4 * white_number(t, s, o, option) + row]


@piece
def white_row(t: Flat, option: int) -> int:
    """The row in which an option of action 1 crosses."""
    return bonus_row(option) if is_bonus(t, option) else (option - 1) & 3


@piece
def white_number(t: Flat, s: Flat, o: int, option: int) -> int:
    """The number that an option of action 1 crosses, luck aside: the white sum, or its swap."""
    if option < FIRST_MORE:
        return white_sum(s, o)
    return t[SWAP + SUMS * (option - FIRST_MORE >> 2) + white_sum(s, o)] & 31


@piece
def cross_white(t: Flat, s: Flat, o: int, b: int, option: int) -> None:
    """The cross of an option of action 1; a swap crosses out its field, too (X-02)."""
    if is_bonus(t, option):
        s[b + ROWS + bonus_row(option)] |= bonus_bits(t, option)
        return
    cross(t, s, o, b, (option - 1) & 3, white_bits(t, s, o, b, option))
    if option >= FIRST_MORE:
        s[b + BAR] |= 1 << (option - FIRST_MORE >> 2)


@piece
def cross_colour(t: Flat, s: Flat, o: int, b: int, option: int) -> None:
    """The cross of an option of action 2."""
    if is_bonus(t, option):
        s[b + ROWS + bonus_row(option)] |= bonus_bits(t, option)
        return
    place = colour_place(s, o, option)
    cross(t, s, o, b, t[COLOUR_ROW + place] & 3, t[COLOUR_BIT + place])


@piece
def colour_row(t: Flat, s: Flat, o: int, option: int) -> int:
    """The row in which an option of action 2 crosses."""
    if is_bonus(t, option):
        return bonus_row(option)
    return t[COLOUR_ROW + colour_place(s, o, option)] & 3


@piece
def colour_bits(t: Flat, s: Flat, o: int, option: int) -> int:
    """The bits of the cell that an option of action 2 crosses."""
    if is_bonus(t, option):
        return bonus_bits(t, option)
    return t[COLOUR_BIT + colour_place(s, o, option)]


@piece
def colour_place(s: Flat, o: int, option: int) -> int:
    """Where the tables of coloured sums keep the cell of an option of action 2."""
    colour = (option - 1) >> 1 & 3
    white = higher_white(s, o) if (option - 1) & 1 else lower_white(s, o)
    return SUMS * colour + (s[o + DICE + 2 + colour] & 15) + white


@piece
def answer_white(t: Flat, s: Flat, o: int, b: int, option: int) -> None:
    """An answer to action 1 on the seat's own sheet, as far as it goes without a choice."""
    s[b + ANSWER] = option + 1
    if option:
        cross_white(t, s, o, b, option)
        if t[HAS_TOKENS]:
            s[b + CHOICES] = 0
            run_chain(t, s, o, b)


@piece
def answer_colour(t: Flat, s: Flat, o: int, b: int, option: int) -> None:
    """An answer to action 2 on the active sheet, as far as it goes without a choice."""
    s[b + ANSWER] = option + 1
    if option:
        cross_colour(t, s, o, b, option)
        if t[HAS_TOKENS]:
            s[b + CHOICES] = 0
            run_chain(t, s, o, b)


@piece
def answer_choice(t: Flat, s: Flat, o: int, b: int, option: int) -> None:
    """A chosen row, and the chain from there on."""
    s[b + CHOICES] = s[b + CHOICES] << 3 | option
    handle_fewest(t, s, o, b, option - 1)
    run_chain(t, s, o, b)


@piece
def show(s: Flat, b: int) -> None:
    """The seat's answer takes effect: everybody sees it."""
    for row in range(4):
        s[b + SHOWN + row] = s[b + ROWS + row]
    s[b + SHOWN_BAR] = s[b + BAR]
    s[b + SHOWN_BAR + 1] = s[b + BAR + 1]
    s[b + ANSWER] = 0
    s[b + CHOICES] = 0


@piece
def show_all(s: Flat, o: int) -> None:
    for seat in range(s[o + PLAYERS]):
        show(s, block(o, seat))


@piece
def close_rows(t: Flat, s: Flat, o: int) -> None:
    """The rows locked in this action close for everybody (C-10); squares are struck (BA-05)."""
    s[o + CLOSED] |= s[o + LOCKING]
    s[o + LOCKING] = 0
    if t[SQUARES]:
        for seat in range(s[o + PLAYERS]):
            b = block(o, seat)
            for row in range(4):
                if s[o + CLOSED] >> row & 1:
                    for half in range(2):
                        s[b + BAR + half] |= t[ROW_SQUARES + 2 * row + half]
                        s[b + SHOWN_BAR + half] |= t[ROW_SQUARES + 2 * row + half]


@piece
def end_if_due(t: Flat, s: Flat, o: int, penalties: int) -> bool:
    """Whether the game is over, with these penalties the most of a seat (C-13)."""
    reason = ending(s[o + CLOSED], penalties, t[CLOSED_ROWS_TO_END], t[PENALTIES_TO_END])
    if reason == NOT_ENDED:
        return False
    s[o + PHASE] = OVER
    s[o + REASON] = reason
    return True


@piece
def settle_action1(t: Flat, s: Flat, o: int) -> None:
    """All answers are in and take effect together (C-11, C-13)."""
    crossed = s[block(o, s[o + ACTIVE]) + ANSWER] > 1
    if s[o + LOCKING]:
        close_rows(t, s, o)
        if end_if_due(t, s, o, 0):
            return
    s[o + CROSSED] = crossed
    s[o + PHASE] = ACTION2
    s[o + DECIDER] = s[o + ACTIVE]


@piece
def settle_action2(t: Flat, s: Flat, o: int) -> None:
    """The end of a turn: the penalty if it is due (C-08), the end, or the next player."""
    b = block(o, s[o + ACTIVE])
    decisive = owes_penalty(s[o + CROSSED] != 0, s[b + ANSWER] != 1)
    if decisive:
        s[b + PENALTIES] += 1
    if s[o + LOCKING]:
        close_rows(t, s, o)
        decisive = True
    if decisive and end_if_due(t, s, o, s[b + PENALTIES]):  # nothing else ends a game
        return
    s[o + PHASE] = ROLL
    s[o + TURN] += 1
    s[o + ACTIVE] = s[o + ACTIVE] + 1 if s[o + ACTIVE] + 1 < s[o + PLAYERS] else 0
    s[o + CROSSED] = 0


@piece
def end_action1(t: Flat, s: Flat, o: int) -> None:
    """Action 1 settled, for everybody to see."""
    settle_action1(t, s, o)
    show_all(s, o)


@piece
def end_action2(t: Flat, s: Flat, o: int) -> None:
    """Action 2 settled, for everybody to see."""
    active = s[o + ACTIVE]
    settle_action2(t, s, o)
    show(s, block(o, active))


@piece
def answer(t: Flat, s: Flat, o: int, option: int) -> None:
    """The game after a legal option of the seat that is asked."""
    b = block(o, s[o + DECIDER])
    if s[b + TIED]:
        answer_choice(t, s, o, b, option)
    elif s[o + PHASE] == ACTION1:
        answer_white(t, s, o, b, option)
    else:
        answer_colour(t, s, o, b, option)
    if s[b + TIED]:
        return  # the same seat owes a choice
    if s[o + PHASE] == ACTION2:
        end_action2(t, s, o)
        return
    seat = 0
    while seat < s[o + PLAYERS] and is_complete(s, block(o, seat)):
        seat += 1
    if seat < s[o + PLAYERS]:
        s[o + DECIDER] = seat
        return
    end_action1(t, s, o)


@piece
def is_complete(s: Flat, b: int) -> bool:
    """Whether a seat has answered and owes no choice."""
    return s[b + ANSWER] > 0 and s[b + TIED] == 0
