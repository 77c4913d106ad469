"""DB-01 to DB-05, and S-01 to S-04 for it: cells that count twice.

red, yellow   2   3²  4   5²  6   7   8   9²  10  11² 12  lock
green, blue   12  11  10² 9   8²  7   6²  5   4²  3   2   lock
crosses       1   1/2 ...                                   1
"""

from __future__ import annotations

import pytest

from rowlock import Crossed, LockCrossed, Unreadable, load_variant, new_game, parse_sheet
from rowlock.core.sheet import crosses_in_row
from rowlock.variants import from_text
from tests.rules.card_table import card_table, plays
from tests.rules.sheets import EMPTY, points_of, printed_rows
from tests.scenarios.core_table import CoreTable, table


def double_b(*sheets: str, first: int = 0) -> CoreTable:
    return table("double_b", *sheets, first=first)


def test_db01_the_rows_are_classic() -> None:
    assert printed_rows("double_b") == printed_rows("classic")


def test_db01_the_double_cells() -> None:
    names = " ".join(cell.name for cell in load_variant("double_b").doubles)
    assert names == "r3 r5 r9 r11 y3 y5 y9 y11 g10 g8 g6 g4 b10 b8 b6 b4"


def test_db02_a_double_cell_makes_two_crosses_at_once() -> None:
    # White 3: the one cell red 3, two crosses: 1 + 2 points. It is told as one cross of one cell.
    t = double_b(EMPTY).turn("12 1111", "r3>-")
    assert crosses_in_row(t.game.sheets[0], 0) == 2
    assert t.sheet() == "r3 y- g- b- x0"
    assert t.totals == [3]


def test_db02_it_is_told_once() -> None:
    t = double_b(EMPTY, EMPTY).turn("12 1111", "r3", "-")
    assert t.events == (Crossed(0, "r3", "white"),)


@pytest.mark.parametrize(
    ("sheet", "crosses"),
    [
        ("r2 y- g- b- x0", 1),
        ("r3 y- g- b- x0", 2),
        ("r2,3 y- g- b- x0", 3),
        ("r3,5 y- g- b- x0", 4),
        ("r3,4,5 y- g- b- x0", 5),
        ("r3,5,9 y- g- b- x0", 6),
        ("r3,5,8,9 y- g- b- x0", 7),
        ("r3,5,9,11 y- g- b- x0", 8),
    ],
)
def test_db02_it_counts_twice_for_lock_and_points(sheet: str, crosses: int) -> None:
    # n crosses: 1 3 6 10 15 21 28 36 points; from seven on the 12 may be crossed.
    assert points_of("double_b", sheet) == ([0, 1, 3, 6, 10, 15, 21, 28, 36][crosses], 0, 0, 0)
    t = double_b(sheet)
    t.roll("66 1111")
    assert ("r12" in t.legal().split()) == (crosses >= 7)


def test_db02_no_penalty_for_the_turn() -> None:
    assert double_b(EMPTY).turn("12 1111", "r3>-").sheet() == "r3 y- g- b- x0"
    assert double_b(EMPTY).turn("12 1111", "->+r3").sheet() == "r3 y- g- b- x0"


def test_db03_six_crosses_are_not_enough() -> None:
    # 3 and 5 double, 6 and 7 plain: six. In green 10, 8 and 6: six as well.
    t = double_b("r3,5,6,7 y- g10,8,6 b- x0")
    assert t.offered("66 1111") == "- b12"
    assert t.refusal(0, "r12") == "too_few_crosses"
    t = double_b("r3,5,6,7 y- g10,8,6 b- x0")
    t.roll("11 1111")
    assert t.refusal(0, "g2") == "too_few_crosses"


def test_db03_seven_are_enough_and_the_lock_is_one_cross() -> None:
    # 3, 5 and 9 double, 6 plain: seven, 28 points. With the 12 and the lock nine: 45 points.
    t = double_b("r3,5,6,9 y- g- b- x0").turn("66 1111", "r12")
    assert t.events[:2] == (Crossed(0, "r12", "white"), LockCrossed(0, 0))
    assert t.sheet() == "r3,5,6,9,12# y- g- b- x0"
    assert (t.totals, t.closed) == ([45], ["red"])


def test_db03_five_cells_of_which_none_is_double_are_not_enough() -> None:
    # What closes a classic row does not close this one: 2, 4, 6, 7, 8 are five crosses.
    t = double_b("r2,4,6,7,8 y- g- b- x0")
    t.roll("66 1111")
    assert t.refusal(0, "r12") == "too_few_crosses"


def test_db04_the_table_of_points() -> None:
    # Red from the left: 1, 3, 4, 6, 7, 8, 9, 11, 12, 14 crosses, and 16 with the 12 and the lock.
    row = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    points = [1, 6, 10, 21, 28, 36, 45, 66, 78, 105]
    for length, expected in enumerate(points, 1):
        numbers = ",".join(map(str, row[:length]))
        assert points_of("double_b", f"r{numbers} y- g- b- x0")[0] == expected


