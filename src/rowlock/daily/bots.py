"""The bots of a game of the day: everyone meets the same answers."""

from __future__ import annotations

import random

from msgspec import Struct

from rowlock.bots.registry import make_bot
from rowlock.core.bot import Bot
from rowlock.core.move import Move
from rowlock.core.seeded_dice import SeededDice
from rowlock.core.view import View
from rowlock.table.day import LEVEL, Day


class DayBot(Struct, frozen=True):
    """A bot whose chance comes from the day: the same situation has the same answer."""

    bot: Bot
    key: bytes

    def choose(self, view: View, rng: random.Random) -> Move:
        """Choose a move; `rng` is not used."""
        stream = SeededDice(self.key).stream(f"bot:{view.turn}:{view.phase}")
        seed = int.from_bytes(bytes(next(stream) for _ in range(16)))
        return self.bot.choose(view, random.Random(seed))


def day_bots(day: Day) -> dict[int, Bot]:
    """The bots on the seats after the player's."""
    return {seat: DayBot(make_bot(LEVEL), day.key) for seat in range(1, day.players)}
