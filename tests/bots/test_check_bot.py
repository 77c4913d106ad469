"""check_bot passes fair bots and names what unfair ones do."""

from __future__ import annotations

import gc
import random
import time

import pytest
from msgspec.structs import force_setattr

from rowlock.bots.champion import Champion
from rowlock.bots.heuristic import Heuristic
from rowlock.bots.levels import levels
from rowlock.bots.race import Race
from rowlock.bots.simple import Greedy, Random
from rowlock.core.move import Move, WhiteCross
from rowlock.core.table import Game
from rowlock.core.view import View
from rowlock.testing.check_bot import BotFault, check_bot
from rowlock.variants import load

CLASSIC = (load("classic"),)


@pytest.mark.parametrize("bot", [Random(), Heuristic(), Champion(0.1)])
def test_the_bots_of_the_ladder_pass(bot: Random | Heuristic | Champion) -> None:
    report = check_bot(bot, (load("bonus_b"),), slow_ms=2000)
    assert report.games == 10  # one to five players, with dice and with cards
    assert report.decisions > 500


@pytest.mark.long
@pytest.mark.parametrize("bot", [Greedy(), Heuristic(), Race(), Champion(), Champion(0.1)])
def test_the_bots_of_the_ladder_pass_on_every_sheet(
    bot: Greedy | Heuristic | Race | Champion,
) -> None:
    assert check_bot(bot, games=2, slow_ms=2000).games == 2 * (6 * 5 + 5 * 5)


def test_every_sheet_and_every_kind_of_turn_is_played() -> None:
    report = check_bot(Greedy())
    assert len(report.tables) == 6 * 5 + 5 * 5  # the card game refuses Longo (K-01)


class Cheat:
    def choose(self, view: View, rng: random.Random) -> Move:
        return WhiteCross("r2")


def test_an_illegal_move_is_a_fault() -> None:
    with pytest.raises(BotFault, match="r2 is not legal"):
        check_bot(Cheat(), CLASSIC)


class Dreamer:
    def choose(self, view: View, rng: random.Random) -> Move:
        end = time.process_time() + 0.05
        while time.process_time() < end:
            pass
        return view.legal[0]


def test_a_slow_move_is_a_fault() -> None:
    with pytest.raises(BotFault, match="a decision took"):
        check_bot(Dreamer(), CLASSIC, slow_ms=20)


class Moody:
    """Takes its chance from elsewhere."""

    def choose(self, view: View, rng: random.Random) -> Move:
        return random.SystemRandom().choice(view.legal)


def test_chance_from_elsewhere_is_a_fault() -> None:
    with pytest.raises(BotFault, match="looks at something else"):
        check_bot(Moody(), CLASSIC)


class Spy:
    """Looks through the interpreter's memory for the whole game."""

    def choose(self, view: View, rng: random.Random) -> Move:
        hidden = sum(
            hash(str(answer.moves))
            for game in gc.get_objects()
            if isinstance(game, Game) and game.turn == view.turn
            for answer in game.answers
            if answer is not None
        )
        return view.legal[hidden % len(view.legal)]


def test_a_peek_at_hidden_answers_is_a_fault() -> None:
    with pytest.raises(BotFault, match="looks at something else"):
        check_bot(Spy(), CLASSIC)


class Vandal:
    def choose(self, view: View, rng: random.Random) -> Move:
        force_setattr(view, "turn", 99)
        return view.legal[0]


def test_a_changed_view_is_a_fault() -> None:
    with pytest.raises(BotFault, match="changed its view"):
        check_bot(Vandal(), CLASSIC)


def test_levels_rise_from_gentle_to_champion_by_smaller_errors() -> None:
    spreads = [level.bot.noise for level in levels()]
    assert spreads == sorted(spreads, reverse=True)
    assert spreads[-1] == 0
