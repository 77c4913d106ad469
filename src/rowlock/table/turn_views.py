"""Rolls and finished turns in the form of messages."""

from __future__ import annotations

from functools import lru_cache

from rowlock.core.state import Roll
from rowlock.notation.record import CardTurn, Turn
from rowlock.protocol import server_messages
from rowlock.table.events import FinishedTurn


def roll_view(dice: Roll) -> server_messages.RollView:
    return server_messages.RollView(dice.white, dice.colours)


def turn_view(turn: FinishedTurn) -> server_messages.LogTurn:
    item = turn.item
    roll = item.roll if isinstance(item, Turn) else None
    announced = item.announced if isinstance(item, CardTurn) else item.roll.white_sum
    return server_messages.LogTurn(
        turn=item.number,
        active=turn.active,
        roll=roll_view(roll) if roll else None,
        announced=announced,
        columns=tuple(_words(str(column)) for column in item.columns),
    )


@lru_cache(maxsize=4096)
def _words(column: str) -> tuple[str, ...]:
    """The moves of one seat; cached, because most occur often."""
    return tuple(column.split())
