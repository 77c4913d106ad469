"""C-13 to C-17: how a game ends, what it is worth."""

from __future__ import annotations

from random import Random

import pytest

from rowlock import (
    GameOver,
    PenaltyTaken,
    load_variant,
    new_game,
    parse_sheet,
    random_roll,
    score,
)
from rowlock.core.rules import row_points
from tests.rules.sheets import EMPTY
from tests.scenarios.core_table import CoreTable, table

RED_5 = "r2,3,4,5,6 y- g- b- x0"
YELLOW_5 = "r- y2,3,4,5,6 g- b- x0"
BOTH_5 = "r2,3,4,5,6 y2,3,4,5,6 g- b- x0"
GREEN_CLOSED = "r- y- g12,11,10,9,8,2# b- x0"


def total(variant: str, sheet: str) -> int:
    rules = load_variant(variant)
    return score(rules, parse_sheet(rules, sheet)).total


def test_c13_the_fourth_penalty_ends_the_game_at_once() -> None:
    t = table("classic", "r- y- g- b- x3", "r5 y- g- b- x0").turn("41 3256", "->-", "-")
    assert (t.game.phase, t.game.reason, t.game.turn) == ("over", "four_penalties", 1)
    assert t.totals == [-20, 1]
    assert t.state().winners == [1]
    assert t.events == (PenaltyTaken(0, 4), GameOver("four_penalties"))


def test_c13_the_crosses_of_action_1_stand_when_the_fourth_penalty_falls() -> None:
    t = table("classic", "r- y- g- b- x3", EMPTY).turn("41 3256", "->-", "y5")
    assert (t.game.over, t.sheet(1)) == (True, "r- y5 g- b- x0")


def test_c13_three_penalties_do_not_end_it() -> None:
    t = table("classic", "r- y- g- b- x2", "r- y- g- b- x3").turn("41 3256", "->-", "-")
    assert (t.game.over, t.sheet(0)) == (False, "r- y- g- b- x3")


def test_c13_one_closed_row_does_not_end_it() -> None:
    t = table("classic", RED_5, EMPTY).turn("66 1111", "r12>-", "-")
    assert (t.game.phase, t.game.turn) == ("roll", 2)


def test_c13_two_rows_closed_in_one_action_1() -> None:
    # Ann (passive) closes red, Cleo (passive) closes yellow, Ben is active and crossed nothing:
    # no action 2 and no penalty for him.
    t = table("classic", RED_5, EMPTY, YELLOW_5, first=1).turn("66 1111", "r12", "-", "y12")
    assert (t.game.phase, t.game.reason) == ("over", "two_rows_closed")
    assert t.closed == ["red", "yellow"]
    assert t.sheet(1) == EMPTY
    assert t.totals == [28, 0, 28]
    assert t.state().winners == [0, 2]
    assert t.refusal(1, "+g7") == "game_over"


def test_c13_the_second_row_in_action_2() -> None:
    # White 6 and 6: red 12 in action 1; white 6 + yellow 6 in action 2.
    t = table("classic", BOTH_5, EMPTY).turn("66 6611", "r12>+y12", "-")
    assert (t.game.reason, t.closed) == ("two_rows_closed", ["red", "yellow"])
    assert t.sheet(0) == "r2,3,4,5,6,12# y2,3,4,5,6,12# g- b- x0"
    assert t.totals == [56, 0]


def test_c13_three_rows_closed() -> None:
    """The example of the rule sheet (C-13): green is closed, then red and yellow at once."""
    # Emma (seat 1) rolls two sixes; Max closes red, Linus closes yellow; Laura crosses blue 12.
    t = table("classic", RED_5, EMPTY, GREEN_CLOSED, YELLOW_5, first=1)
    t.turn("66 11-1", "r12", "-", "b12", "y12")
    assert t.closed == ["red", "yellow", "green"]
    assert (t.game.phase, t.game.reason) == ("over", "two_rows_closed")
    # Max 7 crosses 28; Emma nothing, no penalty; Laura green 28 and one blue 1; Linus 28.
    assert t.totals == [28, 0, 29, 28]
    assert t.state().winners == [2]


