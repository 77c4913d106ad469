"""The bots of the game of the day: they answer everyone in the same way."""

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
    """A bot whose random numbers follow from the day, so that equal positions give equal
    answers."""

    bot: Bot
    key: bytes

    def choose(self, view: View, rng: random.Random) -> Move:
        """Choose a move; ignores `rng`."""
        stream = SeededDice(self.key).stream(f"bot:{view.turn}:{view.phase}")
        seed = int.from_bytes(bytes(next(stream) for _ in range(16)))
        return self.bot.choose(view, random.Random(seed))


def day_bots(day: Day) -> dict[int, Bot]:
    """The bots of the other seats; the player has seat 0."""
    return {seat: DayBot(make_bot(LEVEL), day.key) for seat in range(1, day.players)}
