"""Games between Python bots, played in the readable core with the kernel's chance.

The same seed and game number give the same dice here and in the kernel; the result of a game is
the same line of integers (`kernel/play.py`).
"""

from __future__ import annotations

import random
from typing import NamedTuple, Protocol

from rowlock.core.bot import prepare_bots
from rowlock.core.chance import shuffled_cards
from rowlock.core.ending import REASONS
from rowlock.core.game import deal, deciders, new_game, play, result, roll
from rowlock.core.move import Move
from rowlock.core.sheet import locked_rows
from rowlock.core.state import Game
from rowlock.core.text import format_position
from rowlock.core.view import View, view
from rowlock.errors import Unreadable
from rowlock.kernel.stream import GameChance
from rowlock.variants.variant import Variant


class Player(Protocol):
    """Anything that chooses one of `view.legal`: every bot does."""

    def choose(self, view: View, rng: random.Random) -> Move: ...


class Seating(NamedTuple):
    """Who plays what with which chance; goes to other processes in one piece."""

    variant: Variant
    players: tuple[Player, ...]
    seed: int
    cards: bool = False
    jokers: bool = False


def play_game(seating: Seating, number: int) -> list[int]:
    """One game of a seed; its result line."""
    players = seating.players
    if not (seating.cards or seating.jokers):
        prepare_bots(players, seating.variant)
    chance = GameChance(seating.seed, number)
    names = [f"Seat {seat + 1}" for seat in range(len(players))]
    first = chance.first(len(players))
    game = new_game(
        seating.variant,
        names,
        first=first,
        cards=seating.cards or seating.jokers,
        jokers=seating.jokers,
    )
    rngs = [chance.bot(seat) for seat in game.seats]
    shuffles = chance.shuffles()
    while not game.over:
        if game.stage == "roll":
            game = roll(game, chance.roll(game)).state
        elif game.stage == "deal":
            game = deal(game, shuffled_cards(game, shuffles)).state
        else:
            # The lowest seat that owes something, as in the kernel; each to the end of its chain.
            seat = deciders(game)[0]
            game = _answered(game, seat, players[seat], rngs[seat])
    return result_line(game, first)


def _answered(game: Game, seat: int, player: Player, rng: random.Random) -> Game:
    """The game after the bot's answer; a bot that fails is named, with the position."""
    try:
        move = player.choose(view(game, seat), rng)
    except Unreadable:
        raise  # it says what is missing, in its own words
    except Exception as error:
        raise _failed(game, seat, player, error) from error
    try:
        return play(game, seat, move).state
    except Exception as error:
        raise _failed(game, seat, player, error) from error


def _failed(game: Game, seat: int, player: Player, error: Exception) -> Unreadable:
    return Unreadable(
        "bad_bot",
        f"the bot in seat {seat + 1}, {type(player).__name__}, failed: "
        f"{type(error).__name__}: {error}\nposition: {format_position(game)}",
    )


def result_line(game: Game, first: int) -> list[int]:
    """Turns, reason, who began; then score, penalties and locks of each seat."""
    line = [game.turn, REASONS.index(game.reason), first]
    for total, sheet in zip(result(game).totals, game.sheets, strict=True):
        line += [total, sheet.penalties, locked_rows(game.variant, sheet).bit_count()]
    return line
