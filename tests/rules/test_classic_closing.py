"""C-09 to C-12: the last cell, the lock, closing together, what a removed die means."""

from __future__ import annotations

import pytest

from rowlock import DieRemoved, RowClosed, deciders, legal_moves, play, view
from rowlock.core.event import LockCrossed
from tests.rules.sheets import EMPTY
from tests.scenarios.core_table import table

RED_5 = "r2,3,4,5,6 y- g- b- x0"
"""Five red crosses: one away from closing."""
RED_4 = "r2,3,4,5 y- g- b- x0"


@pytest.mark.parametrize(
    ("row", "dice"), [("r", "66"), ("y", "66"), ("g", "11"), ("b", "11")], ids=list("rygb")
)
@pytest.mark.parametrize("crosses", range(11))
def test_c09_the_last_cell_needs_five_crosses(row: str, dice: str, crosses: int) -> None:
    numbers = list(range(2, 12)) if row in "ry" else list(range(12, 2, -1))
    words = dict.fromkeys("rygb", "-") | {row: ",".join(map(str, numbers[:crosses])) or "-"}
    t = table("classic", " ".join(letter + text for letter, text in words.items()) + " x0")
    t.roll(f"{dice} 1111")
    last = row + ("12" if row in "ry" else "2")
    assert (last in t.legal().split()) == (crosses >= 5)


def test_c09_the_five_need_not_be_neighbours() -> None:
    t = table("classic", "r2,4,6,8,11 y- g- b- x0").turn("66 1111", "r12")
    assert t.sheet() == "r2,4,6,8,11,12# y- g- b- x0"


def test_c09_crosses_in_other_rows_do_not_help() -> None:
    t = table("classic", "r2,3,4,5 y2,3,4,5,6,7,8 g12 b12 x0")
    assert t.offered("66 1111") == "- y12"
    assert t.refusal(0, "r12") == "too_few_crosses"


def test_c09_the_lock_is_crossed_too_and_counts() -> None:
    # Five crosses, the 12 and the lock: seven, worth 28. Before: five, worth 15.
    t = table("classic", RED_5)
    assert t.totals == [15]
    t.turn("66 1111", "r12")
    assert t.totals == [28]
    assert LockCrossed(seat=0, row=0) in t.events


def test_c09_holds_in_action_2() -> None:
    assert table("classic", RED_5).turn("61 6111", "->+r12").sheet() == (
        "r2,3,4,5,6,12# y- g- b- x0"
    )
    assert table("classic", RED_4).turn("61 6111", "-").refusal(0, "+r12") == "too_few_crosses"


def test_c10_the_row_is_closed_for_all_and_its_die_is_removed() -> None:
    t = table("classic", RED_5, EMPTY).turn("66 1111", "r12>-", "-")
    assert t.closed == ["red"]
    t.roll("34 -111")
    assert t.legal(0) == t.legal(1) == "- b7 g7 y7"
    assert t.refusal(1, "r7") == "row_closed"


def test_c10_the_die_leaves_at_once() -> None:
    t = table("classic", RED_5, EMPTY).turn("61 6111", "->+r12", "-")
    assert (t.game.phase, t.closed, t.state().dice_out) == ("roll", ["red"], ["red"])
    assert t.roll_refusal("34 1111") == "die_removed"
    t.roll("34 -111")


def test_c10_closing_is_announced() -> None:
    t = table("classic", RED_5, EMPTY).turn("66 1111", "r12", "-")
    assert RowClosed(row=0, seats=(0,)) in t.events
    assert DieRemoved(colour=0) in t.events


def test_c10_a_row_without_its_last_cell_stays_open() -> None:
    t = table("classic", RED_5, EMPTY).turn("56 1111", "r11>-", "-")
    assert (t.closed, t.sheet()) == ([], "r2,3,4,5,6,11 y- g- b- x0")


def test_c11_all_who_have_five_crosses_close_the_row_together() -> None:
    t = table("classic", RED_5, RED_5, RED_4)
    t.roll("66 1111")
    assert [t.legal(seat) for seat in (0, 1, 2)] == ["- b12 g12 r12", "- b12 g12 r12", "- b12 g12"]
    for seat, move in enumerate(["r12", "r12", "-"]):
        t.play(seat, move)
    closed = "r2,3,4,5,6,12# y- g- b- x0"
    assert [t.sheet(seat) for seat in (0, 1, 2)] == [closed, closed, RED_4]
    assert RowClosed(row=0, seats=(0, 1)) in t.events
    assert t.totals == [28, 28, 10]


def test_c11_a_player_one_turn_late_gets_no_lock() -> None:
    t = table("classic", RED_5, RED_5).turn("66 1111", "r12>-", "-")
    t.roll("66 -111")
    assert t.refusal(1, "r12") == "row_closed"


