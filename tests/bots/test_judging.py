"""The judging bots: the readable way and the compiled way see the same."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from rowlock.bots.champion import Champion
from rowlock.bots.heuristic import Heuristic
from rowlock.bots.heuristic_values import Weights, row_values
from rowlock.bots.lookahead import own_lines
from rowlock.bots.network import has_network, load_network, read_network
from rowlock.bots.position import Positions
from rowlock.bots.race import Race
from rowlock.bots.registry import BOTS, make_bot
from rowlock.bots.row_states import row_code, row_states
from rowlock.core.game import deciders, legal_moves, new_game, play, roll
from rowlock.core.sheet import Sheet
from rowlock.core.table import Roll
from rowlock.core.view import view
from rowlock.errors import Unreadable
from rowlock.variants import BUILT_IN, load


def one_position(rows: list[list[int]], penalties: list[int], closed: int = 0) -> Positions:
    return Positions(
        load("classic"),
        np.array([rows]),
        np.array([penalties]),
        np.zeros((1, len(rows)), dtype=np.int64),
        np.array([closed]),
        np.array([0]),
        np.array([True]),
        (0,) * len(rows),
    )


def test_the_worked_example_of_the_rule_sheet_counts_70_points() -> None:
    # C-15: 4, 3, 7 and 8 crosses, two penalties: 10+6+28+36-10 = 70
    position = one_position([[0b1111, 0b111, 0b1111111, 0b11111111], [0, 0, 0, 0]], [2, 0])
    assert position.totals().tolist() == [[70, 0]]
    share, lead = position.shares(0)
    assert share.tolist() == [1.0]
    assert lead.tolist() == [70]


def test_equal_totals_share_the_win() -> None:
    position = one_position([[1, 0, 0, 0], [0, 1, 0, 0]], [0, 0])
    assert position.shares(0)[0].tolist() == [0.5]


def test_an_empty_row_is_worth_what_its_numbers_may_bring() -> None:
    # All eleven sums together have the chance 1: future * 1 * start.
    values = row_values(load("classic"), Weights(future=3, start=2, lock=0, penalty=5))
    empty = row_states(load("classic")).number[row_code(0, closed=False)]
    assert values[0, empty] == pytest.approx(6.0)


def test_a_closed_row_is_worth_its_points() -> None:
    values = row_values(load("classic"), Weights())
    state = row_states(load("classic")).number[row_code(0b111, closed=True)]
    assert values[2, state] == 6


def test_every_printed_sheet_has_a_network_of_its_own() -> None:
    for name in BUILT_IN:
        assert has_network(load(name))


def test_a_foreign_network_is_refused() -> None:
    from importlib.resources import files

    place = files("rowlock.bots").joinpath("weights", "classic.npz")
    with place.open("rb") as file, pytest.raises(Unreadable, match="not longo"):
        read_network(load("longo"), file)


def test_weights_are_small() -> None:
    from importlib.resources import files

    for place in files("rowlock.bots").joinpath("weights").iterdir():
        if place.name.endswith(".npz"):
            assert len(place.read_bytes()) < 1_000_000


@pytest.mark.parametrize("name", BUILT_IN)
def test_what_two_seats_expect_adds_up_to_about_one(name: str) -> None:
    variant = load(name)
    start = Positions(
        variant,
        np.zeros((1, 2, 4), dtype=np.int64),
        np.zeros((1, 2), dtype=np.int64),
        np.zeros((1, 2), dtype=np.int64),
        np.array([0]),
        np.array([0]),
        np.array([False]),
        (0, 1) if variant.lucky_pairs else (0, 0),
    )
    first = float(load_network(variant).expect(start, 0)[0][0])
    second = float(load_network(variant).expect(start, 1)[0][0])
    assert first + second == pytest.approx(1, abs=0.04)
    assert first > 0.48  # whoever begins has a little more of it


def test_the_lines_of_a_turn_begin_with_the_legal_moves() -> None:
    game = roll(new_game("classic", ["Ann", "Ben"]), Roll((4, 1), (3, 2, 5, 6))).state
    for seat in deciders(game):
        lines = own_lines(view(game, seat))
        assert {line.moves[0] for line in lines} == set(legal_moves(game, seat))


@pytest.mark.parametrize("bot", [Champion(), Heuristic(), Race()])
@pytest.mark.parametrize(("green", "locks"), [(10, True), (11, False)])
def test_a_second_row_is_locked_to_win_and_not_to_lose(
    bot: Champion | Heuristic | Race, green: int, locks: bool
) -> None:
    # Red is closed. With the white 12 Ann may lock yellow: 12 crosses, 78 points, and the end.
    # Ben has 5 blue crosses, 15 points, and 10 or 11 green ones, 55 or 66: 70 or 81 together.
    ann = Sheet((0, (1 << 10) - 1, 0, 0))
    ben = Sheet((0, 0, (1 << green) - 1, 0b11111))
    game = replace(new_game("classic", ["Ann", "Ben"]), sheets=(ann, ben), closed=1)
    game = roll(game, Roll((6, 6), (None, 1, 1, 1))).state
    assert (str(bot.choose(view(game, 0), Random(1))) == "y12") is locks


def test_bots_are_made_by_name_and_a_bad_number_is_refused() -> None:
    assert make_bot("champion:0.05") == Champion(0.05)
    assert {"heuristic", "race", "champion", "gentle", "hard"} <= set(BOTS)
    with pytest.raises(Unreadable):
        make_bot("champion:-1")
    with pytest.raises(Unreadable):
        make_bot("race:3")


def test_a_spread_that_is_not_a_number_is_refused() -> None:
    for text in (f"champion:{math.nan}", "champion:much", "deep:0", "deep:1.5"):
        with pytest.raises(Unreadable, match=text.partition(":")[2]):
            make_bot(text)
    assert make_bot("deep:50") == Champion(second=0.05)


def test_noise_changes_moves_but_not_the_rules() -> None:
    game = new_game("classic", ["Ann", "Ben"])
    game = roll(game, Roll((3, 4), (3, 2, 5, 6))).state
    seen = view(game, 0)
    moves = {Champion(0.3).choose(seen, Random(k)) for k in range(30)}
    assert len(moves) > 1
    assert moves <= set(seen.legal)
    assert play(game, 0, moves.pop()).state.answers[0] is not None
