"""Tables of the card game whose first cards are known."""

from __future__ import annotations

from rowlock import Card, deal, new_game
from rowlock.core.cards import deck, parse_card
from rowlock.variants import Variant
from tests.scenarios.core_table import NAMES, CoreTable
from tests.scenarios.spec import with_sheets


def card_table(
    variant: Variant | str,
    *sheets: str,
    hands: list[str],
    display: str = "",
    pile: str = "",
    jokers: bool = False,
) -> CoreTable:
    """A table whose first cards are these; what is not said comes from the rest, in order."""
    game = new_game(variant, NAMES[: len(sheets)], cards=True, jokers=jokers)
    named = [parse_card(word) for word in " ".join([*hands, display, pile]).split()]
    rest = [card for card in deck(jokers=jokers) if card not in named]
    order: list[Card] = []
    for part, size in [*((hand, 4) for hand in hands), (display, 4), (pile, 0)]:
        cards = [parse_card(word) for word in part.split()]
        while len(cards) < size:
            cards.append(rest.pop())
        order += cards
    return CoreTable(with_sheets(deal(game, [*order, *rest]).state, list(sheets)))


def to_the_play(t: CoreTable, take: str) -> None:
    """The first player takes cards, and nobody crosses the number that is announced."""
    t.play(0, take)
    for seat in t.game.seats:
        t.play(seat, "-")


def plays(t: CoreTable, letter: str) -> str:
    """The plays of one colour among the active player's moves."""
    return " ".join(move for move in t.legal(t.game.active).split() if move[1] == letter)
