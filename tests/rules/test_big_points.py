"""BP-01 to BP-06, and S-01 to S-04 for it: round rows that count in both rows beside them.

red     2  3  4  5  6  7  8  9  10 11 12 lock
o      (2)(3)(4)(5)(6)(7)(8)(9)(10)(11)(12)
yellow  2  3  4  5  6  7  8  9  10 11 12 lock
"""

from __future__ import annotations

import pytest

from rowlock import (
    Crossed,
    Illegal,
    Unreadable,
    load_variant,
    new_game,
    parse_position,
    parse_sheet,
    play,
)
from rowlock.notation.summary import summary
from rowlock.variants import from_text
from tests.notation.texts import final, record
from tests.rules.sheets import points_of, printed_rows
from tests.scenarios.core_table import CoreTable, table

EMPTY = "r- y- g- b- o- c- x0"


def big_points(*sheets: str, first: int = 0) -> CoreTable:
    return table("big_points", *sheets, first=first)


def test_bp01_the_rows_are_classic() -> None:
    assert printed_rows("big_points") == printed_rows("classic")


def test_bp01_two_bonus_rows_without_a_lock() -> None:
    upper, lower = load_variant("big_points").bonus_rows
    assert " ".join(cell.name for cell in upper) == "o2 o3 o4 o5 o6 o7 o8 o9 o10 o11 o12"
    assert " ".join(cell.name for cell in lower) == "c12 c11 c10 c9 c8 c7 c6 c5 c4 c3 c2"
    assert not load_variant("big_points").closing & {"o12", "c2"}


def test_bp02_a_neighbour_on_the_same_sheet_opens_the_cell() -> None:
    # White 7: Ann has red 7, Ben nothing.
    t = big_points("r7 y- g- b- o- c- x0", EMPTY)
    t.roll("34 1111")
    assert t.legal(0) == "- b7 g7 o7 y7"
    assert t.legal(1) == "- b7 g7 r7 y7"
    assert t.refusal(1, "o7") == "no_neighbour"
    t.play(0, "o7")
    t.play(1, "-")
    assert t.events == (Crossed(0, "o7", "white"),)
    assert t.sheet() == "r7 y- g- b- o7 c- x0"


def test_bp02_either_neighbour_will_do() -> None:
    assert "c9" in big_points("r- y- g9 b- o- c- x0").offered("45 1111").split()
    assert "c9" in big_points("r- y- g- b9 o- c- x0").offered("45 1111").split()
    assert "o9" not in big_points("r- y- g- b9 o- c- x0").offered("45 1111").split()


def test_bp02_the_neighbour_must_be_crossed_before_the_action() -> None:
    assert big_points(EMPTY).offered("34 1111") == "- b7 g7 r7 y7"


def test_bp02_in_action_2_with_the_die_of_a_crossed_neighbours_colour() -> None:
    # Whites 1 and 6, red 1, yellow 3: 2 and 7 in red, 4 and 9 in yellow. Red 7 and yellow 4.
    t = big_points("r7 y4 g- b- o- c- x0")
    t.roll("16 1366")
    t.play(0, "-")
    assert t.legal() == "+b12 +b7 +g12 +g7 +o4 +o7 +y9 -"


def test_bp02_a_crossed_neighbour_of_the_other_colour_does_not_count() -> None:
    # Yellow 3 and red 5. White 1 + red 2 = 3 and white 1 + yellow 4 = 5: each die has the other's.
    t = big_points("r5 y3 g- b- o- c- x0")
    t.roll("16 2466")
    t.play(0, "-")
    assert t.legal() == "+b12 +b7 +g12 +g7 +r8 +y10 +y5 -"
    assert t.refusal(0, "+o3") == "no_neighbour"
    assert t.refusal(0, "+o5") == "no_neighbour"
    assert t.refusal(0, "+o8") == "no_neighbour"  # rolled in red, but nothing is crossed beside it


def test_bp02_the_lower_row_follows_green_and_blue() -> None:
    # Green 9 and blue 11. Whites 1 and 5, green 4: 5 and 9; blue 6: 7 and 11.
    t = big_points("r- y- g9 b11 o- c- x0")
    t.roll("15 6646")
    t.play(0, "-")
    assert t.legal() == "+b7 +c11 +c9 +g5 +r11 +r7 +y11 +y7 -"
    # Now green makes 7 and 11, blue 5 and 9: each die has the number of the other's cross.
    t = big_points("r- y- g9 b11 o- c- x0")
    t.roll("15 6664")
    t.play(0, "-")
    assert t.legal() == "+b5 +b9 +g7 +r11 +r7 +y11 +y7 -"
    assert [t.refusal(0, cell) for cell in ("+c9", "+c11", "+c7")] == ["no_neighbour"] * 3