def test_c11_action_2_is_not_simultaneous() -> None:
    # Ann closes red in action 2; Ben, with five red crosses, has nothing to say to it.
    t = table("classic", RED_5, RED_5).turn("61 6111", "-", "-")
    assert deciders(t.game) == (0,)
    t.play(0, "+r12")
    assert t.sheet(1) == RED_5


def test_c11_longo_another_cell_of_the_row_that_a_lucky_cross_closes() -> None:
    # Ann (4&9) has 6 red, 7 yellow, 7 green, 7 blue crosses: red has the fewest, its next cell
    # is the 15, and six crosses stand before it. White 4 + 5 = 9: her lucky cross closes red
    # while Ben crosses red 9.
    ann = "r2,3,4,5,6,14 y2,3,4,5,6,7,8 g16,15,14,13,12,11,10 b16,15,14,13,12,11,10 x0"
    t = table("longo", ann, EMPTY, lucky=[(4, 9), (5, 10)]).turn("45 1111", "*r15", "r9")
    assert t.closed == ["red"]
    assert t.sheet(0).startswith("r2,3,4,5,6,14,15# ")
    assert t.sheet(1) == "r9 y- g- b- x0"


def test_c11_bonus_another_cell_of_the_row_that_a_chain_closes() -> None:
    # White 5: Ann's boxed yellow 5 strikes the first square (red) and crosses red 12, closing
    # the row; Ben crosses red 5 in the same action 1. The unused red squares are struck.
    bar = "=............"
    ann, ben = f"r2,4,5,7,11 y- g- b- x0 {bar}", f"r- y- g- b- x0 {bar}"
    t = table("bonus_a", ann, ben).turn("14 1111", "y5", "r5")
    assert t.closed == ["red"]
    assert t.sheet(0) == "r2,4,5,7,11,12# y5 g- b- x0 =x....x..x..."
    assert t.sheet(1) == "r5 y- g- b- x0 =x....x..x..."


def test_c11_answers_stay_hidden_until_all_are_in() -> None:
    t = table("classic", RED_5, RED_5, EMPTY)
    t.roll("66 1111")
    seen = set()
    for move in legal_moves(t.game, 0):
        step = play(t.game, 0, move)
        assert step.events == ()
        assert step.state.sheets == t.game.sheets
        # What the others and the spectators see is the same whatever Ann chose.
        seen.add(tuple(view(step.state, seat) for seat in (1, 2, None)))
    assert len(seen) == 1
    assert view(play(t.game, 0, move).state, 1).answered == (True, False, False)


def test_c11_a_choice_within_a_hidden_answer_is_not_shown_either() -> None:
    # Ann's yellow 11 earns the circle and leaves her with a choice of row; her green 11 would
    # not. Ben must not see the difference, only that she still owes something or not.
    t = table("bonus_b", "r2 y- g12,9 b12 x0", EMPTY)
    t.roll("56 1111")
    before = view(t.game, 1), view(t.game, None)
    t.play(0, "y11")
    assert t.legal(0) == "?b ?r ?y"
    assert (view(t.game, 1), view(t.game, None)) == before


def test_c12_a_die_removed_in_action_1_is_out_in_action_2() -> None:
    # White 6 and 6, red 1: red 7 would do on Ann's empty row. Ben closes red in action 1.
    dice = "66 1111"
    open_row = table("classic", EMPTY, EMPTY).turn(dice, "-", "-")
    assert open_row.legal() == "+b7 +g7 +r7 +y7 -"
    t = table("classic", EMPTY, RED_5).turn(dice, "-", "r12")
    assert t.legal() == "+b7 +g7 +y7 -"
    assert t.refusal(0, "+r7") == "row_closed"


def test_c12_it_holds_for_the_players_own_closed_row() -> None:
    t = table("classic", "r2,3,4,5,6 y2,3,4,5,6 g- b- x0", EMPTY).turn("66 6611", "r12", "-")
    assert t.legal() == "+b7 +g7 +y12 -"


def test_c12_on_mixx_the_die_is_out_for_its_cells_in_other_rows_too() -> None:
    # Ben closes row 1 with red 12 (white 6 and 6): the red die goes. Red 1 + white 6 = 7 is a
    # cell of row 4, free on Ann's sheet, but a red sum no more.
    five = "r2,3,4,5,6 y- g- b- x0"
    assert "+r7" in table("mixx_a", EMPTY, EMPTY).turn("66 1111", "-", "-").legal().split()
    t = table("mixx_a", EMPTY, five).turn("66 1111", "-", "r12")
    # Yellow 7: row 3. Green 7: row 2. Blue 7: row 1, closed.
    assert t.legal() == "+g7 +y7 -"
