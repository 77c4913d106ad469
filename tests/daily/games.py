"""Games of the day played in the core, by hands that choose without thinking."""

from __future__ import annotations

import random
from collections.abc import Callable

from rowlock.core.game import deciders, legal_moves
from rowlock.core.move import Move
from rowlock.core.state import Game
from rowlock.core.view import view
from rowlock.daily.bots import day_bots
from rowlock.notation import Record, Scribe
from rowlock.table.day import LEVEL, Day

Hand = Callable[[Game], Move]


def any_move(seed: int) -> Hand:
    """A hand that takes any legal move."""
    rng = random.Random(seed)
    return lambda game: rng.choice(legal_moves(game, 0))


def never(game: Game) -> Move:
    """A hand that crosses nothing."""
    return legal_moves(game, 0)[0]


def eager(game: Game) -> Move:
    """A hand that crosses whatever comes first."""
    moves = legal_moves(game, 0)
    return moves[min(1, len(moves) - 1)]


def played(day: Day, hand: Hand, name: str = "Ann") -> Record:
    """The record of a whole game of the day."""
    scribe = Scribe(day.setup(*(name, LEVEL)[: day.players]), day.headers)
    bots, rng = day_bots(day), random.Random(0)
    while not scribe.game.over:
        if scribe.game.stage == "roll":
            scribe.roll(day.dice.roll(scribe.game))
            continue
        seat = deciders(scribe.game)[0]
        seen = view(scribe.game, seat)
        scribe.play(seat, bots[seat].choose(seen, rng) if seat in bots else hand(scribe.game))
    return scribe.record()