def test_c13_all_simultaneous_crosses_stand() -> None:
    # Two rows close, and a third player's cross in the same action 1 counts.
    t = table("classic", RED_5, YELLOW_5, "r- y- g- b- x1").turn("66 1111", "r12", "y12", "g12")
    assert (t.game.over, t.sheet(2)) == (True, "r- y- g12 b- x1")
    assert t.totals == [28, 28, -4]


def test_c13_bonus_four_rows_closed_in_one_action_1() -> None:
    # White 3 + 4 = 7 on Bonus B; both complete the diamond, one cross in every row.
    # Ann crosses blue 7 (yellow 7 before): red 12, yellow 12, green 2 close, blue 6.
    # Ben crosses yellow 7 (blue 7 before): red 12, green 2, blue 2 close, yellow 8.
    t = table(
        "bonus_b",
        "r2,3,4,5,11 y2,4,5,7,11 g12,11,10,8,3 b12 x0",
        "r2,3,4,5,11 y2 g12,11,10,8,3 b12,11,9,7,3 x0",
    ).turn("34 1111", "b7", "y7")
    assert t.sheet(0) == "r2,3,4,5,11,12# y2,4,5,7,11,12# g12,11,10,8,3,2# b12,7,6 x0"
    assert t.sheet(1) == "r2,3,4,5,11,12# y2,7,8 g12,11,10,8,3,2# b12,11,9,7,3,2# x0"
    assert t.closed == ["red", "yellow", "green", "blue"]
    # Three rows of seven and one of three each: 28 + 28 + 28 + 6.
    assert (t.game.reason, t.totals) == ("two_rows_closed", [90, 90])
    assert t.state().winners == [0, 1]


def test_c13_nothing_more_can_be_played_or_rolled() -> None:
    t = table("classic", "r- y- g- b- x3").turn("41 3256", "->-")
    assert t.roll_refusal("41 3256") == "no_roll_due"
    assert t.refusal(0, "-") == "game_over"


def test_c14_points_of_a_row() -> None:
    printed = [1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78]
    assert [row_points(crosses) for crosses in range(1, 13)] == printed
    assert row_points(0) == 0


@pytest.mark.parametrize(
    ("sheet", "points"),
    [
        (EMPTY, 0),
        ("r5 y- g- b- x0", 1),
        ("r2,11 y- g- b- x0", 3),
        ("r2,3,4,5,6,7,8,9,10,11,12# y- g- b- x0", 78),  # eleven cells and the lock
        ("r- y- g- b12,11,10,9,8,7,6,5,4,3 x0", 55),  # ten cells, not closed
        ("r- y- g- b- x1", -5),
        ("r- y- g- b- x4", -20),
        ("r2,3 y4 g12 b- x3", 3 + 1 + 1 - 15),
    ],
)
def test_c14_rows_add_up_and_each_penalty_costs_5(sheet: str, points: int) -> None:
    assert total("classic", sheet) == points


def test_c14_the_highest_total_wins_and_equal_totals_share_the_win() -> None:
    # Before: 28 + 0, 15 + 1, 28 - 0. White 2+3; the fourth penalty of Dan ends it.
    closed = "r2,3,4,5,6,12# y- g- b- x0"
    other = "r2,3,4,5,6,12# y- g- b- x0"
    t = table("classic", closed, "r2,3,4,5,6 y2 g- b- x0", other, "r- y- g- b- x3", first=3)
    t.turn("23 -111", "-", "-", "-", "->-")
    assert t.totals == [28, 16, 28, -20]
    assert t.state().winners == [0, 2]


def test_c14_there_is_no_winner_before_the_end() -> None:
    t = table("classic", RED_5, EMPTY)
    assert (t.totals, t.state().winners, t.state().reason) == ([15, 0], [], None)


