"""Samples hidden information: another game that is consistent with what a seat can see.

Two things are hidden. Current answers of other seats are removed, so that they answer again (C-11).
Of the cards, a seat sees its own and the played ones; of other hands, the display and the top of
the pile it sees the backs, which show only the number; of the rest of the pile it sees nothing
(K-01). All unseen cards are dealt again, uniformly among the deals with the same backs.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from msgspec.structs import replace

from rowlock.core.cards import Card, CardTable, deck
from rowlock.core.state import Game


def resample_hidden(game: Game, seat: int, rng: Random) -> Game:
    """A random game that this seat cannot distinguish from the given one."""
    answers = tuple(answer if q == seat else None for q, answer in enumerate(game.answers))
    return replace(game, answers=answers, cards=game.cards and _redeal(game.cards, seat, rng))


def _redeal(table: CardTable, seat: int, rng: Random) -> CardTable:
    if not table.hands:  # before the first deal
        return table
    unseen = _Unseen(table, seat, rng)
    hands = tuple(
        hand if q == seat else tuple(sorted(unseen.behind(hand), key=str))
        for q, hand in enumerate(table.hands)
    )
    display, top = unseen.behind(table.display), unseen.behind(table.pile[:1])
    return replace(table, hands=hands, display=display, pile=(*top, *unseen.cards))


class _Unseen:
    """The cards that a seat does not see, in random order."""

    def __init__(self, table: CardTable, seat: int, rng: Random) -> None:
        visible = {*table.hands[seat], *table.discards}
        self.cards = [card for card in deck(jokers=table.jokers) if card not in visible]
        rng.shuffle(self.cards)

    def behind(self, backs: Iterable[Card]) -> tuple[Card, ...]:
        """Take cards with the same backs as these."""
        return tuple(self._behind(card.number) for card in backs)

    def _behind(self, number: int) -> Card:
        place = next(k for k, card in enumerate(self.cards) if card.number == number)
        return self.cards.pop(place)
