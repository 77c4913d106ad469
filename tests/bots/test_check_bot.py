"""check_bot passes fair bots and names what unfair ones do."""

from __future__ import annotations

import gc
import math
import random
import sys
import time

import pytest
from msgspec.structs import force_setattr

from rowlock.bots.champion import Champion
from rowlock.bots.heuristic import Heuristic
from rowlock.bots.race import Race
from rowlock.bots.simple import Greedy, Random
from rowlock.core.move import Move, WhiteCross
from rowlock.core.state import Game
from rowlock.core.view import View
from rowlock.testing.check_bot import BotFault, check_bot
from rowlock.variants import load_variant

CLASSIC = (load_variant("classic"),)
UNHURRIED = math.inf
"""For tests of anything but speed: a busy machine is no fault of the bot."""


@pytest.mark.parametrize("bot", [Random(), Heuristic(), Champion(0.1)])
def test_the_bots_of_the_ladder_pass(bot: Random | Heuristic | Champion) -> None:
    report = check_bot(bot, (load_variant("bonus_b"),), slow_ms=UNHURRIED)
    assert report.games == 10  # one to five players, with dice and with cards
    assert report.decisions > 500


@pytest.mark.long
@pytest.mark.parametrize("bot", [Greedy(), Heuristic(), Race(), Champion(), Champion(0.1)])
def test_the_bots_of_the_ladder_pass_on_every_sheet(
    bot: Greedy | Heuristic | Race | Champion,
) -> None:
    assert check_bot(bot, games=2, slow_ms=UNHURRIED).games == 2 * (10 * 5 + 8 * 5)


def test_every_sheet_and_every_kind_of_turn_is_played() -> None:
    report = check_bot(Greedy(), slow_ms=UNHURRIED)
    assert len(report.tables) == 12 * 5 + 8 * 5  # four sheets have no card game (K-01, S-04)


class Cheat:
    def choose(self, view: View, rng: random.Random) -> Move:
        return WhiteCross("r2")


def test_an_illegal_move_is_a_fault() -> None:
    with pytest.raises(BotFault, match="r2 is not legal"):
        check_bot(Cheat(), CLASSIC, slow_ms=UNHURRIED)


class Dreamer:
    def choose(self, view: View, rng: random.Random) -> Move:
        end = time.process_time() + 0.05
        while time.process_time() < end:
            pass
        return view.legal[0]


def test_a_slow_move_is_a_fault() -> None:
    with pytest.raises(BotFault, match="a decision took"):
        check_bot(Dreamer(), CLASSIC, slow_ms=20)


class Sleeper:
    """Needs no processor, but makes people wait."""

    def choose(self, view: View, rng: random.Random) -> Move:
        time.sleep(0.03)
        return view.legal[0]


def test_waiting_is_slow_too() -> None:
    with pytest.raises(BotFault, match="a decision took"):
        check_bot(Sleeper(), CLASSIC, slow_ms=20)


class Hiccup:
    """Slow once, as when the machine was busy."""

    def __init__(self) -> None:
        self.waits = 1

    def choose(self, view: View, rng: random.Random) -> Move:
        if self.waits:
            self.waits -= 1
            time.sleep(0.6)
        return view.legal[0]


def test_a_busy_moment_is_not_a_fault() -> None:
    assert check_bot(Hiccup(), CLASSIC, cards=False).games == 5


class Stumbler:
    def choose(self, view: View, rng: random.Random) -> Move:
        return view.legal[5]


def test_an_error_is_a_fault_and_says_where() -> None:
    with pytest.raises(BotFault, match=r"IndexError .* in choose\(\) for seat 1 of classic"):
        check_bot(Stumbler(), CLASSIC, slow_ms=UNHURRIED)


class Moody:
    """Takes its chance from elsewhere."""

    def choose(self, view: View, rng: random.Random) -> Move:
        return random.SystemRandom().choice(view.legal)


def test_chance_from_elsewhere_is_a_fault() -> None:
    with pytest.raises(BotFault, match="depends on something else"):
        check_bot(Moody(), CLASSIC, slow_ms=UNHURRIED)


class Spy:
    """Looks through the interpreter's memory for the whole game."""

    def choose(self, view: View, rng: random.Random) -> Move:
        hidden = sum(
            hash(str(answer.moves))
            for game in gc.get_objects()
            if type(game) is Game and game.turn == view.turn
            for answer in game.answers
            if answer is not None
        )
        return view.legal[hidden % len(view.legal)]


def test_a_peek_at_hidden_answers_is_a_fault() -> None:
    with pytest.raises(BotFault, match="depends on something else"):
        check_bot(Spy(), CLASSIC, slow_ms=UNHURRIED)


class Gossip:
    """Remembers what it answered in the other seats this turn."""

    def __init__(self) -> None:
        self.heard: dict[int, list[Move]] = {}

    def choose(self, view: View, rng: random.Random) -> Move:
        told = self.heard.setdefault(view.turn, [])
        move = view.legal[len(told) % len(view.legal)]
        told.append(move)
        return move


def test_remembering_other_seats_is_a_fault() -> None:
    with pytest.raises(BotFault, match="depends on something else"):
        check_bot(Gossip(), CLASSIC, slow_ms=UNHURRIED)


class FrameSpy:
    """Looks at who asks."""

    def choose(self, view: View, rng: random.Random) -> Move:
        game = sys._getframe(1).f_locals["game"]
        hidden = sum(hash(str(a.moves)) for a in game.answers if a is not None)
        return view.legal[hidden % len(view.legal)]


def test_a_peek_at_the_asking_side_is_a_fault() -> None:
    with pytest.raises(BotFault, match="depends on something else"):
        check_bot(FrameSpy(), CLASSIC, slow_ms=UNHURRIED)


class Thief:
    """Takes a cell off the sheet that everybody plays on."""

    def choose(self, view: View, rng: random.Random) -> Move:
        view.variant.cell.pop("r2")  # type: ignore[attr-defined]
        return view.legal[0]


def test_the_sheet_itself_cannot_be_changed() -> None:
    with pytest.raises(BotFault, match="AttributeError"):
        check_bot(Thief(), CLASSIC, slow_ms=UNHURRIED)
    assert "r2" in CLASSIC[0].cell


class Vandal:
    def choose(self, view: View, rng: random.Random) -> Move:
        force_setattr(view, "turn", 99)
        return view.legal[0]


def test_a_changed_view_is_a_fault() -> None:
    with pytest.raises(BotFault, match="changed its view"):
        check_bot(Vandal(), CLASSIC, slow_ms=UNHURRIED)
