"""A game with dice between bots as a record: the one that `simulate` plays with seed and number."""

from __future__ import annotations

from collections.abc import Callable

from rowlock.core.game import deciders
from rowlock.core.move import Move
from rowlock.core.view import View, view
from rowlock.kernel.stream import GameChance
from rowlock.notation.record import Record, Setup
from rowlock.notation.scribe import Scribe
from rowlock.simulate.core_games import Seating

Meddle = Callable[[View, Move], Move]
"""What a seat sees and its bot would answer; what is played instead."""


def recorded_game(
    seating: Seating, number: int, meddle: Meddle = lambda seen, move: move
) -> Record:
    """One game of a seed, written down."""
    chance = GameChance(seating.seed, number)
    names = tuple(f"Seat {seat + 1}" for seat in range(len(seating.players)))
    setup = Setup(variant=seating.variant, names=names, first=chance.first(len(names)))
    scribe = Scribe(setup)
    rngs = [chance.bot(seat) for seat in scribe.game.seats]
    while not scribe.game.over:
        if scribe.game.stage == "roll":
            scribe.roll(chance.roll(scribe.game))
        else:
            seat = deciders(scribe.game)[0]
            seen = view(scribe.game, seat)
            scribe.play(seat, meddle(seen, seating.players[seat].choose(seen, rngs[seat])))
    return scribe.record()
