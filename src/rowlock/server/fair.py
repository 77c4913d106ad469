"""Dice that everybody can check afterwards. The scheme is written down in docs/fair-dice.md.

Before anybody joins the server fixes a secret seed and publishes its commitment. Every player
adds a share. All chance of the game is HMAC-SHA-256 of those, so nobody can steer it: the server
not, because it is bound by the commitment before it sees the shares; the players not, because
they do not know the seed. At the end the seed is published.

    commitment = SHA-256("rowlock-dice-1:" table ":" seed)                     seed as hex
    key        = HMAC(seed, "rowlock-dice-1:" table ":" share "," share ...)   seed as 32 bytes
    block      = HMAC(key, stream ":" number)             numbers 0, 1, 2, ... as they are needed
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import TypeVar

from rowlock.core.cards import Card, CardTable
from rowlock.core.state import Game, Roll
from rowlock.core.turn_cards import due_cards
from rowlock.variants import ROWS, LuckyPair, Variant

SCHEME = "rowlock-dice-1"

T = TypeVar("T")


def commitment(table: str, seed: str) -> str:
    """What the server publishes before the game; `seed` is 64 hex digits."""
    return hashlib.sha256(f"{SCHEME}:{table}:{seed}".encode()).hexdigest()


class FairDice:
    """All chance of one game, each use on a stream of its own."""

    def __init__(self, table: str, seed: str, shares: Sequence[str]) -> None:
        message = f"{SCHEME}:{table}:{','.join(shares)}"
        self._key = hmac.digest(bytes.fromhex(seed), message.encode(), "sha256")

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
