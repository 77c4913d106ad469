"""C-04 to C-08: whose turn it is, the dice, the two actions, the penalty."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from rowlock import Crossed, Illegal, Roll, deciders, random_roll, roll
from rowlock.core.event import PenaltyTaken
from tests.rules.sheets import EMPTY
from tests.scenarios.core_table import roll_of, table

RED_CLOSED = "r2,3,4,5,6,12# y- g- b- x0"


@pytest.mark.parametrize("first", [0, 1, 2])
def test_c04_the_first_player_is_drawn_then_turns_go_clockwise(first: int) -> None:
    t = table("classic", EMPTY, EMPTY, EMPTY, first=first)
    order = []
    for _ in range(5):
        order.append(t.game.active)
        t.turn("12 1111", "-", "-", "-")
        t.play(t.game.active, "-")
    assert order == [(first + k) % 3 for k in range(5)]


def test_c05_two_white_dice_and_one_for_every_colour_still_in_play() -> None:
    rng = Random(5)
    all_in, red_out = table("classic", EMPTY).game, table("classic", RED_CLOSED).game
    rolls = [random_roll(all_in, rng) for _ in range(200)]
    for place in (0, 1):
        assert {dice.white[place] for dice in rolls} == {1, 2, 3, 4, 5, 6}
    for colour in range(4):
        assert {dice.colours[colour] for dice in rolls} == {1, 2, 3, 4, 5, 6}
    rolls = [random_roll(red_out, rng) for _ in range(200)]
    assert {dice.colours[0] for dice in rolls} == {None}
    assert {dice.colours[1] for dice in rolls} == {1, 2, 3, 4, 5, 6}


def test_c05_a_roll_of_other_dice_is_refused() -> None:
    assert table("classic", EMPTY).roll_refusal("41 -256") == "die_missing"
    assert table("classic", RED_CLOSED).roll_refusal("41 3256") == "die_removed"
    assert table("classic", EMPTY).roll_refusal("47 3256") == "bad_die"
    assert table("classic", EMPTY).roll_refusal("41 3056") == "bad_die"


@pytest.mark.parametrize("colours", [(3, 2, 5), (3, 2, 5, 6, 1)])
def test_c05_a_roll_has_four_coloured_dice(colours: tuple[int, ...]) -> None:
    with pytest.raises(Illegal) as refusal:
        roll(table("classic", EMPTY).game, Roll((4, 1), colours))
    assert refusal.value.code == "bad_die"


def test_c05_there_is_one_roll_a_turn() -> None:
    t = table("classic", EMPTY)
    t.roll("41 3256")
    assert t.roll_refusal("41 3256") == "no_roll_due"


@pytest.mark.parametrize(
    ("dice", "offered"),
    [
        ("11 1111", "- r2 y2"),  # green 2 and blue 2 are last cells
        ("12 1111", "- b3 g3 r3 y3"),
        ("14 1111", "- b5 g5 r5 y5"),
        ("56 1111", "- b11 g11 r11 y11"),
        ("66 1111", "- b12 g12"),  # red 12 and yellow 12 are last cells
    ],
)
def test_c06_all_players_are_offered_the_white_sum_in_every_row(dice: str, offered: str) -> None:
    t = table("classic", EMPTY, EMPTY, EMPTY, first=1)
    t.roll(dice)
    assert deciders(t.game) == (0, 1, 2)
    assert [t.legal(seat) for seat in (0, 1, 2)] == [offered] * 3


def test_c06_the_example_of_max_and_emma() -> None:
    # White 4 and 1: Max (active) crosses red 5, Emma yellow 5, Laura and Linus nothing; then
    # Max adds the white 4 to the blue 6.
    t = table("classic", EMPTY, EMPTY, EMPTY, EMPTY).turn("41 3256", "r5>+b10", "y5", "-", "-")
    assert [t.sheet(seat) for seat in range(4)] == [
        "r5 y- g- b10 x0",
        "r- y5 g- b- x0",
        EMPTY,
        EMPTY,
    ]


def test_c06_only_the_announced_number_and_only_once() -> None:
    t = table("classic", EMPTY, EMPTY)
    t.roll("41 3256")
    assert t.refusal(0, "r6") == "not_announced"
    assert t.refusal(0, "+r7") == "wrong_action"
    t.play(0, "r5")
    assert t.refusal(0, "y5") == "not_your_decision"


def test_c06_the_order_of_the_answers_does_not_matter() -> None:
    answers = {0: "r5", 1: "-", 2: "b5"}
    ends = set()
    for order in permutations(answers):
        t = table("classic", EMPTY, EMPTY, EMPTY)
        t.roll("41 3256")
        for seat in order:
            t.play(seat, answers[seat])
        ends.add((t.game.stage, t.game.sheets, t.events))
    assert len(ends) == 1


def test_c07_one_white_die_and_one_coloured_die_in_that_colour() -> None:
    # White 4 and 1. Red 3: 7, 4. Yellow 2: 6, 3. Green 5: 9, 6. Blue 6: 10, 7.
    t = table("classic", EMPTY, EMPTY).turn("41 3256", "-", "-")
    assert t.legal() == "+b10 +b7 +g6 +g9 +r4 +r7 +y3 +y6 -"


def test_c07_equal_white_dice_make_one_sum_a_colour() -> None:
    t = table("classic", EMPTY).turn("33 1234", "-")
    assert t.legal() == "+b7 +g6 +r4 +y5 -"


def test_c07_neither_two_white_nor_two_coloured_dice() -> None:
    t = table("classic", EMPTY).turn("41 3256", "-")
    assert t.refusal(0, "+r5") == "not_rolled"  # white 4 and white 1; red 3 and yellow 2
    assert t.refusal(0, "+g7") == "not_rolled"  # the red sum
    assert t.refusal(0, "r5") == "wrong_action"  # the white sum was action 1


def test_c07_only_the_active_player_has_an_action_2() -> None:
    t = table("classic", EMPTY, EMPTY, EMPTY, first=1).turn("41 3256", "-", "-", "-")
    assert deciders(t.game) == (1,)
    assert t.refusal(0, "+r7") == t.refusal(2, "-") == "not_your_decision"


def test_c07_there_is_one_action_2_a_turn() -> None:
    t = table("classic", EMPTY, EMPTY).turn("41 3256", "->+r7", "-")
    assert t.events == (Crossed(0, "r7", "colour"),)
    assert (t.game.phase, t.game.turn, t.game.active) == ("roll", 2, 1)
    assert t.refusal(0, "+b10") == "not_your_decision"


def test_c07_the_cross_of_action_1_counts_for_the_order() -> None:
    # Red 5 in action 1: red 4 now lies left, red 7 still right of it.
    t = table("classic", EMPTY).turn("41 3256", "r5")
    assert t.legal() == "+b10 +b7 +g6 +g9 +r7 +y3 +y6 -"
    assert t.refusal(0, "+r4") == "left_of_last_cross"


def test_c07_the_cross_of_action_1_counts_for_the_lock() -> None:
    # Four red crosses. White 5 + 6 = 11 is the fifth, then white 6 + red 6 = 12 closes the row.
    four = "r2,3,4,5 y- g- b- x0"
    with_fifth = table("classic", four).turn("56 6111", "r11>+r12")
    assert with_fifth.sheet() == "r2,3,4,5,11,12# y- g- b- x0"
    without = table("classic", four).turn("56 6111", "-")
    assert without.refusal(0, "+r12") == "too_few_crosses"


@pytest.mark.parametrize(
    ("column", "sheet"),
    [
        ("->-", "r- y- g- b- x1"),
        ("r5>-", "r5 y- g- b- x0"),
        ("->+r7", "r7 y- g- b- x0"),
        ("r5>+b10", "r5 y- g- b10 x0"),
    ],
)
def test_c08_nothing_in_both_actions_is_one_penalty(column: str, sheet: str) -> None:
    # That crosses were possible (all of them, on an empty sheet) makes no difference.
    assert table("classic", EMPTY, EMPTY).turn("41 3256", column, "-").sheet() == sheet


def test_c08_only_the_active_player_takes_a_penalty() -> None:
    t = table("classic", EMPTY, EMPTY, EMPTY, first=2).turn("41 3256", "-", "-", "->-")
    assert [t.sheet(seat)[-2:] for seat in (0, 1, 2)] == ["x0", "x0", "x1"]
    assert t.events == (PenaltyTaken(seat=2, penalties=1),)


def test_c08_a_penalty_is_due_even_if_no_cross_was_possible() -> None:
    # White 1 and 1, coloured 1 each: only twos. Red and yellow lie right of 2 already, green 2
    # and blue 2 lack crosses.
    t = table("classic", "r3 y3 g12 b12 x0", EMPTY)
    assert t.offered("11 1111") == "-"
    t.play(0, "-")
    t.play(1, "-")
    assert t.legal() == "-"
    t.play(0, "-")
    assert t.sheet() == "r3 y3 g12 b12 x1"


def test_c08_each_turn_counts_separately() -> None:
    # A cross in one's own last turn or in somebody else's turn does not help in this one.
    t = table("classic", EMPTY, EMPTY)
    t.turn("41 3256", "r5>-", "-")
    assert (t.game.roll, t.game.crossed) == (None, False)
    t.turn("34 3256", "r7", "y7>-")
    t.turn("41 3256", "->-", "-")
    assert [t.sheet(0), t.sheet(1)] == ["r5,7 y- g- b- x1", "r- y7 g- b- x0"]


def test_roll_of_reads_dice_as_records_write_them() -> None:
    dice = roll_of("41 3-56")
    assert (dice.white, dice.colours) == ((4, 1), (3, None, 5, 6))
