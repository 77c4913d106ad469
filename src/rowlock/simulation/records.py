"""The record of a simulated dice game between bots, by seed and game number."""

from __future__ import annotations

from collections.abc import Callable

from rowlock.core.game import deciders
from rowlock.core.move import Move
from rowlock.core.view import View, view
from rowlock.kernel.stream import GameChance
from rowlock.notation.record import Record, Setup
from rowlock.notation.scribe import Scribe
from rowlock.simulation.core_games import Seating

Meddle = Callable[[View, Move], Move]
"""Called with a seat's view and its bot's answer; returns the answer to play."""


def recorded_game(
    seating: Seating, number: int, meddle: Meddle = lambda seat_view, move: move
) -> Record:
    """The record of one game of a seed."""
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
            seat_view = view(scribe.game, seat)
            scribe.play(
                seat, meddle(seat_view, seating.players[seat].choose(seat_view, rngs[seat]))
            )
    return scribe.record()
