"""The record of a simulated game between bots, by seed and game number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from rowlock.core.bot import Forfeit, prepare_bots
from rowlock.core.chance import shuffled_cards
from rowlock.core.game import deciders
from rowlock.core.move import Move
from rowlock.core.view import View, view
from rowlock.kernel.stream import GameChance
from rowlock.notation.record import Record, seated
from rowlock.notation.scribe import Scribe
from rowlock.simulation.core_games import Seating
from rowlock.variants.together import for_seats

Meddle = Callable[[View, Move], Move]
"""Called with a seat's view and its bot's answer; returns the answer to play."""


def recorded_game(
    seating: Seating,
    number: int,
    meddle: Meddle = lambda seat_view, move: move,
    *,
    names: Sequence[str] = (),
) -> Record:
    """The record of one game of a seed; the seats are numbered unless `names` are given."""
    chance = GameChance(seating.seed, number)
    names = tuple(names) or tuple(f"Seat {seat + 1}" for seat in range(len(seating.players)))
    setup = seated(for_seats(seating.variant, len(names)), names)
    setup = replace(setup, first=chance.first(len(names)))
    shuffles = chance.shuffles()
    if seating.cards or seating.jokers:
        setup = replace(setup, deck=(), jokers=seating.jokers)
        setup = replace(setup, deck=tuple(shuffled_cards(setup.start(), shuffles)))
    else:
        prepare_bots(seating.players, seating.variant)
    scribe = Scribe(setup)
    rngs = [chance.bot(seat) for seat in scribe.game.seats]
    while not scribe.game.over:
        if scribe.game.stage == "roll":
            scribe.roll(chance.roll(scribe.game))
        elif scribe.game.stage == "deal":
            scribe.deal(shuffled_cards(scribe.game, shuffles))
        else:
            seat = deciders(scribe.game)[0]
            seat_view = view(scribe.game, seat)
            try:
                answer = seating.players[seat].choose(seat_view, rngs[seat])
            except Forfeit:
                break  # the record ends there
            scribe.play(seat, meddle(seat_view, answer))
    return scribe.record()


def player_names(bots: Sequence[str]) -> tuple[str, ...]:
    """Names for a record: those of the bots, numbered where two are alike, without commas.

    >>> player_names(["race", "champion", "race"])
    ('race 1', 'champion', 'race 2')
    """
    plain = [bot.replace(",", " ").replace('"', " ").strip() or "bot" for bot in bots]
    seen: Counter[str] = Counter()
    names = []
    for bot in plain:
        seen[bot] += 1
        names.append(f"{bot} {seen[bot]}" if plain.count(bot) > 1 else bot)
    return tuple(names)
