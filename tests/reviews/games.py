"""What the tests of the review share: records of games between bots."""

from __future__ import annotations

from rowlock import Record, load_variant
from rowlock.bots.registry import make_bot
from rowlock.simulation.core_games import Seating
from rowlock.simulation.records import Meddle, recorded_game


def bots_game(
    bots: tuple[str, ...],
    number: int,
    variant: str = "classic",
    meddle: Meddle = lambda seen, move: move,
) -> Record:
    """A game between bots of these names."""
    seating = Seating(load_variant(variant), tuple(map(make_bot, bots)), seed=14)
    return recorded_game(seating, number, meddle)
