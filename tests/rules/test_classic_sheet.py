"""C-01 to C-03: who plays, what is printed, from left to right."""

from __future__ import annotations

import pytest

from rowlock import Unreadable, deciders, load_variant, new_game
from tests.rules.sheets import EMPTY, closed_by, printed_rows
from tests.scenarios.core_table import NAMES, table


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_c01_one_to_five_can_sit_down(seats: int) -> None:
    """C-01: two to five by the rule sheet; one is our extension."""
    assert len(new_game("classic", NAMES[:seats]).sheets) == seats


@pytest.mark.parametrize("names", [[], ["A", "B", "C", "D", "E", "F"]])
def test_c01_a_game_has_one_to_five_players(names: list[str]) -> None:
    with pytest.raises(Unreadable) as refusal:
        new_game("classic", names)
    assert refusal.value.code == "bad_players"


def test_c01_in_a_solo_game_every_turn_is_active() -> None:
    t = table("classic", EMPTY)
    for turn in (1, 2, 3):
        assert (t.game.turn, t.game.active) == (turn, 0)
        t.turn("12 1111", "-")
        assert deciders(t.game) == (0,)  # action 2 is the soloist's every time
        t.play(0, "-")
    assert t.sheet() == "r- y- g- b- x3"


def test_c01_xl_is_the_same_game_in_large_print() -> None:
    xl, classic = load_variant("xl"), load_variant("classic")
    assert (xl.id, xl.digest, xl.rows) == ("classic", classic.digest, classic.rows)
    assert (xl.large_print, classic.large_print) == (True, False)


def test_c02_red_and_yellow_rise_green_and_blue_fall() -> None:
    assert printed_rows("classic") == [
        "r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12",
        "y2 y3 y4 y5 y6 y7 y8 y9 y10 y11 y12",
        "g12 g11 g10 g9 g8 g7 g6 g5 g4 g3 g2",
        "b12 b11 b10 b9 b8 b7 b6 b5 b4 b3 b2",
    ]


@pytest.mark.parametrize(
    ("crossed", "last"),
    [
        ("r2,3,4,5,6", "r12"),
        ("y2,3,4,5,6", "y12"),
        ("g12,11,10,9,8", "g2"),
        ("b12,11,10,9,8", "b2"),
    ],
)
def test_c02_every_row_ends_in_a_lock(crossed: str, last: str) -> None:
    assert closed_by("classic", crossed, last).totals == [28]  # seven crosses, the lock is one


# The picture on the rule sheet: red 5 and 7 are crossed, so 2, 3, 4 and 6 are lost; yellow goes
# on with 11 and 12 only (last cross 10); green right of the 6; blue right of the 10.
PICTURE = "r5,7 y2,3,4,6,10 g12,6 b10 x0"


@pytest.mark.parametrize(
    ("dice", "offered"),
    [
        (
            "11 1111",
            "-",
        ),  # red and yellow lie left; green 2 and blue 2 lack crosses
        ("12 1111", "- b3 g3"),
        ("13 1111", "- b4 g4"),
        ("14 1111", "- b5 g5"),
        ("15 1111", "- b6"),  # g6 is crossed itself
        ("16 1111", "- b7"),  # red 7 is crossed itself
        ("26 1111", "- b8 r8"),
        ("36 1111", "- b9 r9"),
        ("46 1111", "- r10"),  # yellow 10 and blue 10 are crossed
        ("56 1111", "- r11 y11"),
        ("66 1111", "- y12"),  # five yellow crosses; red has two; green 12 and blue 12 lie left
    ],
)
def test_c03_crosses_go_strictly_from_left_to_right(dice: str, offered: str) -> None:
    assert table("classic", PICTURE).offered(dice) == offered


@pytest.mark.parametrize("cell", ["r2", "r3", "r4", "r6"])
def test_c03_skipped_cells_are_lost(cell: str) -> None:
    t = table("classic", PICTURE)
    t.roll({"r2": "11", "r3": "12", "r4": "22", "r6": "33"}[cell] + " 1111")
    assert t.refusal(0, cell) == "left_of_last_cross"


def test_c03_several_cells_may_be_skipped_at_once() -> None:
    assert table("classic", EMPTY).turn("56 1111", "r11").sheet() == "r11 y- g- b- x0"


def test_c03_holds_for_the_coloured_sum_too() -> None:
    # White 1 and 6, all coloured dice 1: sums 2 and 7 in each colour. Red and yellow 2 and 7 lie
    # left or are crossed, green 7 lies left of the 6, last cells lack crosses. Blue 7 is free.
    t = table("classic", PICTURE).turn("16 1111", "-")
    assert t.legal() == "+b7 -"
