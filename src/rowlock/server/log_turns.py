"""Rolls and finished turns as pages show them."""

from __future__ import annotations

from functools import lru_cache

from rowlock.core.state import Roll
from rowlock.notation.record import CardTurn, Turn
from rowlock.server.protocol import news


def roll_view(dice: Roll) -> news.RollView:
    return news.RollView(dice.white, dice.colours)


def log_turn(item: Turn | CardTurn, active: int) -> news.LogTurn:
    roll = item.roll if isinstance(item, Turn) else None
    announced = item.announced if isinstance(item, CardTurn) else item.roll.white_sum
    return news.LogTurn(
        turn=item.number,
        active=active,
        roll=roll_view(roll) if roll else None,
        announced=announced,
        columns=tuple(_words(str(column)) for column in item.columns),
    )


@lru_cache(maxsize=4096)
def _words(column: str) -> tuple[str, ...]:
    """What one seat did; most of it others have done, too."""
    return tuple(column.split())
