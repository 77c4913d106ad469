"""The levels for people, from gentle to champion; server, page and terminal use this list.

Each is the champion with random errors on its values. Such a bot confuses answers that are nearly
equal and hardly ever chooses nonsense, like a person. The spreads are calibrated so that at every
table a level beats the one below it in 60 to 72% of two-player games, and wins 1.25 to 1.7 times
its fair share against two to four of them (docs/results.md); `error_sizes.py` scales them.

Without a trained network (custom sheets), the levels use the evaluator of `race`.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from msgspec import Struct

from rowlock.bots.spreads import SPREADS

if TYPE_CHECKING:
    from rowlock.bots.champion import Champion


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
    from rowlock.bots.champion import Champion  # needs NumPy, which the names of levels do not

    return tuple(Level(name, Champion(spread)) for name, spread in SPREADS.items())
