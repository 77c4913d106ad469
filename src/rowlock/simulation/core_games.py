"""Games between Python bots, played in the core with the kernel's random numbers.

Equal seeds and game numbers give the same dice here and in the kernel; the result of a game is the
same array of integers (`kernel/play.py`).
"""

from __future__ import annotations

import random
import sys
from typing import NamedTuple, Protocol

from rowlock.core.bot import Forfeit, prepare_bots
from rowlock.core.chance import shuffled_cards
from rowlock.core.ending import REASONS
from rowlock.core.game import deal, deciders, new_game, play, result, roll
from rowlock.core.move import Move
from rowlock.core.sheet import locked_rows
from rowlock.core.state import Game, format_position
from rowlock.core.view import View, view
from rowlock.errors import Unreadable
from rowlock.kernel.stream import GameChance
from rowlock.variants.together import Sheets

FORFEIT_POINTS = -99
"""The total of a bot that forfeited the game: less than any sheet can have."""


class Player(Protocol):
    """Anything that chooses one of `view.legal`, such as a bot."""

    def choose(self, view: View, rng: random.Random) -> Move: ...


class Seating(NamedTuple):
    """Everything needed to play games in another process: sheet, players and seed."""

    variant: Sheets
    players: tuple[Player, ...]
    seed: int
    cards: bool = False
    jokers: bool = False


def play_game(seating: Seating, number: int) -> list[int]:
    """Play one game of a seed; returns its result."""
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
            # The lowest seat without a complete answer, as in the kernel, to the end of its chain.
            seat = deciders(game)[0]
            try:
                game = _answered(game, seat, players[seat], rngs[seat])
            except Forfeit as forfeit:
                sys.stderr.write(f"game {number + 1}: seat {seat + 1} forfeits, {forfeit}\n")
                return forfeited_line(game, first, seat)
    return result_line(game, first)


def _answered(game: Game, seat: int, player: Player, rng: random.Random) -> Game:
    """The game after the bot's answer. An exception of the bot is reported with the position."""
    try:
        move = player.choose(view(game, seat), rng)
    except (Unreadable, Forfeit):
        raise  # its message says what is missing
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
    """Turns, reason, first seat; then score, penalties and locks of each seat."""
    line = [game.turn, REASONS.index(game.reason), first]
    seats = zip(result(game).totals, game.variants, game.sheets, strict=True)
    for total, variant, sheet in seats:
        line += [total, sheet.penalties, locked_rows(variant, sheet).bit_count()]
    return line


def forfeited_line(game: Game, first: int, seat: int) -> list[int]:
    """The result when a seat forfeits: the others keep the points that they have."""
    line = result_line(game, first)
    line[3 + 3 * seat] = FORFEIT_POINTS
    return line
