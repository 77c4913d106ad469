"""Turns on integers: which seat decides, the effect of an answer, the end (options: `options.py`).

In action 1 the lowest seat without a complete answer decides, up to the end of its chain. Answers
do not change what other seats may do or see (C-11).
"""

from __future__ import annotations

from rowlock.core.rules import NOT_ENDED, ending, owes_penalty
from rowlock.kernel.jit import FlatArray, inline
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
from rowlock.kernel.seat_tables import seat_tables
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
from rowlock.kernel.variant_tables import (
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


@inline
def begin_action1(s: FlatArray, o: int) -> None:
    """Start action 1 after the roll: seat 0 decides first."""
    s[o + PHASE] = ACTION1
    s[o + DECIDER] = 0


@inline
def white_bits(t: FlatArray, s: FlatArray, o: int, b: int, option: int) -> int:
    """The bits of the cell that an option of action 1 crosses."""
    if is_bonus(t, option):
        return bonus_bits(t, option)
    row = (option - 1) & 3
    if FIRST_LUCKY <= option < FIRST_MORE:
        return next_bits(t, s[b + ROWS + row], row)
    return t[WHITE_BIT + 4 * white_number(t, s, o, option) + row]


@inline
def white_row(t: FlatArray, option: int) -> int:
    """The row in which an option of action 1 crosses."""
    return bonus_row(option) if is_bonus(t, option) else (option - 1) & 3


@inline
def white_number(t: FlatArray, s: FlatArray, o: int, option: int) -> int:
    """The number of an option of action 1, except lucky ones: the white sum or its swap."""
    if option < FIRST_MORE:
        return white_sum(s, o)
    return t[SWAP + SUMS * (option - FIRST_MORE >> 2) + white_sum(s, o)] & 31


@inline
def cross_white(t: FlatArray, s: FlatArray, o: int, b: int, option: int) -> None:
    """Make the cross of an option of action 1; a swap uses its field as well (X-02)."""
    if is_bonus(t, option):
        s[b + ROWS + bonus_row(option)] |= bonus_bits(t, option)
        return
    cross(t, s, o, b, (option - 1) & 3, white_bits(t, s, o, b, option))
    if option >= FIRST_MORE:
        s[b + BAR] |= 1 << (option - FIRST_MORE >> 2)


@inline
def cross_colour(t: FlatArray, s: FlatArray, o: int, b: int, option: int) -> None:
    """Make the cross of an option of action 2."""
    if is_bonus(t, option):
        s[b + ROWS + bonus_row(option)] |= bonus_bits(t, option)
        return
    place = colour_place(s, o, option)
    cross(t, s, o, b, t[COLOUR_ROW + place] & 3, t[COLOUR_BIT + place])


@inline
def colour_row(t: FlatArray, s: FlatArray, o: int, option: int) -> int:
    """The row in which an option of action 2 crosses."""
    if is_bonus(t, option):
        return bonus_row(option)
    return t[COLOUR_ROW + colour_place(s, o, option)] & 3


@inline
def colour_bits(t: FlatArray, s: FlatArray, o: int, option: int) -> int:
    """The bits of the cell that an option of action 2 crosses."""
    if is_bonus(t, option):
        return bonus_bits(t, option)
    return t[COLOUR_BIT + colour_place(s, o, option)]


@inline
def colour_place(s: FlatArray, o: int, option: int) -> int:
    """Index of an option of action 2 in the tables of coloured sums."""
    colour = (option - 1) >> 1 & 3
    white = higher_white(s, o) if (option - 1) & 1 else lower_white(s, o)
    return SUMS * colour + (s[o + DICE + 2 + colour] & 15) + white


@inline
def answer_white(t: FlatArray, s: FlatArray, o: int, b: int, option: int) -> None:
    """Play an answer to action 1 on the seat's own sheet, until a choice is needed."""
    s[b + ANSWER] = option + 1
    if option:
        cross_white(t, s, o, b, option)
        if t[HAS_TOKENS]:
            s[b + CHOICES] = 0
            run_chain(t, s, o, b)


@inline
def answer_colour(t: FlatArray, s: FlatArray, o: int, b: int, option: int) -> None:
    """Play an answer to action 2 on the active sheet, until a choice is needed."""
    s[b + ANSWER] = option + 1
    if option:
        cross_colour(t, s, o, b, option)
        if t[HAS_TOKENS]:
            s[b + CHOICES] = 0
            run_chain(t, s, o, b)


@inline
def answer_choice(t: FlatArray, s: FlatArray, o: int, b: int, option: int) -> None:
    """Play the choice of a row and continue the chain."""
    s[b + CHOICES] = s[b + CHOICES] << 3 | option
    handle_fewest(t, s, o, b, option - 1)
    run_chain(t, s, o, b)


@inline
def show(s: FlatArray, b: int) -> None:
    """Make the seat's answer visible to all."""
    for row in range(4):
        s[b + SHOWN + row] = s[b + ROWS + row]
    s[b + SHOWN_BAR] = s[b + BAR]
    s[b + SHOWN_BAR + 1] = s[b + BAR + 1]
    s[b + ANSWER] = 0
    s[b + CHOICES] = 0


@inline
def show_all(s: FlatArray, o: int) -> None:
    for seat in range(s[o + PLAYERS]):
        show(s, block(o, seat))


@inline
def close_rows(t: FlatArray, s: FlatArray, o: int) -> None:
    """Close the rows locked in this action (C-10) and strike their squares (BA-05)."""
    s[o + CLOSED] |= s[o + LOCKING]
    s[o + LOCKING] = 0
    for seat in range(s[o + PLAYERS]):
        own = seat_tables(t, seat)
        if own[SQUARES]:
            b = block(o, seat)
            for row in range(4):
                if s[o + CLOSED] >> row & 1:
                    for half in range(2):
                        s[b + BAR + half] |= own[ROW_SQUARES + 2 * row + half]
                        s[b + SHOWN_BAR + half] |= own[ROW_SQUARES + 2 * row + half]


@inline
def end_if_due(t: FlatArray, s: FlatArray, o: int, penalties: int) -> bool:
    """End the game if it is over (C-13). `penalties` is the highest number of any seat."""
    shared = seat_tables(t, 0)
    limits = shared[CLOSED_ROWS_TO_END], shared[PENALTIES_TO_END]
    reason = ending(s[o + CLOSED], penalties, limits[0], limits[1])
    if reason == NOT_ENDED:
        return False
    s[o + PHASE] = OVER
    s[o + REASON] = reason
    return True


@inline
def settle_action1(t: FlatArray, s: FlatArray, o: int) -> None:
    """End action 1: all answers take effect together (C-11, C-13)."""
    crossed = s[block(o, s[o + ACTIVE]) + ANSWER] > 1
    if s[o + LOCKING]:
        close_rows(t, s, o)
        if end_if_due(t, s, o, 0):
            return
    s[o + CROSSED] = crossed
    s[o + PHASE] = ACTION2
    s[o + DECIDER] = s[o + ACTIVE]


@inline
def settle_action2(t: FlatArray, s: FlatArray, o: int) -> None:
    """End the turn: a penalty if due (C-08), then the end of the game or the next player."""
    b = block(o, s[o + ACTIVE])
    decisive = owes_penalty(s[o + CROSSED] != 0, s[b + ANSWER] != 1)
    if decisive:
        s[b + PENALTIES] += 1
    if s[o + LOCKING]:
        close_rows(t, s, o)
        decisive = True
    if decisive and end_if_due(t, s, o, s[b + PENALTIES]):  # only locks and penalties end a game
        return
    s[o + PHASE] = ROLL
    s[o + TURN] += 1
    s[o + ACTIVE] = s[o + ACTIVE] + 1 if s[o + ACTIVE] + 1 < s[o + PLAYERS] else 0
    s[o + CROSSED] = 0


@inline
def end_action1(t: FlatArray, s: FlatArray, o: int) -> None:
    """End action 1 and show all answers."""
    settle_action1(t, s, o)
    show_all(s, o)


@inline
def end_action2(t: FlatArray, s: FlatArray, o: int) -> None:
    """End action 2 and show its result."""
    active = s[o + ACTIVE]
    settle_action2(t, s, o)
    show(s, block(o, active))


@inline
def answer(t: FlatArray, s: FlatArray, o: int, option: int) -> None:
    """Play a legal option of the seat to decide."""
    give_answer(t, s, o, option)
    after_answer(t, s, o)


@inline
def give_answer(t: FlatArray, s: FlatArray, o: int, option: int) -> None:
    """Play a legal option on the own sheet of the seat to decide, until a choice is needed."""
    b = block(o, s[o + DECIDER])
    own = seat_tables(t, s[o + DECIDER])
    if s[b + TIED]:
        answer_choice(own, s, o, b, option)
    elif s[o + PHASE] == ACTION1:
        answer_white(own, s, o, b, option)
    else:
        answer_colour(own, s, o, b, option)


@inline
def after_answer(t: FlatArray, s: FlatArray, o: int) -> None:
    """Continue after an answer: with the seat's choice, the next seat, or the end of the action."""
    if s[block(o, s[o + DECIDER]) + TIED]:
        return  # the same seat must choose a row
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


@inline
def is_complete(s: FlatArray, b: int) -> bool:
    """Whether a seat has answered and needs no further choice."""
    return s[b + ANSWER] > 0 and s[b + TIED] == 0
