"""Records that can be read but break the rules: code, line, seat (from 1) and move."""

from __future__ import annotations

import pytest

from rowlock import Illegal
from tests.notation.texts import place, record, refusal

# Five red crosses for Ann, five yellow for Ben, in five turns; then turn 6 is Ben's.
FIVE = [
    "1. 11 1111 | r2 | y2",
    "2. 12 1111 | r3 | y3",
    "3. 13 1111 | r4 | y4",
    "4. 14 1111 | r5 | y5",
    "5. 15 1111 | r6 | y6",
]

CASES: dict[str, tuple[list[str], tuple[str, int, int | None, str | None]]] = {
    "not the announced number": (["1. 41 3256 | r6 | -"], ("not_announced", 6, 1, "r6")),
    "left of the last cross": (
        ["1. 41 3256 | r5 | -", "2. 22 1111 | r4 | x"],
        ("left_of_last_cross", 7, 1, "r4"),
    ),
    "the same cell again": (
        ["1. 41 3256 | - +r7 | r5", "2. 14 1111 | - | r5"],
        ("left_of_last_cross", 7, 2, "r5"),
    ),
    "a last cell without five crosses": (
        ["1. 66 1111 | - x | r12"],
        ("too_few_crosses", 6, 2, "r12"),
    ),
    "a last cell by colour without five crosses": (
        ["1. 16 6111 | +r12 | -"],
        ("too_few_crosses", 6, 1, "+r12"),
    ),
    "a coloured sum that was not rolled": (
        ["1. 41 3256 | +b9 | -"],
        ("not_rolled", 6, 1, "+b9"),
    ),
    "a coloured sum left of the cross of action 1": (
        ["1. 41 3256 | r5 +r4 | -"],
        ("left_of_last_cross", 6, 1, "+r4"),
    ),
    "an action 2 of a passive seat": (
        ["1. 41 3256 | r5 | y5 +b10"],
        ("not_active", 6, 2, "+b10"),
    ),
    "a digit for a removed die": (
        [*FIVE, "6. 66 1111 | r12 | x", "7. 34 1111 | x | -"],
        ("die_removed", 12, None, "34 1111"),
    ),
    "a dash for a die in play": (
        ["1. 41 3-56 | r5 | -"],
        ("die_missing", 6, None, "41 3-56"),
    ),
    "a row that is closed": (
        [*FIVE, "6. 66 1111 | r12 | x", "7. 34 -111 | x | r7"],
        ("row_closed", 12, 2, "r7"),
    ),
    "a row closed in action 1 of this turn": (
        [*FIVE, "6. 66 1111 | r12 | +r7"],
        ("row_closed", 11, 2, "+r7"),
    ),
    "a penalty after a cross": (["1. 41 3256 | r5 x | -"], ("penalty_not_due", 6, 1, "x")),
    "a penalty after a cross of action 2": (
        ["1. 41 3256 | +b10 x | -"],
        ("penalty_not_due", 6, 1, "x"),
    ),
    "a penalty of a passive seat": (["1. 41 3256 | r5 | x"], ("penalty_not_due", 6, 2, "x")),
    "a penalty of a passive seat that crossed": (
        ["1. 41 3256 | r5 | y5 x"],
        ("penalty_not_due", 6, 2, "x"),
    ),
    "a penalty that is not written": (["1. 41 3256 | - | -"], ("penalty_missing", 6, 1, "-")),
    "a penalty although the game ended in action 1": (
        [*FIVE, "6. 66 1111 | r12 | y12 x"],
        ("penalty_not_due", 11, 2, "x"),
    ),
    "an action 2 although the game ended in action 1": (
        [*FIVE, "6. 66 1111 | r12 | y12 +g7"],
        ("game_over", 11, 2, "+g7"),
    ),
    "an answer owed although the game ended in action 1": (
        [*FIVE, "6. 66 1111 | r12 | y12 ?"],
        ("nothing_owed", 11, 2, "?"),
    ),
    "a turn after the end": (
        [*FIVE, "6. 66 1111 | r12 | y12", "7. 34 --11 | x | -"],
        ("game_over", 12, None, None),
    ),
    "a passive seat that owes an action 2": (
        ["1. 41 3256 | r5 ? | y5 ?"],
        ("nothing_owed", 6, 2, "?"),
    ),
    "a passive seat that declined and owes an action 2": (
        ["1. 41 3256 | r5 ? | - ?"],
        ("nothing_owed", 6, 2, "?"),
    ),
    "an active seat that owes something after its action 2": (
        ["1. 41 3256 | r5 +b10 ? | -"],
        ("nothing_owed", 6, 1, "?"),
    ),
    "a complete active column while another owes action 1": (
        ["1. 41 3256 | r5 | ?"],
        ("action_1_open", 6, 1, "r5"),
    ),
    "an action 2 while another owes action 1": (
        ["1. 41 3256 | r5 +b10 | ?"],
        ("action_1_open", 6, 1, "r5 +b10"),
    ),
    "a penalty while another owes action 1": (
        ["1. 41 3256 | x | ?"],
        ("action_1_open", 6, 1, "x"),
    ),
    "a choice without a cause": (["1. 41 3256 | ?g | -"], ("no_choice_due", 6, 1, "?g")),
    "a choice after a cross that needs none": (
        ["1. 41 3256 | r5 ?g | -"],
        ("no_choice_due", 6, 1, "?g"),
    ),
    "a choice of a passive seat that needs none": (
        ["1. 41 3256 | r5 ? | y5 ?g"],
        ("no_choice_due", 6, 2, "?g"),
    ),
    "a choice after an action 2 that needs none": (
        ["1. 41 3256 | r5 +b10 ?g | -"],
        ("no_choice_due", 6, 1, "?g"),
    ),
}


