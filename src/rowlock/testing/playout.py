"""Plays games to the end with randomness from a seed: equal seeds give equal games.

The inputs of a game are rolls, shuffles and answers. `next_input` generates the next one, `enter`
passes it to the core. A list of inputs determines a whole game.
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
    """An answer of a seat."""

    seat: int
    move: Move


class Shuffled(Struct, frozen=True):
    """Cards in the order of the deal."""

    cards: tuple[Card, ...]


Input: TypeAlias = Roll | Shuffled | Answered
"""An input of a game: a roll, shuffled cards, or an answer."""


def random_setup(rng: Random, variant: Variant, names: tuple[str, ...], *, cards: bool) -> Setup:
    """A random setup for these players: first seat, lucky pairs, and the order of the cards."""
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
    """The next input: the roll or shuffle that is due, or an answer of a random seat that owes
    one."""
    if game.stage == "roll":
        return random_roll(game, rng)
    if game.stage == "deal":
        return Shuffled(shuffled_cards(game, rng))
    seat = rng.choice(deciders(game))
    return Answered(seat, choose(game, seat, rng))


def enter(game: Game | Scribe, given: Input) -> Step:
    """Pass an input to the core and return the step; a scribe also records it."""
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
    """Yield every input from here to the end with its step; seats answer in random order."""
    while not game.over:
        given = next_input(game, rng, choose)
        step = enter(game, given)
        game = step.state
        yield given, step


def play_out(game: Game, seed: int, choose: Choose = any_move) -> Game:
    """The game at the end of a random playout."""
    for _, step in steps(game, Random(seed), choose):
        game = step.state
    return game


def write_out(setup: Setup, seed: int, choose: Choose = any_move) -> Scribe:
    """Play and record a whole game; for the card game `setup` must contain the deck."""
    scribe, rng = Scribe(setup), Random(seed)
    while not scribe.game.over:
        enter(scribe, next_input(scribe.game, rng, choose))
    return scribe
