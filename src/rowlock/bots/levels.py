"""The levels for people, from gentle to champion: one list for server, page and terminal.

All of them are the champion's judgement with more or less error on it. An error on the value
makes a bot confuse what is nearly as good, and hardly ever choose nonsense: it errs like a
person. The spreads are calibrated so that at every table a level beats the one below it in 60 to
72 % of games of two, and wins 1.25 to 1.7 times its fair share alone among two to four of it
(docs/results.md); `error_sizes.py` says how large they are there.

Where no network is trained (sheets of one's own), the levels play with the eyes of `race`.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from rowlock.bots.champion import Champion

SPREADS = {"gentle": 0.112, "easy": 0.082, "medium": 0.06, "hard": 0.038, "champion": 0.0}
"""From the weakest to the strongest, each with its error."""


class Level(Struct, frozen=True):
    """A level and the bot that plays it."""

    name: str
    bot: Champion


@cache
def levels() -> tuple[Level, ...]:
    """Every level for people, the weakest first.

    >>> [level.name for level in levels()]
    ['gentle', 'easy', 'medium', 'hard', 'champion']
    """
    from rowlock.bots.champion import Champion  # NumPy, which their names do not need

    return tuple(Level(name, Champion(spread)) for name, spread in SPREADS.items())
