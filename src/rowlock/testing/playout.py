"""Playing a game to its end with chance from a seed: the same seed, the same game.

What comes into a game from outside is a roll, a shuffle or a seat's answer. `next_input` makes
one up, `enter` feeds it to the core; a list of inputs is a whole game that can be played again.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TypeAlias

from msgspec import Struct

from rowlock.core.cards import Card, deck
from rowlock.core.chance import random_roll, shuffled_cards
from rowlock.core.game import deal, deciders, play, roll
from rowlock.core.move import Move
from rowlock.core.state import Game, Roll, Step
from rowlock.notation.record import Setup
from rowlock.notation.scribe import Scribe
from rowlock.testing.players import Choose, any_move
from rowlock.variants.variant import Variant


class Answered(Struct, frozen=True):
    """A seat gave an answer."""

    seat: int
    move: Move


class Shuffled(Struct, frozen=True):
    """The cards are to be dealt in this order."""

    cards: tuple[Card, ...]


Input: TypeAlias = Roll | Shuffled | Answered
"""Whatever moves a game on: dice, shuffled cards, or the answer of a seat."""


def random_setup(rng: Random, variant: Variant, names: tuple[str, ...], *, cards: bool) -> Setup:
    """How a game of these players begins: the first, lucky numbers, with cards their order."""
    jokers = cards and rng.random() < 0.5
    order = list(deck(jokers=jokers))
    rng.shuffle(order)
    return Setup(
        variant=variant,
        names=names,
        first=rng.randrange(len(names)),
        lucky=tuple(rng.sample(variant.lucky_pairs, len(names))) if variant.lucky_pairs else None,
        deck=tuple(order) if cards else None,
        jokers=jokers,
    )


def next_input(game: Game, rng: Random, choose: Choose = any_move) -> Input:
    """What comes next: the due roll or shuffle, or the answer of any seat that owes one."""
    if game.stage == "roll":
        return random_roll(game, rng)
    if game.stage == "deal":
        return Shuffled(shuffled_cards(game, rng))
    seat = rng.choice(deciders(game))
    return Answered(seat, choose(game, seat, rng))


def enter(game: Game | Scribe, given: Input) -> Step:
    """The step that an input makes; a scribe writes it down as well."""
    if isinstance(game, Scribe):
        match given:
            case Roll():
                return game.roll(given)
            case Shuffled():
                return game.deal(given.cards)
            case Answered():
                return game.play(given.seat, given.move)
    match given:
        case Roll():
            return roll(game, given)
        case Shuffled():
            return deal(game, given.cards)
        case Answered():
            return play(game, given.seat, given.move)


def steps(game: Game, rng: Random, choose: Choose = any_move) -> Iterator[tuple[Input, Step]]:
    """Every roll, deal and answer from here to the end; answers arrive in any order."""
    while not game.over:
        given = next_input(game, rng, choose)
        step = enter(game, given)
        game = step.state
        yield given, step


def play_out(game: Game, seed: int, choose: Choose = any_move) -> Game:
    """The game at its end."""
    for _, step in steps(game, Random(seed), choose):
        game = step.state
    return game


def write_out(setup: Setup, seed: int, choose: Choose = any_move) -> Scribe:
    """A whole game with its record; for the card game `setup` names the deck."""
    scribe, rng = Scribe(setup), Random(seed)
    while not scribe.game.over:
        enter(scribe, next_input(scribe.game, rng, choose))
    return scribe
