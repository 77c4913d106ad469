"""Turns of the card game: deal, take from the display, play one to three cards of a colour."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from msgspec.structs import replace

from rowlock.core import rules
from rowlock.core.cards import DEALT, DISPLAY, HAND, Card, CardTable, deck
from rowlock.core.event import CardsPlayed
from rowlock.core.legality import obstacle
from rowlock.core.move import Move, PlayCards, Take
from rowlock.core.sheet import Sheet
from rowlock.core.sheet_rules import Draft, cross, crossed
from rowlock.core.state import Game
from rowlock.errors import Illegal
from rowlock.variants.variant import ROWS, Cell, Variant


def due_cards(table: CardTable) -> tuple[Card, ...]:
    """The cards that must be shuffled now: the whole deck at first, later the discards (K-03)."""
    return table.discards if table.hands else deck(jokers=table.jokers)


def deal(game: Game, order: Sequence[Card]) -> Game:
    """Deal the cards in this order, or use them as the new pile."""
    table = game.cards or CardTable()
    cards = tuple(order)
    if sorted(cards, key=str) != sorted(due_cards(table), key=str):
        raise Illegal("wrong_cards", "wrong cards: shuffle exactly the cards that are due")
    if table.hands:
        return _refilled(game, replace(table, pile=cards, discards=()))
    cut = DEALT * len(game.names)
    hands = tuple(tuple(sorted(cards[i : i + DEALT], key=str)) for i in range(0, cut, DEALT))
    table = CardTable(table.jokers, hands, cards[cut : cut + DISPLAY], cards[cut + DISPLAY :])
    return replace(game, stage="take", cards=table)


def legal_takes(table: CardTable, seat: int) -> tuple[Move, ...]:
    """Every choice of display numbers that fills the hand to five; colours are hidden (K-03)."""
    missing = HAND - len(table.hands[seat])
    numbers = sorted(card.number for card in table.display)
    return tuple(Take(chosen) for chosen in sorted(set(combinations(numbers, missing))))


def take(game: Game, table: CardTable, move: Take) -> Game:
    """The active player takes cards, the display is refilled, and action 1 begins (K-03)."""
    display = list(table.display)
    hand = list(table.hands[game.active])
    for number in move.numbers:
        card = next(card for card in display if card.number == number)
        display.remove(card)
        hand.append(card)
    hands = _with_hand(table, game.active, tuple(sorted(hand, key=str)))
    return _refilled(game, replace(table, hands=hands, display=tuple(display)))


def _refilled(game: Game, table: CardTable) -> Game:
    """Refill the display; if the pile is empty, wait for the shuffled discards first."""
    missing = DISPLAY - len(table.display)
    display = (*table.display, *table.pile[:missing])
    table = replace(table, display=display, pile=table.pile[missing:])
    return replace(game, stage="action1" if table.pile else "deal", cards=table)


def _with_hand(table: CardTable, seat: int, hand: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    return (*table.hands[:seat], hand, *table.hands[seat + 1 :])


def card_moves(game: Game, table: CardTable) -> tuple[Move, ...]:
    """Every play of one to three cards of one colour, with every legal set of crosses."""
    hand = table.hands[game.active]
    variant, sheet = game.variants[game.active], game.sheets[game.active]
    moves: list[Move] = []
    for colour in ROWS:
        usable = [card for card in hand if card.colour in (colour, None)]
        for size in (1, 2, 3):
            for played in combinations(usable, size):
                cards = tuple(sorted(c.number for c in played if c.colour is not None))
                jokers = tuple(sorted(c.number for c in played if c.colour is None))
                for numbers in _subsets(sorted({c.number for c in played})):
                    if cells_of_play(variant, sheet, colour, numbers) is not None:
                        moves.append(PlayCards(colour, cards, jokers, numbers))
    return tuple(moves)


def _subsets(numbers: list[int]) -> Iterator[tuple[int, ...]]:
    for size in range(len(numbers) + 1):
        yield from combinations(numbers, size)


def cells_of_play(
    variant: Variant, sheet: Sheet, colour: int, numbers: tuple[int, ...]
) -> tuple[Cell, ...] | None:
    """The cells that a play crosses, in the order of crossing; None if it is not legal.

    Cells are crossed from left to right and rows from top to bottom; each cross counts for the next
    (K-05). In a row of one colour a play may skip at most one cell between its crosses (K-03); in
    rows of mixed colours there is no such limit (K-06).
    """
    found = [variant.colour_cells[colour][number] for number in numbers]
    cells = sorted((cell for cell in found if cell), key=lambda cell: cell.index)
    if len(cells) < len(numbers):
        return None
    outermost = (cells[0].position, cells[-1].position) if cells else (0, 0)
    if not variant.mixed_colours and not rules.stand_together(*outermost, len(cells)):
        return None
    for cell in cells:
        if obstacle(variant, sheet, 0, cell):
            return None
        sheet = crossed(variant, 0, sheet, cell, "card", events=[])
    return tuple(cells)


def play_cards(game: Game, move: PlayCards) -> Draft:
    """Cross the numbers of played cards on the active player's sheet (K-03).

    The crosses of the play come first; the bonuses that they earn follow in the same order.
    """
    seat, sheet = game.active, game.sheets[game.active]
    variant = game.variants[seat]
    cells = cells_of_play(variant, sheet, move.colour, move.crossed) or ()
    draft = cross(variant, seat, sheet, game.closed, cells, source="card")
    shown = CardsPlayed(seat, tuple(map(str, played_cards(move))))
    return replace(draft, events=(shown, *draft.events))


def played_cards(move: PlayCards) -> tuple[Card, ...]:
    coloured = (Card(number, move.colour) for number in move.cards)
    return (*coloured, *(Card(number) for number in move.jokers))


def discard(game: Game, table: CardTable, move: Move) -> Game:
    """Move the played cards to the discards."""
    played = played_cards(move) if isinstance(move, PlayCards) else ()
    hand = tuple(card for card in table.hands[game.active] if card not in played)
    hands = _with_hand(table, game.active, hand)
    return replace(game, cards=replace(table, hands=hands, discards=(*table.discards, *played)))
