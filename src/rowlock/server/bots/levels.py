"""The levels of bots that the host of a table may choose, and how long they seem to think."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from rowlock.bots import Bot
from rowlock.bots import levels as bot_levels
from rowlock.bots.registry import make_bot
from rowlock.protocol.base import Pace

PACES: dict[Pace, float] = {"slow": 2.0, "normal": 1.0, "fast": 0.25}
"""Factors of the average delay, by the pace of a table."""


class LevelChoice(Struct, frozen=True):
    """A bot that the host may choose for a seat."""

    id: str
    bot: Bot
    own: bool = False


def levels(own: Sequence[str] = ()) -> tuple[LevelChoice, ...]:
    """Every level, weakest first; then the bots of `--bot module:Class`."""
    return (
        *(LevelChoice(level.name, level.bot) for level in bot_levels.levels()),
        *(LevelChoice(name, make_bot(name), own=True) for name in own),
    )


def default_level(known: Sequence[LevelChoice]) -> str:
    """The middle level, which covers a seat unless another one is named."""
    ladder = [level.id for level in known if not level.own]
    return ladder[len(ladder) // 2]
