"""Cards of the card game: faces, deck, hands, display and pile."""

from __future__ import annotations

import re

from msgspec import Struct

from rowlock.errors import Unreadable
from rowlock.variants.variant import COLOURS, LETTERS

HAND = 5  # K-03: cards in the active player's hand before playing
DEALT = 4  # K-02: cards dealt to each player
DISPLAY = 4  # K-02: cards lying face down in the middle, numbers visible
CELLS = 11  # K-01: cells per row of a sheet that supports cards
NUMBERS = range(2, 13)


class Card(Struct, frozen=True, order=True):
    """A card. The number is printed on both sides, the colour only on the face; a joker has none.

    >>> from rowlock import Card
    >>> str(Card(7, colour=0)), str(Card(7))
    ('r7', 'j7')
    """

    number: int
    colour: int | None = None

    def __str__(self) -> str:
        letter = "j" if self.colour is None else LETTERS[self.colour]
        return f"{letter}{self.number}"


class CardTable(Struct, frozen=True):
    """All cards of a game: hands, display, pile and discards."""

    jokers: bool = False
    hands: tuple[tuple[Card, ...], ...] = ()
    display: tuple[Card, ...] = ()
    pile: tuple[Card, ...] = ()
    """The top card comes first."""
    discards: tuple[Card, ...] = ()


def deck(*, jokers: bool) -> tuple[Card, ...]:
    """All cards in order: 44, or 55 with jokers (K-01)."""
    coloured = [Card(n, colour) for colour in range(len(COLOURS)) for n in NUMBERS]
    return (*coloured, *(Card(n) for n in NUMBERS if jokers))


def parse_card(text: str) -> Card:
    """Parse a card: `r7`, or `j7` for a joker."""
    if not re.fullmatch(r"[rygbj]([2-9]|1[0-2])", text):
        message = f"{text!r} is not a card (expected r7, or j7 for a joker)"
        raise Unreadable("unknown_card", message, move=text)
    colour = None if text[0] == "j" else LETTERS.index(text[0])
    return Card(int(text[1:]), colour)