@pytest.mark.parametrize(
    ("full", "place"),
    [
        ("r2,3,4,5,6,7,8,9,10,11,12# y- g- b- x0", 0),
        ("r- y2,3,4,5,6,7,8,9,10,11,12# g- b- x0", 1),
        ("r- y- g12,11,10,9,8,7,6,5,4,3,2# b- x0", 2),
        ("r- y- g- b12,11,10,9,8,7,6,5,4,3,2# x0", 3),
    ],
)
def test_db04_a_full_row_has_16_crosses_and_136_points(full: str, place: int) -> None:
    sheet = parse_sheet(load_variant("double_b"), full)
    assert crosses_in_row(sheet, place) == 16
    assert points_of("double_b", full)[place] == 136


def test_db04_thirteen_and_fifteen_crosses() -> None:
    # Without the plain 2: 13 before the lock (91 points). Then 12 and lock: 15 (120 points).
    assert points_of("double_b", "r3,4,5,6,7,8,9,10,11 y- g- b- x0")[0] == 91
    assert points_of("double_b", "r3,4,5,6,7,8,9,10,11,12# y- g- b- x0")[0] == 120


def test_db05_the_worked_example() -> None:
    # 1 + 2 + 2 + 1 + 2 = 8 crosses, 36 points; with 12 and lock 10 crosses, 55 points.
    t = double_b("r2,3,5,6,9 y- g- b- x0")
    assert t.totals == [36]
    t.roll("66 1111")
    assert "r12" in t.legal().split()
    t.play(0, "r12")
    assert t.totals == [55]


def test_s01_the_rightmost_cross_decides_what_may_be_crossed() -> None:
    # The two crosses of red 9 lie in one cell: 10 is the next one, 8 and 9 are gone.
    t = double_b("r9 y- g- b- x0")
    for dice, there in [("44", False), ("54", False), ("55", True), ("65", True)]:
        u = CoreTable(t.game)
        u.roll(f"{dice} 1111")
        number = int(dice[0]) + int(dice[1])
        assert (f"r{number}" in u.legal().split()) is there


def test_s01_a_crossed_double_cell_is_not_crossed_again() -> None:
    t = double_b("r3 y- g- b- x0")
    assert t.offered("12 1111") == "- b3 g3 y3"
    assert t.refusal(0, "r3") == "left_of_last_cross"


def test_s02_a_double_cross_of_action_1_counts_for_the_lock_in_action_2() -> None:
    # Red 2, 3, 5: five crosses. White 9 makes seven; then white 6 + red 6 closes: nine, 45 points.
    t = double_b("r2,3,5 y- g- b- x0").turn("36 6111", "r9>+r12")
    assert t.sheet() == "r2,3,5,9,12# y- g- b- x0"
    assert t.totals == [45]


def test_s02_a_plain_cross_in_its_place_would_not_do() -> None:
    # White 8 = 2 + 6: six crosses, and white 6 + red 6 is refused.
    t = double_b("r2,3,5 y- g- b- x0").turn("26 6111", "r8")
    assert t.refusal(0, "+r12") == "too_few_crosses"


@pytest.mark.parametrize(
    ("base", "feature"), [("longo", "lucky"), ("bonus_a", "bar"), ("bonus_b", "bonus")]
)
def test_s03_double_cells_go_with_no_other_extra(base: str, feature: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        from_text(f'extends = "{base}"\n[double]\ncells = "r3"\n', "own.toml")
    assert refusal.value.code == "bad_variant"
    assert refusal.value.message == (
        f"own.toml: double.cells: double cells cannot be combined with {feature}"
    )


@pytest.mark.parametrize(("base", "cell"), [("classic", "r4"), ("mixx_a", "y3"), ("mixx_b", "r6")])
def test_s03_an_own_sheet_may_have_double_cells(base: str, cell: str) -> None:
    own = from_text(f'extends = "{base}"\n[double]\ncells = "{cell}"\n', "own.toml")
    number = int(cell[1:])
    white = f"{number // 2}{number - number // 2}"
    t = table(own, EMPTY).turn(f"{white} 1111", f"{cell}>-")
    assert t.totals == [3]


def test_s04_the_card_game_is_played_on_double_b() -> None:
    assert new_game("double_b", ["Ann"], cards=True).phase == "deal"


def test_s04_crosses_of_a_play_count_twice_for_the_lock() -> None:
    # Red 2, 3, 5: five crosses. Cards 9 and 12 lie three apart; 11 (double) and 12 are
    # neighbours: five and two are seven, so both may be crossed, and 12 alone may not.
    t = card_table("double_b", "r2,3,5 y- g- b- x0", hands=["r9 r11 r12 b3"], display="y9")
    t.play(0, "t9")
    t.play(0, "-")
    assert "+r11,12" in plays(t, "r").split()
    assert "+r12" not in plays(t, "r").split()
    assert "+r9,12" not in plays(t, "r").split()  # 10 and 11 would be left out
    t.play(0, "+r11,12")
    assert t.sheet() == "r2,3,5,11,12# y- g- b- x0"
    assert t.totals == [45]


def test_s04_cells_are_left_out_not_crosses() -> None:
    # Between 2 and 4 lies the double 3: one cell left out. Between 2 and 5 lie two cells.
    t = card_table("double_b", EMPTY, hands=["r2 r4 r5 b3"], display="y9")
    t.play(0, "t9")
    t.play(0, "-")
    red = plays(t, "r").split()
    assert "+r2,4" in red
    assert "+r2,5" not in red
    assert "+r2,4,5" in red
    t.play(0, "+r2,4,5")
    assert t.totals == [10]  # 1 + 1 + 2 = 4 crosses
