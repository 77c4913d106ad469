"""Kernel entry points for a single game whose seats may answer in any order.

A batch asks the seats of action 1 in order. Here any seat may answer first, because an answer
never affects the options or the observation of another seat (C-11).
"""

from __future__ import annotations

from rowlock.kernel.actions import option_of
from rowlock.kernel.batch import write_mask
from rowlock.kernel.bits import lowest
from rowlock.kernel.jit import FlatArray, entry_point, inline
from rowlock.kernel.observe import observe
from rowlock.kernel.options import block, legal_options
from rowlock.kernel.play import to_decision
from rowlock.kernel.seat_tables import seat_tables
from rowlock.kernel.sheet_rules import score
from rowlock.kernel.state import ACTION1, DECIDER, OVER, PHASE, PLAYERS
from rowlock.kernel.turn import answer, is_complete


@entry_point
def look(
    t: FlatArray, s: FlatArray, seat: int, actions: int, observation: FlatArray, mask: FlatArray
) -> None:
    """Write the observation and the action mask of a seat; only "nothing" is legal if it owes no
    answer."""
    asked = s[DECIDER]
    owes = owes_answer(s, seat)
    s[DECIDER] = seat
    observe(t, s, 0, observation, 0)
    if owes:
        write_mask(t, s, 0, legal_options(t, s, 0), mask, 0, actions)
    else:
        for action in range(actions):
            mask[action] = action == 0
    s[DECIDER] = asked


@inline
def owes_answer(s: FlatArray, seat: int) -> bool:
    if s[PHASE] == OVER:
        return False
    if s[PHASE] == ACTION1:
        return not is_complete(s, block(0, seat))
    return s[DECIDER] == seat


@entry_point
def answer_as(t: FlatArray, s: FlatArray, seat: int, action: int) -> bool:
    """Play the action of a seat that owes an answer. Returns whether the action was legal.

    An illegal action is replaced by the lowest legal one.
    """
    s[DECIDER] = seat
    options = legal_options(t, s, 0)
    option = option_of(t, s, 0, options, action)
    legal = option >= 0
    answer(t, s, 0, option if legal else lowest(options))
    to_decision(t, s, 0)
    return legal


@entry_point
def totals_now(t: FlatArray, s: FlatArray, totals: FlatArray) -> None:
    """Write the public points of every seat."""
    for seat in range(s[PLAYERS]):
        totals[seat] = score(seat_tables(t, seat), s, block(0, seat))
