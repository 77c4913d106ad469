"""One table in two bodies: kernel and core play the same, and nobody sees what is hidden."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from rowlock import Card, PlayCards, Take, Unreadable, legal_moves, new_game, roll
from rowlock.core.cards import CardTable
from rowlock.envs.actions import action_of, describe, legal_actions
from rowlock.envs.observation import parts, size
from rowlock.envs.observation_text import seen_text
from rowlock.envs.rendering import picture
from rowlock.envs.seat_games import (
    CoreGame,
    KernelGame,
    SeatGame,
    open_game,
)
from rowlock.envs.setting import Setting, make_setting, rewards
from rowlock.variants import BUILT_IN, load_variant
from tests.envs.matrix import settings


def any_action(table: SeatGame, seat: int, rng: Random) -> int:
    return int(rng.choice(np.flatnonzero(table.look(seat)[1])))


def agree(one: SeatGame, other: SeatGame) -> None:
    assert one.over == other.over
    assert one.owing == other.owing
    assert one.totals == other.totals
    for seat in range(one.setting.players):
        for ours, theirs in zip(one.look(seat), other.look(seat), strict=True):
            assert np.array_equal(ours, theirs), f"seat {seat} in {one.game}"


@pytest.mark.parametrize("name", [*BUILT_IN, "bonus_a, big_points", "double_a, double_b"])
@pytest.mark.parametrize("players", [1, 2, 5])
def test_kernel_and_core_show_every_seat_the_same(name: str, players: int) -> None:
    if "," in name and players != 2:
        return  # a sheet for each of two
    setting = make_setting(name, players)
    kernel, core = KernelGame(setting), CoreGame(setting)
    kernel.begin(3, players)
    core.begin(3, players)
    rng = Random(players)
    while not kernel.over:
        agree(kernel, core)
        seat = rng.choice(kernel.owing)  # seats of action 1 answer in any order
        action = any_action(kernel, seat, rng)
        assert kernel.answer(seat, action)
        assert core.answer(seat, action)
    agree(kernel, core)


@settings()
def test_an_observation_is_as_long_as_its_parts_and_all_actions_differ(
    variant: str, players: int, more: dict[str, Any]
) -> None:
    setting = make_setting(variant, players, **more)
    table, rng = open_game(setting), Random(1)
    table.begin(1, 0)
    while not table.over:
        for seat in range(players):
            seen, mask = table.look(seat)
            assert seen.shape == (size(setting),)
            assert set(np.unique(seen)) <= {0, 1}
            wanted = set(legal_actions(table.game, seat)) or {0}
            assert set(np.flatnonzero(mask).tolist()) == wanted
            assert len(legal_actions(table.game, seat)) == len(legal_moves(table.game, seat))
        table.answer(table.asked, any_action(table, table.asked, rng))


@pytest.mark.parametrize(("name", "cards"), [*((n, False) for n in BUILT_IN), ("classic", True)])
def test_nobody_sees_an_answer_before_all_are_in(name: str, cards: bool) -> None:
    one, two = (open_game(make_setting(name, 3, cards=cards)) for _ in range(2))
    for table in (one, two):
        table.begin(5, 1)
        if cards:
            table.answer(table.asked, any_action(table, table.asked, Random(1)))
    assert one.owing == (0, 1, 2)
    one.answer(1, 0)
    two.answer(1, int(np.flatnonzero(two.look(1)[1])[-1]))
    for seat in (0, 2):
        for ours, theirs in zip(one.look(seat), two.look(seat), strict=True):
            assert np.array_equal(ours, theirs)
        assert seen_text(one.game, seat) == seen_text(two.game, seat)
    assert one.totals == two.totals
    assert not np.array_equal(one.look(1)[0], two.look(1)[0])
    assert picture(one.game, "ansi") == picture(two.game, "ansi")


def test_hidden_colours_of_cards_do_not_show() -> None:
    # The same numbers everywhere; the cards of seat 1, of the display and of the pile are red in
    # one game and blue in the other.
    def dealt(colour: int) -> CoreGame:
        table = CoreGame(make_setting("classic", 2, cards=True))
        table.begin(1, 0)
        cards = table.game.cards
        assert cards is not None
        hidden = tuple(Card(n, colour) for n in (2, 3, 4, 5))
        hands = cards.hands[0], hidden
        new = CardTable(False, hands, hidden, (Card(9, colour), *cards.pile[1:]))
        table.game = replace(table.game, cards=new, active=0)
        return table

    red, blue = dealt(0), dealt(3)
    assert np.array_equal(red.look(0)[0], blue.look(0)[0])
    assert seen_text(red.game, 0) == seen_text(blue.game, 0)
    assert not np.array_equal(red.look(1)[0], blue.look(1)[0])


def test_an_illegal_action_counts_as_the_lowest_legal_one() -> None:
    for table in (KernelGame(make_setting("bonus_b", 2)), CoreGame(make_setting("bonus_b", 2))):
        table.begin(1, 0)
        assert not table.answer(0, 52)  # choose blue, where nothing is to be chosen
        assert table.owing == (1,)
        assert table.totals == [0, 0]


def test_the_numbers_of_moves_by_hand() -> None:
    game = roll(new_game("classic", ["Ann"]), "41 3256").state
    # 5 stands at the fourth place of red and yellow (11 cells each), the eighth of green and blue.
    assert set(legal_actions(game, 0)) == {0, 4, 15, 30, 41}
    longo = roll(new_game("longo", ["Ann"]), "41 3256").state  # 5 is lucky: any empty row
    assert {60 + row for row in (1, 2, 3, 4)} < set(legal_actions(longo, 0))


def test_the_numbers_of_card_moves_by_hand() -> None:
    game = new_game("classic", ["Ann"], cards=True)
    hand = (Card(3, 0), Card(5, 0), Card(9, 1), Card(5))
    table = CardTable(True, (hand,), (Card(7, 0), Card(4, 1), Card(7, 2), Card(8, 3)))
    game = replace(game, cards=table)
    # 53 actions with dice. Of the display the first 7 is meant: bits 1 and 4, and bit 2 for the 4.
    assert action_of(game, 0, Take((7,))) == 53 + 0b0001 - 1
    assert action_of(game, 0, Take((4, 7, 8))) == 53 + 0b1011 - 1
    # Red 3 played, red 5 and joker 5 played, 5 crossed on the first of them: digits 1 2 0 1.
    move = PlayCards(colour=0, cards=(3, 5), jokers=(5,), crossed=(5,))
    assert action_of(game, 0, move) == 53 + 15 + 1 + 2 * 3 + 0 * 9 + 1 * 27
    # The joker alone, crossed in blue.
    move = PlayCards(colour=3, cards=(), jokers=(5,), crossed=(5,))
    assert action_of(game, 0, move) == 53 + 15 + 3 * 243 + 2 * 27


def test_what_an_action_is_called() -> None:
    variant = load_variant("classic")
    names = [describe(variant, action) for action in (0, 1, 44, 45, 48, 49, 52, 53, 67, 68, 69)]
    assert names == ["-", "r2", "b2", "*r", "*b", "?r", "?b", "t1", "t1234", "+r.....", "+rp...."]


def test_the_parts_of_the_card_game() -> None:
    setting = make_setting("classic", 2, jokers=True)
    assert parts(setting) == (
        ("crosses 0", 48),
        ("penalties 0", 4),
        ("numbers 0", 55),
        ("crosses 1", 48),
        ("penalties 1", 4),
        ("numbers 1", 55),
        ("hand", 25),
        ("display", 44),
        ("top", 11),
        ("discards", 55),
        ("phase", 4),
        ("active", 2),
        ("crossed", 1),
    )
    assert setting.actions == 53 + 15 + 4 * 243


def test_rewards_by_hand() -> None:
    variant = load_variant("classic")
    before, after = [3, 5, -5], [10, 5, 10]
    wanted = {
        "score": [10.0, 5.0, 10.0],
        "margin": [0.0, -5.0, 0.0],
        "win": [0.0, -1.0, 0.0],
        "points": [7.0, 0.0, 15.0],
    }
    for kind, paid in wanted.items():
        setting = Setting(variant, 3, reward=kind)  # type: ignore[arg-type]  # it is one of them
        assert rewards(setting, before, after, over=True) == paid
        assert rewards(setting, before, after, over=False) == (
            paid if kind == "points" else [0.0] * 3
        )
    assert rewards(Setting(variant, 1, reward="margin"), [0], [7], over=True) == [7.0]
    assert rewards(Setting(variant, 1, reward="win"), [0], [7], over=True) == [1.0]


def test_pictures_as_text_and_as_svg() -> None:
    table = open_game(make_setting("classic", 2))
    table.begin(1, 0)
    text = picture(table.game, "ansi")
    assert text.splitlines()[0].startswith("Qwixx, turn 1, action1: dice ")
    assert "\n r   2   3   4   5   6   7   8   9  10  11  12  [ ]    0x =   0\n" in text
    assert picture(table.game, "svg").startswith("<svg")


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"players": 6}, "bad_players"),
        ({"reward": "money"}, "bad_reward"),
        ({"variant": "quixx"}, "unknown_variant"),
        ({"variant": "longo", "cards": True}, "no_card_game"),
    ],
)
def test_an_unplayable_game_is_refused(given: dict[str, Any], code: str) -> None:
    setting: dict[str, Any] = {"variant": "classic", "players": 2} | given
    with pytest.raises(Unreadable) as refusal:
        make_setting(**setting)
    assert refusal.value.code == code
