"""The observation of a seat in a core game, as an array of zeros and ones.

In a dice game it equals the kernel's observation (`kernel/observe.py`). In a card game the dice and
the closed rows are missing (a lock closes the row of one player only). In their place are

    for each player, after the bar:
        5 * 11           numbers of the hand, card by card; they are on the backs of the cards
    5 * 5                the seat's own hand, card by card: red, yellow, green, blue, joker
    4 * 11               numbers of the display, card by card
    11                   the number on top of the pile
    44, or 55            cards in the discards: red 2 .. 12, yellow, green, blue, jokers

The phase has a fourth bit, for taking cards. Everything comes from the seat's `View`, except the
stage of the turn and the seat's own bonuses that wait for its choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from rowlock.core.cards import DISPLAY, HAND, NUMBERS, Card, deck
from rowlock.core.state import Game
from rowlock.core.view import CardView, View, view
from rowlock.envs.setting import Setting
from rowlock.kernel.observe import observation_parts
from rowlock.kernel.variant_tables import compile_variant
from rowlock.variants.variant import ROWS

FACES = len(ROWS) + 1  # four colours and the joker


def parts(setting: Setting, seat: int = 0) -> tuple[tuple[str, int], ...]:
    """The parts of a seat's observation in order, each with its length."""
    tables = [compile_variant(variant) for variant in setting.variants]
    dice = observation_parts(tables, setting.players, seat)
    if not setting.cards:
        return dice
    return tuple(_with_cards(setting, dice))


def _with_cards(setting: Setting, dice: Iterable[tuple[str, int]]) -> Iterator[tuple[str, int]]:
    seat = 0
    for name, length in dice:
        if name in (f"crosses {seat + 1}", "dice"):  # this player's part is complete
            yield f"numbers {seat}", HAND * len(NUMBERS)
            seat += 1
        if name == "dice":
            yield "hand", HAND * FACES
            yield "display", DISPLAY * len(NUMBERS)
            yield "top", len(NUMBERS)
            yield "discards", len(deck(jokers=setting.jokers))
        elif name == "phase":
            yield name, length + 1
        elif name != "closed":
            yield name, length


def size(setting: Setting) -> int:
    """Length of an observation; of the longest one, if the seats have different sheets."""
    seats = range(setting.players) if isinstance(setting.sheets, tuple) else (0,)
    return max(sum(length for _, length in parts(setting, seat)) for seat in seats)


def observe(game: Game, seat: int) -> NDArray[np.int8]:
    """The observation of a seat, whether or not it has to answer."""
    return np.array(list(_bits(game, view(game, seat), seat)), np.int8)


def _bits(game: Game, seen: View, me: int) -> Iterator[int]:
    players = len(seen.names)
    for step in range(players):
        yield from _player(seen, me, (me + step) % players)
    if seen.cards is not None:
        yield from _table_of_cards(seen.cards)
    else:
        dice = (0,) * 6 if seen.roll is None else (*seen.roll.white, *seen.roll.colours)
        for die in dice:
            yield from _one_of(die, range(1, seen.variants[me].sides + 1))
        yield from (seen.closed >> row & 1 for row in ROWS)
    # Whether another seat has to choose a row is part of its hidden answer.
    choosing = bool(seen.moves) and not seen.answered[me]
    stage = "choice" if choosing else game.stage
    yield from (stage == phase for phase in ("action1", "action2", "choice"))
    if seen.cards is not None:
        yield stage == "take"
    yield from ((me + step) % players == seen.active for step in range(players))
    yield seen.crossed
    answer = game.answers[me]
    waiting = answer.draft.queue if answer else ()
    yield from (bonus in waiting for bonus in range(len(seen.variants[me].bonuses)))


def _player(seen: View, me: int, seat: int) -> Iterator[int]:
    variant = seen.variants[seat]
    sheet = seen.draft if seat == me and seen.draft else seen.sheets[seat]
    for row in ROWS:
        yield from (sheet.rows[row] >> place & 1 for place in range(variant.places[row] + 1))
    yield from (k < sheet.penalties for k in range(variant.penalties_to_end))
    if variant.lucky_pairs:
        yield from (n in seen.lucky[seat] for n in range(2, 2 * variant.sides + 1))
    for word, marks in enumerate(variant.beside):
        yield from (sheet.bar >> 32 * word + mark & 1 for mark in range(marks))
    if seen.cards is not None:
        own = tuple(card.number for card in seen.cards.hand)
        hands = seen.cards.hands or ((),) * len(seen.names)
        yield from _numbers(own if seat == me else hands[seat], HAND)


def _table_of_cards(cards: CardView) -> Iterator[int]:
    for place in range(HAND):
        face = _face(cards.hand[place]) if place < len(cards.hand) else -1
        yield from _one_of(face, range(FACES))
    yield from _numbers(cards.display, DISPLAY)
    yield from _numbers((cards.top,) if cards.top else (), 1)
    yield from (card in cards.discards for card in deck(jokers=cards.jokers))


def _face(card: Card) -> int:
    return len(ROWS) if card.colour is None else card.colour


def _numbers(numbers: tuple[int, ...], places: int) -> Iterator[int]:
    for place in range(places):
        yield from _one_of(numbers[place] if place < len(numbers) else 0, NUMBERS)


def _one_of(value: int | None, values: range) -> Iterator[int]:
    return (value == each for each in values)
