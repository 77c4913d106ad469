"""The source of a table's dice, and its consequences for the players.

Most tables draw their dice from a seed of the server and shares of the players. The game of the day
draws them from the date: everyone in the world gets the same dice and has one attempt, so bots do
not cover for players, there is no coach, and answers cannot be taken back. Only this module
distinguishes the two.
"""

from __future__ import annotations

from msgspec import Struct

from rowlock.core.seeded_dice import SeededDice
from rowlock.table.day import SCHEME, Day
from rowlock.table.fair.dice import dice_of
from rowlock.table.fair.handshake import Handshake
from rowlock.table.fair.origin import NONE, Origin


class Chance(Struct, frozen=True):
    """The source of a table's dice."""

    day: Day | None = None
    """The day whose game is played; None if seed and shares make the dice."""

    @property
    def is_one_try(self) -> bool:
        """Whether all tables of the day have the same dice, and each player one attempt."""
        return self.day is not None

    @property
    def date(self) -> str:
        return "" if self.day is None else self.day.date

    def scheme(self, handshake: Handshake) -> str:
        return handshake.scheme if self.day is None else SCHEME

    def dice(self, origin: Origin) -> SeededDice:
        return dice_of(origin) if self.day is None else self.day.dice

    def headers(self, origin: Origin) -> dict[str, str]:
        """The headers of a record from which `rowlock verify` draws the dice again."""
        if self.day is not None:
            return self.day.headers
        seals = {"Round": str(origin.round), "Seals": " ".join(origin.seals)}
        if origin.terms:
            seals["Terms"] = origin.terms
        return {
            "Dice": origin.scheme,
            "Commitment": origin.commitment,
            **(seals if origin.seals else {}),
            "Shares": " ".join(share or NONE for share in origin.shares),
            "Seed": origin.seed,
        }
