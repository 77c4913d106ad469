"""DA-01 to DA-08, and S-01 to S-04 for it: a second box below every number but the last.

red, yellow   2  3  4  5  6  7  8  9  10 11 12 lock
              .  .  .  .  .  .  .  .  .  .
"""

from __future__ import annotations

import pytest

from rowlock import (
    Crossed,
    Unreadable,
    legal_moves,
    load_variant,
    new_game,
    parse_sheet,
)
from rowlock.core.sheet import crosses_in_row, second_crosses
from rowlock.notation.summary import summary
from rowlock.variants import from_text
from tests.notation.texts import final, record
from tests.rules.sheets import EMPTY, points_of, printed_rows
from tests.scenarios.core_table import CoreTable, table


def double_a(*sheets: str, first: int = 0) -> CoreTable:
    return table("double_a", *sheets, first=first)


def test_da01_the_rows_are_classic() -> None:
    assert printed_rows("double_a") == printed_rows("classic")


def test_da01_every_cell_but_the_last_has_a_second_box() -> None:
    for row in load_variant("double_a").rows:
        assert [bool(cell.second) for cell in row] == [True] * 10 + [False]


def test_da02_all_players_may_cross_the_second_box_when_the_white_sum_repeats() -> None:
    # White 5 once more: Ann's red 5 is the rightmost of its row, Ben's yellow 5 of his.
    t = double_a("r2,5 y- g- b- x0", "r- y5 g- b- x0")
    t.roll("14 1111")
    assert t.legal(0) == t.legal(1) == "- b5 g5 r5 y5"
    t.play(0, "r5")
    t.play(1, "y5")
    assert t.sheet(0) == "r2,5,5 y- g- b- x0"
    assert t.sheet(1) == "r- y5,5 g- b- x0"
    assert t.totals == [6, 3]


def test_da02_the_active_player_needs_the_die_of_its_colour() -> None:
    # Whites 1 and 6: white 7. Red 4 makes 5 and 10, yellow 1 makes 2 and 7.
    t = double_a("r5 y5 g- b- x0")
    t.roll("16 4111")
    t.play(0, "-")
    assert t.legal() == "+b7 +g7 +r10 +r5 +y7 -"


def test_da02_once_for_each_number() -> None:
    t = double_a("r5,5 y- g- b- x0")
    assert t.offered("14 1111") == "- b5 g5 y5"
    assert t.refusal(0, "r5") == "left_of_last_cross"


def test_da02_it_is_a_cross_like_any_other() -> None:
    t = double_a("r5 y- g- b- x0").turn("14 6666", "r5>-")
    assert t.sheet() == "r5,5 y- g- b- x0"  # no penalty
    t = double_a("r5 y- g- b- x0", EMPTY).turn("14 6666", "r5", "-")
    assert t.events == (Crossed(0, "r5", "white"),)


def test_da03_a_second_cross_does_not_move_the_rightmost_mark() -> None:
    t = double_a("r5,5 y- g- b- x0")
    t.roll("15 1111")
    assert "r6" in t.legal().split()


@pytest.mark.parametrize(
    ("sheet", "dice"),
    [("r5,6 y- g- b- x0", "14 1111"), ("r2,2,3,3,4,4,5,12# y- g- b- x0", "14 -111")],
)
def test_da03_a_cell_further_right_loses_the_box(sheet: str, dice: str) -> None:
    assert double_a(sheet).offered(dice) == "- b5 g5 y5"


def test_da04_seven_crosses_before_the_last_cell_second_ones_counted() -> None:
    t = double_a("r2,2,3,3,4,4 y2,2,3,3,4,4,5 g- b- x0")
    assert t.offered("66 1111") == "- b12 g12 y12"
    assert t.refusal(0, "r12") == "too_few_crosses"


def test_da05_sixteen_crosses_score_and_more_count_for_nothing() -> None:
    fifteen = "2,2,3,3,4,4,5,5,6,6,7,7,8,8,9"
    assert points_of("double_a", f"r{fifteen} y- g- b- x0")[0] == 120
    assert points_of("double_a", f"r{fifteen},9 y- g- b- x0")[0] == 136
    assert points_of("double_a", f"r{fifteen},9,10 y- g- b- x0")[0] == 136
    full = f"{fifteen},9,10,10,11,11,12#"
    assert points_of("double_a", f"r{full} y- g- b- x0")[0] == 136
    rules = load_variant("double_a")
    assert crosses_in_row(parse_sheet(rules, f"r{full} y- g- b- x0"), 0) == 22


def test_da06_the_cell_written_again_is_its_second_cross() -> None:
    """DA-08: white 1 + 4 = 5, and white 4 + red 1 = 5."""
    turns = ("1. 14 1256 | r5 +r5 | y5", "2. 14 1256 | - | y5")
    game = final(record(*turns, variant="double_a"))
    assert [str(sheet) for sheet in game.sheets] == ["r5,5 y- g- b- x0", "r- y5,5 g- b- x0"]
    rows = summary(game).players[0].rows
    assert (rows[0].crosses, rows[0].second, rows[0].points) == ([5], [5], 3)
    assert rows[1].second == []
    red = second_crosses(game.variant, game.sheets[0], 0)
    assert [cell.name for cell in red] == ["r5"]


def test_da07_a_closed_row_takes_no_second_cross() -> None:
    # Ben has closed red; Ann's red 5 is her rightmost.
    t = double_a("r5 y- g- b- x0", "r2,2,3,3,4,4,5,12# y- g- b- x0")
    t.roll("14 -111")
    assert t.legal(0) == "- b5 g5 y5"
    assert t.refusal(0, "r5") == "row_closed"


def test_da08_both_boxes_in_one_turn() -> None:
    t = double_a(EMPTY).turn("14 1111", "r5>+r5")
    assert t.sheet() == "r5,5 y- g- b- x0"
    assert t.totals == [3]


def test_s01_the_rightmost_cross_and_the_count_decide_a_row() -> None:
    # 2, 2, 9: three crosses, 6 points; right of 9 the row goes on.
    t = double_a("r2,2,9 y- g- b- x0")
    t.roll("55 1111")
    assert "r10" in t.legal().split()
    assert t.totals == [6]


def test_s02_a_cross_of_action_1_counts_in_action_2() -> None:
    # Six crosses; white 11 is the seventh, and white 6 + red 6 makes 12.
    t = double_a("r2,2,3,3,4,4 y- g- b- x0").turn("56 6111", "r11>+r12")
    assert t.closed == ["red"]
    assert t.totals == [45]  # nine crosses


@pytest.mark.parametrize("extra", ["[double]\ncells = 'r5'", "[steps]\ncells = 'r2'"])
def test_s03_second_boxes_go_with_no_other_extra(extra: str) -> None:
    text = f"extends = 'double_a'\n{extra}\n"
    with pytest.raises(Unreadable, match="cannot be combined with"):
        from_text(text, "mine.toml")


def test_s04_there_is_no_card_game_on_it() -> None:
    with pytest.raises(Unreadable, match="the card game does not support second boxes") as refusal:
        new_game("double_a", ["Ann"], cards=True)
    assert refusal.value.code == "no_card_game"


def test_the_legal_moves_of_a_new_game_are_those_of_classic() -> None:
    t = double_a(EMPTY)
    t.roll("34 1111")
    assert [str(move) for move in legal_moves(t.game, 0)] == ["-", "r7", "y7", "g7", "b7"]
