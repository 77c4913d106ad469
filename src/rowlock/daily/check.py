"""Checks that a record has the dice of the day."""

from __future__ import annotations

from rowlock.errors import Illegal
from rowlock.notation.record import Record, Turn
from rowlock.notation.replay import moments
from rowlock.table.day import Day


def check_dice(record: Record, day: Day) -> int:
    """Check all rolls and return their number; `Illegal` names the first wrong one."""
    setup, due_setup = record.setup, day.setup(*record.setup.names)
    if setup.mixed or setup.variant.digest != day.variant.digest or len(setup.names) != day.players:
        raise Illegal("wrong_dice", f"the sheet or the number of players is not that of {day.date}")
    if (setup.first, setup.lucky) != (due_setup.first, due_setup.lucky):
        raise Illegal(
            "wrong_dice", f"the first player or the lucky numbers are not those of {day.date}"
        )
    states = moments(record)
    before = next(states).state
    turns = [turn for turn in record.turns if isinstance(turn, Turn)]
    for turn, after in zip(turns, states, strict=True):
        due = day.dice.roll(before)
        if due != turn.roll:
            message = f"turn {turn.number}: the dice of {day.date} are {due}"
            raise Illegal("wrong_dice", message, line=turn.line, move=str(turn.roll))
        before = after.state
    return len(turns)
