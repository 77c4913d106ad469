"""M-01 to M-04: colours in segments (A), numbers scrambled (B)."""

from __future__ import annotations

import pytest

from rowlock import DieRemoved, load_variant, parse_sheet, score
from tests.rules.sheets import EMPTY, closed_by
from tests.scenarios.core_table import table

SHEET_A = [
    "y2 y3 y4 b5 b6 b7 g8 g9 g10 r11 r12",
    "r2 r3 g4 g5 g6 g7 b8 b9 y10 y11 y12",
    "b12 b11 b10 y9 y8 y7 r6 r5 r4 g3 g2",
    "g12 g11 r10 r9 r8 r7 y6 y5 b4 b3 b2",
]
SHEET_B = [
    "10 6 2 8 3 4 12 5 9 7 11",
    "9 12 4 6 7 2 5 8 11 3 10",
    "8 2 10 12 6 9 7 4 5 11 3",
    "5 7 11 9 12 3 8 10 2 6 4",
]


def test_m01_points_are_counted_row_by_row() -> None:
    # Row 1 (lock red): yellow 2, yellow 3, blue 5, green 8 - four crosses, 10 points. By colour
    # it would be 3 + 1 + 1. Row 3 (lock green): blue 12 and red 4 - two crosses, 3 points.
    rules = load_variant("mixx_a")
    points = score(rules, parse_sheet(rules, "r2,3,5,8 y- g12,4 b- x1"))
    assert points.rows == (10, 0, 3, 0)
    assert points.total == 8


@pytest.mark.parametrize("variant", ["mixx_a", "mixx_b"])
def test_m01_the_classic_rules_stay(variant: str) -> None:
    rules, classic = load_variant(variant), load_variant("classic")
    for rule in ("sides", "lock_cells", "crosses_before_lock", "penalty_points"):
        assert getattr(rules, rule) == getattr(classic, rule)
    t = table(variant, EMPTY, "r- y- g- b- x3", first=1).turn("34 1111", "-", "->-")
    assert t.game.reason == "four_penalties"


def test_m02_the_sheet() -> None:
    assert [" ".join(cell.name for cell in row) for row in load_variant("mixx_a").rows] == SHEET_A


def test_m02_every_colour_owns_each_number_once() -> None:
    names = sorted(cell.name for cell in load_variant("mixx_a").cells)
    assert names == sorted(f"{colour}{number}" for colour in "rygb" for number in range(2, 13))


@pytest.mark.parametrize(
    ("row", "cells", "dice", "last", "die"),
    [
        (0, "2,3,4,5,6", "66", "r12", "red"),
        (1, "2,3,4,5,6", "66", "y12", "yellow"),
        (2, "12,11,10,9,8", "11", "g2", "green"),
        (3, "12,11,10,9,8", "11", "b2", "blue"),
    ],
)
def test_m02_the_locks_from_top_to_bottom(
    row: int, cells: str, dice: str, last: str, die: str
) -> None:
    words = [f"{'rygb'[k]}{cells if k == row else '-'}" for k in range(4)]
    t = table("mixx_a", " ".join(words) + " x0").turn(f"{dice} 1111", last)
    assert t.state().dice_out == [die]
    assert DieRemoved(colour=row) in t.events


def test_m03_the_white_sum_goes_into_any_row() -> None:
    t = table("mixx_a", EMPTY)
    assert t.offered("45 1111") == "- b9 g9 r9 y9"
    t.play(0, "y9")  # a yellow cell of row 3, whose lock is green
    assert t.sheet() == "r- y- g9 b- x0"


def test_m03_a_coloured_sum_fits_the_one_cell_of_its_colour_and_number() -> None:
    # White 4 + green 5 = 9: green 9 of row 1 only. White 4 and 4: one sum a colour.
    # Red 1: red 5 (row 3). Yellow 2: yellow 6 (row 4). Blue 3: blue 7 (row 1).
    t = table("mixx_a", EMPTY).turn("44 1253", "-")
    assert t.legal() == "+b7 +g9 +r5 +y6 -"
    t.play(0, "+g9")
    assert t.sheet() == "r9 y- g- b- x0"


def test_m03_left_to_right_is_looked_at_in_the_row_of_the_cell() -> None:
    # Row 1 stands at green 8, row 4 at red 8. Blue 7 lies left of green 8 in row 1; red 7 right
    # of red 8 in row 4; yellow 6 right of it in row 4; green 4 free in row 2.
    t = table("mixx_a", "r8 y- g- b8 x0").turn("33 4314", "-")
    assert t.legal() == "+g4 +r7 +y6 -"
    assert t.refusal(0, "+b7") == "left_of_last_cross"


def test_m03_closing_row_1_removes_the_red_die_and_shuts_the_row() -> None:
    # Ann closes row 1 with red 12. Afterwards white 3 + 3 = 6: blue 6 is in row 1, closed; green
    # 6 row 2, red 6 row 3 (white sum: allowed), yellow 6 row 4.
    t = table("mixx_a", "r2,3,4,5,6 y- g- b- x0", EMPTY).turn("66 1111", "r12>-", "-")
    assert t.state().dice_out == ["red"]
    t.roll("33 -121")
    assert t.legal(0) == t.legal(1) == "- g6 r6 y6"
    t.play(0, "-")
    t.play(1, "r6")
    # Ben's action 2, three dice left. Yellow 1: yellow 4 is in row 1, closed. Green 2: green 5 in
    # row 2. Blue 1: blue 4 in row 4. No red sum.
    assert t.legal(1) == "+b4 +g5 -"
    assert t.refusal(1, "+y4") == "row_closed"


def test_m03_white_12_meets_four_colours_two_of_them_last_cells() -> None:
    t = table("mixx_a", "r2,3,4,5,6 y- g- b- x0")
    assert t.offered("66 1111") == "- b12 g12 r12"  # yellow 12 closes row 2, which is empty


def test_m04_the_sheet() -> None:
    rows = load_variant("mixx_b").rows
    assert [" ".join(str(cell.number) for cell in row) for row in rows] == SHEET_B
    assert [{cell.name[0] for cell in row} for row in rows] == [{"r"}, {"y"}, {"g"}, {"b"}]


def test_m04_place_counts_not_size() -> None:
    # Red 10, then red 8: 6 and 2 are skipped, and 3 is open.
    t = table("mixx_b", "r10,8 y- g- b- x0")
    # White 3: red yes, yellow yes, blue yes; green 3 is the last cell.
    assert t.offered("12 1111") == "- b3 r3 y3"
    t = table("mixx_b", "r10,8 y- g- b- x0")
    assert t.offered("33 1111") == "- b6 g6 y6"
    assert t.refusal(0, "r6") == "left_of_last_cross"


@pytest.mark.parametrize(
    ("crossed", "last"),
    [
        ("r10,6,2,8,3", "r11"),
        ("y9,12,4,6,7", "y10"),
        ("g8,2,10,12,6", "g3"),
        ("b5,7,11,9,12", "b4"),
    ],
)
def test_m04_the_last_cells_are_red_11_yellow_10_green_3_blue_4(crossed: str, last: str) -> None:
    assert closed_by("mixx_b", crossed, last).totals == [28]


def test_m04_numbers_that_close_elsewhere_are_ordinary_here() -> None:
    # Red 12 is the seventh cell, green 2 the second: no five crosses needed.
    t = table("mixx_b", EMPTY)
    assert t.offered("66 1111") == "- b12 g12 r12 y12"
    t = table("mixx_b", EMPTY)
    assert t.offered("11 1111") == "- b2 g2 r2 y2"
