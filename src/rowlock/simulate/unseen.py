"""What a seat cannot know, drawn anew: another game that looks the same from where it sits.

Two things are hidden. What the others have answered so far is taken back, for them to answer again
(C-11). And of the cards a seat sees its own and those that were played; of the others' hands, of
the display and of the top of the pile it sees the backs, which show the number alone, and of the
rest of the pile nothing (K-01). All cards that it does not see are dealt again, every deal that
shows the same backs being as likely as any other.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from msgspec.structs import replace

from rowlock.core.cards import Card, CardTable, deck
from rowlock.core.state import Game


def drawn_anew(game: Game, seat: int, rng: Random) -> Game:
    """A game that may be the one that is played, for all that this seat knows."""
    answers = tuple(given if q == seat else None for q, given in enumerate(game.answers))
    return replace(game, answers=answers, cards=game.cards and _dealt_anew(game.cards, seat, rng))


def _dealt_anew(table: CardTable, seat: int, rng: Random) -> CardTable:
    if not table.hands:  # the cards are still to be dealt
        return table
    unseen = _Unseen(table, seat, rng)
    hands = tuple(
        hand if q == seat else tuple(sorted(unseen.behind(hand), key=str))
        for q, hand in enumerate(table.hands)
    )
    display, top = unseen.behind(table.display), unseen.behind(table.pile[:1])
    return replace(table, hands=hands, display=display, pile=(*top, *unseen.cards))


class _Unseen:
    """The cards that a seat does not see, in an order of chance."""

    def __init__(self, table: CardTable, seat: int, rng: Random) -> None:
        seen = {*table.hands[seat], *table.discards}
        self.cards = [card for card in deck(jokers=table.jokers) if card not in seen]
        rng.shuffle(self.cards)

    def behind(self, backs: Iterable[Card]) -> tuple[Card, ...]:
        """Take cards that show the same backs as these."""
        return tuple(self._behind(card.number) for card in backs)

    def _behind(self, number: int) -> Card:
        place = next(k for k, card in enumerate(self.cards) if card.number == number)
        return self.cards.pop(place)
