"""X-01 to X-05, and S-01 to S-04 for it: nine fields that swap the announced number.

8/5 9/7 11/3 7/4 10/3 8/6 10/5 11/9 6/4
"""

from __future__ import annotations

import pytest

from rowlock import Crossed, Unreadable, load_variant, new_game, parse_move, parse_sheet
from rowlock.notation.summary import summary
from rowlock.variants import from_text
from tests.notation.texts import final, record
from tests.rules.sheets import printed_rows
from tests.scenarios.core_table import CoreTable, table
from tests.scenarios.spec import with_sheets

EMPTY = "r- y- g- b- x0 ~........."


def x_change(*sheets: str, first: int = 0) -> CoreTable:
    return table("x_change", *sheets, first=first)


def test_x01_the_rows_are_classic() -> None:
    assert printed_rows("x_change") == printed_rows("classic")


def test_x01_nine_fields_from_left_to_right() -> None:
    fields = " ".join(f"{one}/{other}" for one, other in load_variant("x_change").swaps)
    assert fields == "8/5 9/7 11/3 7/4 10/3 8/6 10/5 11/9 6/4"


def test_x02_the_other_number_of_a_field_may_be_crossed_in_one_row() -> None:
    # White 5: the field 8/5 makes it an 8, the field 10/5 a 10.
    t = x_change(EMPTY)
    offered = "- b5 g5 r5 y5 ~b10 ~b8 ~g10 ~g8 ~r10 ~r8 ~y10 ~y8"
    assert t.offered("14 1111") == offered
    t.play(0, "~r8")
    assert t.events == (Crossed(0, "r8", "swap"),)
    assert t.sheet() == "r8 y- g- b- x0 ~x........"


def test_x02_a_number_without_a_field_is_not_swapped() -> None:
    # No field has a 2; green and blue 2 are last cells.
    assert x_change(EMPTY).offered("11 1111") == "- r2 y2"


def test_x02_it_follows_all_rules_of_crossing() -> None:
    # Red 9 is crossed: 8 lies left of it, 10 does not. Yellow is closed by Ben.
    t = x_change("r9 y- g- b- x0 ~.........", "r- y2,3,4,5,6,12# g- b- x0 ~.........")
    t.roll("14 1-11")
    assert t.legal(0) == "- b5 g5 ~b10 ~b8 ~g10 ~g8 ~r10"
    assert t.refusal(0, "~r8") == "left_of_last_cross"
    assert t.refusal(0, "~y8") == "row_closed"


def test_x02_it_holds_for_that_player_only_and_not_in_action_2() -> None:
    # Ann swaps 5 for 8; Ben still crosses the 5, and Ann's action 2 has the dice as they lie.
    t = x_change(EMPTY, EMPTY)
    t.roll("14 1111")
    t.play(0, "~r8")
    t.play(1, "r5")
    assert t.sheet(0) == "r8 y- g- b- x0 ~x........"
    assert t.sheet(1) == "r5 y- g- b- x0 ~........."
    assert t.legal(0) == "+b5 +g5 +y2 +y5 -"
    assert t.refusal(0, "~y8") == "wrong_action"


def test_x03_fields_left_of_a_used_one_are_lost() -> None:
    # White 5 by the seventh field: the first six are lost, 8/5 among them.
    t = x_change(EMPTY).turn("14 6666", "~r10>-")
    assert t.sheet() == "r10 y- g- b- x0 ~------x.."
    assert t.offered("14 6666") == "- b5 g5 y5"
    assert t.refusal(0, "~y8") == "field_lost"
    assert t.refusal(0, "~y10") == "field_used"
    assert t.refusal(0, "~y9") == "no_swap_field"


def test_x03_a_field_right_of_it_is_still_free() -> None:
    # White 9: 9/7 is lost, 11/9 is free.
    assert (
        x_change("r10 y- g- b- x0 ~------x..").offered("45 1111")
        == "- b9 g9 y9 ~b11 ~g11 ~r11 ~y11"
    )


def test_x03_fields_bring_no_points() -> None:
    assert x_change("r8,9 y- g- b- x1 ~x-x......").totals == [3 - 5]


def test_x04_a_swap_is_a_cross_of_action_1() -> None:
    assert (
        x_change(EMPTY).turn("14 6666", "~r8>-").sheet() == "r8 y- g- b- x0 ~x........"
    )  # no penalty


