"""Reproducible dice and shuffles: equal keys give equal numbers on any machine and version.

block = HMAC(key, stream ":" number)                  numbers 0, 1, 2, ... on demand
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TypeVar

from rowlock.core.cards import Card, CardTable
from rowlock.core.game import lucky_in_order
from rowlock.core.state import Game, Roll
from rowlock.core.turn_cards import due_cards
from rowlock.variants.variant import ROWS, LuckyPair, Variant

T = TypeVar("T")


class SeededDice:
    """All randomness of one game; each use has its own stream."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def stream(self, name: str) -> Iterator[int]:
        """The bytes of a stream, an endless iterator."""
        number = 0
        while True:
            yield from hmac.digest(self._key, f"{name}:{number}".encode(), "sha256")
            number += 1

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._key!r})"

    def first(self, seats: int) -> int:
        """The seat that begins (C-04)."""
        return uniform(seats, self.stream("first"))

    def roll(self, game: Game) -> Roll:
        """The dice of the turn: two white ones, then the colours still in play (C-05)."""
        stream = self.stream(f"roll:{game.turn}")
        sides = game.sides

        def die() -> int:
            return 1 + uniform(sides, stream)

        white = (die(), die())
        return Roll(white, tuple(None if game.closed >> row & 1 else die() for row in ROWS))

    def six(self, sides: int, turn: int) -> tuple[tuple[int, int], tuple[int, ...]]:
        """All six dice of a turn, including those of closed rows."""
        stream = self.stream(f"roll:{turn}")
        first, second, *colours = (1 + uniform(sides, stream) for _ in range(2 + len(ROWS)))
        return (first, second), tuple(colours)

    def cards(self, game: Game, piles: int) -> tuple[Card, ...]:
        """The shuffled cards of the deal (`piles` = 0) or of new pile number `piles`."""
        due = sorted(due_cards(game.cards or CardTable()), key=str)
        return tuple(shuffled(due, self.stream(f"cards:{piles}")))

    def lucky(self, variants: Sequence[Variant]) -> tuple[LuckyPair, ...] | None:
        """Longo: the lucky pair of each seat (L-03)."""
        pairs = dict.fromkeys(chain.from_iterable(v.lucky_pairs for v in variants))
        if not pairs:
            return None
        return lucky_in_order(variants, shuffled(tuple(pairs), self.stream("lucky")))


class SixDice(SeededDice):
    """Draws all six dice in every turn: games with equal keys meet the same dice, whichever rows
    are closed in them."""

    def roll(self, game: Game) -> Roll:
        white, colours = self.six(game.sides, game.turn)
        return Roll(white, tuple(None if game.closed >> row & 1 else colours[row] for row in ROWS))


def uniform(limit: int, stream: Iterator[int]) -> int:
    """A uniform number from 0 to `limit - 1`. Bytes that would cause a bias are skipped."""
    usable = 256 - 256 % limit
    return next(byte for byte in stream if byte < usable) % limit


def shuffled(things: Sequence[T], stream: Iterator[int]) -> list[T]:
    """Fisher-Yates shuffle, from the last place down to the second."""
    order = list(things)
    for place in range(len(order) - 1, 0, -1):
        other = uniform(place + 1, stream)
        order[place], order[other] = order[other], order[place]
    return order