def test_c15_seventy_points() -> None:
    """C-15: 4, 3, 7 and 8 crosses and two penalties."""
    laura = "r2,3,5,7 y4,6,9 g12,11,10,8,7,5,4 b12,11,10,9,8,7,6,4 x2"
    assert total("classic", laura) == 10 + 6 + 28 + 36 - 10 == 70


def test_c15_seven_crosses_with_the_lock_among_them() -> None:
    # The lock counts: green with six cells and the lock is seven crosses too.
    assert total("classic", "r2,3,5,7 y4,6,9 g12,11,10,8,7,2# b12,11,10,9,8,7,6,4 x2") == 70


def test_c16_any_players_close_the_two_rows() -> None:
    """C-16: not one and the same player, as the Italian sheet says."""
    t = table("classic", RED_5, YELLOW_5)
    t.turn("66 1111", "r12>-", "-")
    assert not t.game.over
    t.turn("66 -111", "-", "y12")
    assert (t.game.over, t.game.reason) == (True, "two_rows_closed")


def test_c16_blue_instead_of_green_changes_nothing() -> None:
    blue_closed = "r- y- g- b12,11,10,9,8,2# x0"
    t = table("classic", RED_5, EMPTY, blue_closed, YELLOW_5, first=1)
    t.turn("66 111-", "r12", "-", "-", "y12")
    assert t.closed == ["red", "yellow", "blue"]
    assert t.totals == [28, 0, 28, 28]


def test_c16_without_five_crosses_neither_the_last_cell_nor_the_lock() -> None:
    t = table("classic", "r2,3,4,5 y- g- b- x0", RED_5).turn("66 1111", "-", "r12")
    assert t.closed == ["red"]
    assert t.sheet(0) == "r2,3,4,5 y- g- b- x0"


def test_c16_from_the_10_means_right_of_the_10() -> None:
    t = table("classic", "r- y- g- b10 x0")
    t.roll("46 1111")
    assert "b10" not in t.legal().split()
    t = table("classic", "r- y- g- b10 x0")
    t.roll("36 1111")
    assert "b9" in t.legal().split()


@pytest.mark.parametrize("variant", ["classic", "mixx_a", "mixx_b"])
def test_c17_266_points_can_be_reached(variant: str) -> None:
    # Alone, one white sum a turn, every row from left to right without a gap: ten cells in
    # green and blue (55 each), eleven and the lock in red and then in yellow (78 each).
    t = CoreTable(new_game(variant, ["Ann"]))
    red, yellow, green, blue = t.game.variant.rows
    for cell in (*green[:10], *blue[:10], *red, *yellow):
        white = max(1, cell.number - 6)
        t.turn(f"{white}{cell.number - white} {'-' if t.closed else '1'}111", f"{cell.name}")
        if not t.game.over:
            t.play(0, "-")
    assert (t.game.over, t.game.turn, t.closed) == (True, 42, ["red", "yellow"])
    assert t.totals == [78 + 78 + 55 + 55] == [266]


@pytest.mark.parametrize("variant", ["classic", "mixx_a", "mixx_b"])
def test_c17_one_player_closes_at_most_two_rows(variant: str) -> None:
    # A sheet one cell short of closing in every row, and its owner crosses whatever can be
    # crossed: an action closes at most one row, and the second one ends the game.
    full = " ".join(
        letter + ",".join(str(cell.number) for cell in row[:10])
        for letter, row in zip("rygb", load_variant(variant).rows, strict=True)
    )
    rng = Random(17)
    for _ in range(50):
        t = table(variant, f"{full} x0")
        while not t.game.over:
            if t.game.phase == "roll":
                t.roll(str(random_roll(t.game, rng)))
            crosses = [move for move in t.legal().split() if move != "-"]
            t.play(0, rng.choice(crosses or ["-"]))
        assert len(t.closed) <= 2
        assert t.totals[0] <= 266