def test_x04_it_closes_a_row_while_others_cross_in_it() -> None:
    """C-11: both in the same action. An own sheet swaps 5 for 12."""
    rules = from_text("extends = 'classic'\n[swap]\nfields = '12/5'\n", "mine.toml")
    sheets = ["r2,3,4,5,6 y- g- b- x0 ~.", "r2,3,4 y- g- b- x0 ~."]
    t = CoreTable(with_sheets(new_game(rules, ["Ann", "Ben"]), sheets))
    t.roll("14 1111")
    t.play(0, "~r12")
    t.play(1, "r5")
    assert t.sheet(0) == "r2,3,4,5,6,12# y- g- b- x0 ~x"
    assert t.sheet(1) == "r2,3,4,5 y- g- b- x0 ~."
    assert t.game.closed == 1


def test_x05_a_record_names_the_field_by_the_two_numbers() -> None:
    game = final(record("1. 14 1256 | ~r8 | ~y10", variant="x_change"))
    assert [str(sheet) for sheet in game.sheets] == [
        "r8 y- g- b- x0 ~x........",
        "r- y10 g- b- x0 ~------x..",
    ]
    assert [player.swaps for player in summary(game).players] == [[1], [7]]
    assert str(parse_move("~r8")) == "~r8"


def test_x05_no_pair_occurs_twice_on_a_strip() -> None:
    with pytest.raises(Unreadable, match=r"swap.fields: the field 8/5 appears twice"):
        from_text("extends = 'classic'\n[swap]\nfields = '8/5 9/7 8/5'\n", "mine.toml")


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ("", "0 is not between 1 and 12"),
        ("5/8", "5/8 is not two sums of two dice, larger one first"),
        ("13/5", "13/5 is not two sums of two dice, larger one first"),
        ("8-5", "'8-5' is not a swap field (expected one like 8/5)"),
        ("8/5/4", "'8/5/4' is not a swap field (expected one like 8/5)"),
    ],
)
def test_x05_a_strip_that_makes_no_sense_is_refused(fields: str, wrong: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        from_text(f"extends = 'classic'\n[swap]\nfields = '{fields}'\n", "mine.toml")
    assert refusal.value.message.endswith(wrong)


@pytest.mark.parametrize(
    "strip", ["~x-.......x", "~........", "~-........", "~.x.......", "=........."]
)
def test_x03_a_strip_that_cannot_come_about_is_refused(strip: str) -> None:
    with pytest.raises(Unreadable):
        parse_sheet(load_variant("x_change"), f"r- y- g- b- x0 {strip}")


@pytest.mark.parametrize("text", ["~r8", "~y5"])
def test_x05_a_swap_on_another_sheet_cannot_be_read(text: str) -> None:
    with pytest.raises(Unreadable, match="has no swap fields"):
        final(record(f"1. 14 1256 | {text} | -"))


def test_x02_a_swap_does_not_go_with_action_2() -> None:
    with pytest.raises(Unreadable):
        parse_move("+~r8")
    with pytest.raises(Unreadable):
        parse_move("~+r8")


def test_s01_the_rightmost_cross_and_the_count_decide_a_row() -> None:
    # Red 3, 10: two crosses, 3 points. White 11 is right of 10; 9, its swap, is not.
    t = x_change("r3,10 y- g- b- x0 ~------x..")
    assert t.totals == [3]
    assert t.offered("56 1111") == "- b11 g11 r11 y11 ~b9 ~g9 ~y9"


def test_s02_a_swapped_cross_counts_in_action_2() -> None:
    # White 11 swapped for 9 is the fifth red cross; white 6 + red 6 makes 12.
    t = x_change("r2,3,4,7 y- g- b- x0 ~.........").turn("56 6111", "~r9>+r12")
    assert t.sheet() == "r2,3,4,7,9,12# y- g- b- x0 ~-------x."


@pytest.mark.parametrize(
    "extra",
    [
        "[double]\ncells = 'r3'",
        "[chain]\npairs = 'r6-y6'",
        "[bar]\nboxes = 'r4'\nsquares = 'r'",
        "[lucky]\npairs = '2&3 4&5 6&7 8&9 10&11'",
    ],
)
def test_s03_swap_fields_go_with_no_other_extra(extra: str) -> None:
    with pytest.raises(Unreadable, match="cannot be combined with"):
        from_text(f"extends = 'x_change'\n{extra}\n", "mine.toml")


def test_s04_the_card_game_is_refused() -> None:
    with pytest.raises(Unreadable) as refusal:
        new_game("x_change", ["Ann"], cards=True)
    assert refusal.value.code == "no_card_game"
