"""What a seat of a core game may see, as a line of zeros and ones.

With dice it is the kernel's observation (`kernel/observe.py`), word for word. With cards there are
none of its dice and closed rows (a row is closed for one player alone); instead of them come

    for each player, after the bar:
        5 * 11           numbers of the hand, card by card; they are on the backs of the cards
    5 * 5                the own hand, card by card: red, yellow, green, blue, joker
    4 * 11               numbers of the display, card by card
    11                   the number on top of the pile
    44, or 55            cards on the discards: red 2 .. 12, yellow, green, blue, jokers

and the phase has a fourth mark, taking cards. Everything is read off the `View` of the seat, but
for the stage of the turn and the bonuses that wait behind its own choice.
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

FACES = len(ROWS) + 1  # the colours, and the joker's


def parts(setting: Setting) -> tuple[tuple[str, int], ...]:
    """The parts of an observation in order, each with its length."""
    dice = observation_parts(compile_variant(setting.variant), setting.players)
    if not setting.cards:
        return dice
    return tuple(_with_cards(setting, dice))


def _with_cards(setting: Setting, dice: Iterable[tuple[str, int]]) -> Iterator[tuple[str, int]]:
    seat = 0
    for name, length in dice:
        if name in (f"crosses {seat + 1}", "dice"):  # all about this player has been said
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
    """How long an observation is."""
    return sum(length for _, length in parts(setting))


def observe(game: Game, seat: int) -> NDArray[np.int8]:
    """What this seat may know, whoever is asked."""
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
            yield from _one_of(die, range(1, seen.variant.sides + 1))
        yield from (seen.closed >> row & 1 for row in ROWS)
    # That another seat has a row to choose is part of its hidden answer.
    choosing = bool(seen.moves) and not seen.answered[me]
    stage = "choice" if choosing else game.stage
    yield from (stage == phase for phase in ("action1", "action2", "choice"))
    if seen.cards is not None:
        yield stage == "take"
    yield from ((me + step) % players == seen.active for step in range(players))
    yield seen.crossed
    answer = game.answers[me]
    waiting = answer.draft.queue if answer else ()
    yield from (bonus in waiting for bonus in range(len(seen.variant.bonuses)))


def _player(seen: View, me: int, seat: int) -> Iterator[int]:
    variant = seen.variant
    sheet = seen.draft if seat == me and seen.draft else seen.sheets[seat]
    for row in ROWS:
        yield from (sheet.rows[row] >> place & 1 for place in range(variant.places[row] + 1))
    yield from (k < sheet.penalties for k in range(variant.penalties_to_end))
    if seen.lucky:
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