def test_bp02_the_white_sum_counts_for_both_neighbours() -> None:
    assert "o3" in big_points("r5 y3 g- b- o- c- x0").offered("12 1111").split()
    assert "o5" in big_points("r5 y3 g- b- o- c- x0").offered("14 1111").split()


def test_bp02_the_refusal_names_the_die_and_the_neighbour() -> None:
    game = parse_position('big_points 1 1 action2 16 2466; "Ann" r5 y3 g- b- o- c- x0')
    with pytest.raises(Illegal) as wrong_die:
        play(game, 0, "+o3")
    assert wrong_die.value.message == (
        "+o3: the red die gives this number, but r3 next to it is not crossed"
    )
    game = parse_position('big_points 1 1 action2 16 1166; "Ann" r5 y- g- b- o- c- x0')
    with pytest.raises(Illegal) as no_die:  # 2 and 7 in red and yellow
        play(game, 0, "+o5")
    assert no_die.value.code == "not_rolled"
    assert no_die.value.message == "+o5: no white die plus the red die gives 5"


def test_bp02_a_number_that_several_dice_make_is_offered_once() -> None:
    # Whites 3 and 4, red 4, yellow 3: seven twice.
    t = big_points("r7 y7 g- b- o- c- x0")
    t.roll("34 4311")
    t.play(0, "-")
    assert t.legal().split().count("+o7") == 1


def test_bp02_a_die_that_has_left_the_game_makes_no_sum() -> None:
    # Ben has closed red. White 1 + yellow 1 = 2, white 6 + yellow 1 = 7: 2 is crossed in yellow,
    # 7 and 8 in red alone.
    t = big_points("r7,8 y2 g- b- o- c- x0", "r2,3,4,5,6,12# y- g- b- o- c- x0")
    t.roll("16 -111")
    t.play(0, "-")
    t.play(1, "-")
    assert [word for word in t.legal().split() if word.startswith("+o")] == ["+o2"]
    assert t.refusal(0, "+o7") == "no_neighbour"
    assert t.refusal(0, "+o8") == "not_rolled"


def test_bp02_in_the_lower_row_without_the_blue_die() -> None:
    # Ben has closed blue. White 4 + green 4 = 8, white 6 + green 4 = 10: 10 is crossed in green,
    # 8 and 9 in blue alone.
    t = big_points("r- y- g10 b9,8 o- c- x0", "r- y- g- b12,11,10,9,8,2# o- c- x0")
    t.roll("46 114-")
    t.play(0, "-")
    t.play(1, "-")
    assert [word for word in t.legal().split() if word.startswith("+c")] == ["+c10"]
    assert t.refusal(0, "+c8") == "no_neighbour"
    assert t.refusal(0, "+c9") == "not_rolled"


def test_bp02_it_is_crossed_instead_of_a_cell() -> None:
    t = big_points("r7 y- g- b- o- c- x0")
    t.roll("34 1111")
    t.play(0, "o7")
    assert t.refusal(0, "y7") == "wrong_action"


def test_bp03_from_left_to_right_in_its_own_order() -> None:
    # o9 is crossed: o7 is gone, though red 7 is crossed; o10 is not.
    t = big_points("r7,9,10 y- g- b- o9 c- x0")
    assert "o7" not in t.offered("34 1111").split()
    assert t.refusal(0, "o7") == "left_of_last_cross"
    t = big_points("r7,9,10 y- g- b- o9 c- x0")
    assert "o10" in t.offered("46 1111").split()


def test_bp03_a_bonus_cross_moves_no_row() -> None:
    # After o9, red 8 and yellow 2 may still be crossed.
    t = big_points("r7 y9 g- b- o9 c- x0")
    assert "r8" in t.offered("44 1111").split()


def test_bp03_it_stays_open_after_the_rows_are_closed() -> None:
    # Ann herself has closed red.
    t = big_points("r2,3,4,5,7,12# y- g- b- o- c- x0")
    t.roll("34 -111")
    assert t.legal() == "- b7 g7 o7 y7"
    t.play(0, "o7")
    assert t.totals == [36 + 1]  # eight crosses in red, one in yellow


def test_bp03_the_lower_row_stays_open_after_green_is_closed() -> None:
    t = big_points("r- y- g12,11,10,9,7,2# b- o- c- x0")
    t.roll("34 11-1")
    assert t.legal() == "- b7 c7 r7 y7"
    t.play(0, "c7")
    assert t.totals == [36 + 1]  # eight crosses in green, one in blue


def test_bp04_a_bonus_cross_counts_in_both_rows() -> None:
    # Red 7 and o7: two crosses, 3 points; yellow o7 alone: 1.
    assert points_of("big_points", "r7 y- g- b- o7 c- x0") == (3, 1, 0, 0)
    assert points_of("big_points", "r- y- g12,11 b11 o- c12,11 x0") == (0, 0, 10, 6)