@pytest.mark.parametrize(("lines", "expected"), CASES.values(), ids=CASES)
def test_classic(
    lines: list[str], expected: tuple[str, int | None, int | None, str | None]
) -> None:
    caught = refusal(record(*lines))
    assert isinstance(caught, Illegal)
    assert place(caught) == expected
    assert caught.message


# Bonus B. Turn 1: green 9 for both (3 + 6). Turn 2: red 2, blue 12 by nobody. Ann: red 2 in turn
# 2, blue 12 in turn 3; then yellow 11 (5 + 6) makes 1, 1, 1, 1 crosses and asks for a row.
TIE = [
    "1. 36 1111 | g9 | g9",
    "2. 11 1111 | r2 | x",
    "3. 66 1111 | b12 | -",
]
BONUS_B: dict[str, tuple[list[str], tuple[str, int, int | None, str | None]]] = {
    "a missing choice": ([*TIE, "4. 56 1111 | y11 | x"], ("choice_missing", 9, 1, "y11")),
    "a missing choice before the last line": (
        [*TIE, "4. 56 1111 | y11 | x", "5. 34 1111 | x | -"],
        ("choice_missing", 9, 1, "y11"),
    ),
    # Ben: 0, 1, 1, 0 crosses after yellow 11; green is not among red and blue.
    "a row that is not tied": (
        [*TIE, "4. 56 1111 | - | y11 ?g"],
        ("not_tied", 9, 2, "?g"),
    ),
    "a missing choice before an action 2": (
        [*TIE, "4. 56 1111 | - | y11 +r6"],
        ("choice_missing", 9, 2, "y11"),
    ),
    "a missing choice after an action 2": (
        [*TIE, "4. 65 1511 | - | +y11"],
        ("choice_missing", 9, 2, "+y11"),
    ),
    "two choices where one is due": (
        [*TIE, "4. 56 1111 | y11 ?r ?r | x"],
        ("no_choice_due", 9, 1, "?r"),
    ),
}


@pytest.mark.parametrize(("lines", "expected"), BONUS_B.values(), ids=BONUS_B)
def test_bonus_b(lines: list[str], expected: tuple[str, int, int | None, str | None]) -> None:
    assert place(refusal(record(*lines, variant="bonus_b"))) == expected


LONGO: dict[str, tuple[list[str], tuple[str, int, int | None, str | None]]] = {
    # Ann has 6&11, Ben 5&10; a fifth header moves turn 1 to line 7.
    "no lucky number of this sheet": (
        ["1. 51 1118 | r6 | *g16"],
        ("not_lucky", 7, 2, "*g16"),
    ),
    "not the next cell of a row with the fewest crosses": (
        ["1. 51 1118 | *g15 | -"],
        ("not_lucky_cell", 7, 1, "*g15"),
    ),
    "a row without the fewest crosses": (
        ["1. 51 1118 | *g16 | -", "2. 65 1111 | *g15 | -"],
        ("not_lucky_cell", 8, 1, "*g15"),
    ),
}


@pytest.mark.parametrize(("lines", "expected"), LONGO.values(), ids=LONGO)
def test_longo(lines: list[str], expected: tuple[str, int, int | None, str | None]) -> None:
    text = record(*lines, variant="longo", Lucky="6&11, 5&10")
    assert place(refusal(text)) == expected


def test_the_first_illegal_move_is_named_action_1_before_action_2_seats_in_order() -> None:
    text = record("1. 41 3256 | r5 +b9 | y6", "2. 41 3256 | r6 | y6")
    assert place(refusal(text)) == ("not_announced", 6, 2, "y6")
