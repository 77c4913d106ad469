"""All chance of a game, drawn from one key. Where the key comes from is told by `fair_origin.py`.

block = HMAC(key, stream ":" number)                  numbers 0, 1, 2, ... as they are needed
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Sequence
from typing import TypeVar

from rowlock.core.cards import Card, CardTable
from rowlock.core.state import Game, Roll
from rowlock.core.turn_cards import due_cards
from rowlock.variants import ROWS, LuckyPair, Variant

T = TypeVar("T")


class FairDice:
    """All chance of one game, each use on a stream of its own."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def _bytes(self, stream: str) -> Iterator[int]:
        number = 0
        while True:
            yield from hmac.digest(self._key, f"{stream}:{number}".encode(), "sha256")
            number += 1

    def first(self, seats: int) -> int:
        """The seat that begins (C-04)."""
        return _below(seats, self._bytes("first"))

    def roll(self, game: Game) -> Roll:
        """The dice of the turn: white, white, then the colours still in play (C-05)."""
        stream = self._bytes(f"roll:{game.turn}")
        sides = game.variant.sides

        def die() -> int:
            return 1 + _below(sides, stream)

        white = (die(), die())
        return Roll(white, tuple(None if game.closed >> row & 1 else die() for row in ROWS))

    def cards(self, game: Game, piles: int) -> tuple[Card, ...]:
        """The shuffled cards of the deal (`piles` 0) or of the new pile number `piles`."""
        due = sorted(due_cards(game.cards or CardTable()), key=str)
        return tuple(_shuffled(due, self._bytes(f"cards:{piles}")))

    def lucky(self, variant: Variant, seats: int) -> tuple[LuckyPair, ...] | None:
        """Longo: which lucky pair each seat gets (L-03)."""
        if not variant.lucky_pairs:
            return None
        return tuple(_shuffled(variant.lucky_pairs, self._bytes("lucky"))[:seats])


def _below(limit: int, stream: Iterator[int]) -> int:
    """A fair number from 0 to `limit - 1`: bytes that would favour some are thrown away."""
    usable = 256 - 256 % limit
    return next(byte for byte in stream if byte < usable) % limit


def _shuffled(things: Sequence[T], stream: Iterator[int]) -> list[T]:
    """Fisher and Yates, from the last place down to the second."""
    order = list(things)
    for place in range(len(order) - 1, 0, -1):
        other = _below(place + 1, stream)
        order[place], order[other] = order[other], order[place]
    return order