def test_bp04_not_for_the_five_before_a_last_cell() -> None:
    # Four red crosses and two bonus ones are not five.
    t = big_points("r2,3,4,5 y- g- b- o2,3 c- x0")
    t.roll("66 1111")
    assert t.refusal(0, "r12") == "too_few_crosses"


def test_bp05_fifteen_crosses_of_a_row_score() -> None:
    eleven = "2,3,4,5,6,7,8,9,10,11"
    # Ten cells and 4, 5, 6 bonus crosses: 14, 15 and 16 crosses.
    assert points_of("big_points", f"r{eleven} y- g- b- o2,3,4,5 c- x0") == (105, 10, 0, 0)
    assert points_of("big_points", f"r{eleven} y- g- b- o2,3,4,5,6 c- x0") == (120, 15, 0, 0)
    assert points_of("big_points", f"r{eleven} y- g- b- o2,3,4,5,6,7 c- x0") == (120, 21, 0, 0)


def test_bp05_a_bonus_cross_prevents_the_penalty() -> None:
    assert big_points("r7 y- g- b- o- c- x0").turn("34 6666", "o7>-").totals == [4]
    assert big_points("r7 y- g- b- o- c- x0").turn("11 6511", "->+o7").totals == [4]


def test_bp06_a_record_names_the_rows_o_and_c() -> None:
    turns = ("1. 34 1256 | r7 | g7", "2. 34 1256 | o7 | c7")
    game = final(record(*turns, variant="big_points"))
    assert [str(sheet) for sheet in game.sheets] == [
        "r7 y- g- b- o7 c- x0",
        "r- y- g7 b- o- c7 x0",
    ]
    players = summary(game).players
    assert [player.bonus_rows for player in players] == [{"o": [7], "c": []}, {"o": [], "c": [7]}]
    assert [row.points for row in players[0].rows] == [3, 1, 0, 0]
    assert [row.crosses for row in players[0].rows] == [[7], [], [], []]


@pytest.mark.parametrize("text", ["o7", "c12"])
def test_bp06_such_a_cell_on_another_sheet_cannot_be_read(text: str) -> None:
    with pytest.raises(Unreadable, match="there is no cell"):
        final(record(f"1. 34 1256 | {text} | -"))


@pytest.mark.parametrize(
    "rows",
    [
        "r- y- g- b- o7 c-",
        "r7,8 y- g- b- o8,7 c-",
        "r7 y- g- b- c- o7",
        "r7 y- g- b-",
        "r7 y- g- b- o13 c-",
    ],
)
def test_bp02_a_sheet_that_cannot_come_about_is_refused(rows: str) -> None:
    with pytest.raises(Unreadable):
        parse_sheet(load_variant("big_points"), f"{rows} x0")


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ("red_yellow = 'o2 o2'", "the cell o2 appears twice"),
        ("red_yellow = 'c2'", "'c2' is not a cell (expected the letter o and a number)"),
        ("red_yellow = 'o13'", "o13 is not between cells of red and yellow"),
        ("green_blue = ''", "a bonus row needs at least one cell"),
        ("counted = 0", "0 is not between 1 and 23"),
        ("counted = 24", "24 is not between 1 and 23"),
    ],
)
def test_bp01_bonus_rows_that_make_no_sense_are_refused(change: str, wrong: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        from_text(f"extends = 'big_points'\n[bonus_rows]\n{change}\n", "mine.toml")
    assert refusal.value.message.endswith(wrong)


def test_s01_the_rightmost_cross_of_a_row_decides_for_that_row() -> None:
    # o9 lies right of red 3, and red 4 may be crossed.
    assert "r4" in big_points("r3 y9 g- b- o9 c- x0").offered("22 1111").split()


def test_s02_a_cross_of_action_1_opens_its_neighbour_in_action_2() -> None:
    # White 7 in red; then white 3 + red 4 makes 7 again, in the bonus row.
    t = big_points(EMPTY).turn("34 4111", "r7>+o7")
    assert t.sheet() == "r7 y- g- b- o7 c- x0"


@pytest.mark.parametrize("extra", ["[double]\ncells = 'r3'", "[swap]\nfields = '8/5'"])
def test_s03_bonus_rows_go_with_no_other_extra(extra: str) -> None:
    with pytest.raises(Unreadable, match="cannot be combined with"):
        from_text(f"extends = 'big_points'\n{extra}\n", "mine.toml")


def test_s04_the_card_game_is_refused() -> None:
    with pytest.raises(Unreadable) as refusal:
        new_game("big_points", ["Ann"], cards=True)
    assert refusal.value.code == "no_card_game"
