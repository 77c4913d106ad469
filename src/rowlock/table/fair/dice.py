"""The fair dice of a table: all its chance, drawn from one key (`core/seeded_dice.py`).

`origin.py` says where the key comes from.
"""

from __future__ import annotations

from rowlock.core.seeded_dice import SeededDice, SixDice
from rowlock.core.state import Game, Roll
from rowlock.table.fair.origin import BOUND_GAME, Origin


class FairDice(SeededDice):
    """All chance of one table."""

    def __init__(self, key: bytes, *, draws_all: bool = False) -> None:
        super().__init__(key)
        self._dice = SixDice(key) if draws_all else SeededDice(key)

    def roll(self, game: Game) -> Roll:
        """The dice of the turn. In the schemes before `rowlock-dice-3`, a die that has left the
        game is not drawn, and the next one takes its bytes."""
        return self._dice.roll(game)


def dice_of(origin: Origin) -> FairDice:
    """The dice that follow from seed, list and shares."""
    return FairDice(origin.key, draws_all=origin.scheme == BOUND_GAME)
