"""A last line that stops early: what `?` says, in every form."""

from __future__ import annotations

import pytest

from rowlock import deciders, format_record, legal_moves, parse_record
from rowlock.variants import from_text
from tests.notation.texts import final, record

CLASSIC = [
    # line, phase, what each seat that owes a decision may do
    ("1. 41 3256", "action1", {1: "- b5 g5 r5 y5", 2: "- b5 g5 r5 y5"}),
    ("1. 41 3256 | ? | y5", "action1", {1: "- b5 g5 r5 y5"}),
    ("1. 41 3256 | ? | -", "action1", {1: "- b5 g5 r5 y5"}),
    ("1. 41 3256 | r5 ? | ?", "action1", {2: "- b5 g5 r5 y5"}),
    ("1. 41 3256 | - ? | ?", "action1", {2: "- b5 g5 r5 y5"}),
    ("1. 41 3256 | r5 ? | y5", "action2", {1: "+b10 +b7 +g6 +g9 +r7 +y3 +y6 -"}),
    ("1. 41 3256 | - ? | -", "action2", {1: "+b10 +b7 +g6 +g9 +r4 +r7 +y3 +y6 -"}),
]

# Green 9 for both, red 2 and blue 12 for Ann. Turn 4 is Ben's. With yellow 11 Ann has 1, 1, 1, 1
# crosses and Ben 0, 1, 1, 0.
TIE = ["1. 36 1111 | g9 | g9", "2. 11 1111 | r2 | x", "3. 66 1111 | b12 | -"]
BONUS_B = [
    ("4. 56 1111 | y11 ? | ?", "action1", {1: "?b ?g ?r ?y", 2: "- b11 r11 y11"}),
    ("4. 56 1111 | y11 ? | - ?", "choice", {1: "?b ?g ?r ?y"}),
    ("4. 56 1111 | y11 ? | y11 ?", "choice", {1: "?b ?g ?r ?y", 2: "?b ?r"}),
    ("4. 56 1111 | y11 ? | y11 ?b ?", "choice", {1: "?b ?g ?r ?y"}),
    ("4. 56 1111 | y11 ?r | ?", "action1", {2: "- b11 r11 y11"}),
    ("4. 56 1111 | ? | y11 ?", "action1", {1: "- b11 r11 y11", 2: "?b ?r"}),
    ("4. 56 1111 | - | y11 ?", "choice", {2: "?b ?r"}),
    # Action 2 after the choice of red (2 and 3): white 5 and 6 with ones, 6 and 7.
    ("4. 56 1111 | - | y11 ?r ?", "action2", {2: "+b6 +b7 +g6 +g7 +r6 +r7 -"}),
    ("4. 56 1511 | - | +y11 ?", "choice", {2: "?b ?r"}),
]


def check(text: str, phase: str, owed: dict[int, str]) -> None:
    game = final(text)
    assert game.phase == phase
    found = {
        seat + 1: " ".join(sorted(map(str, legal_moves(game, seat)))) for seat in deciders(game)
    }
    assert found == owed
    assert format_record(parse_record(text)) == text


@pytest.mark.parametrize(("line", "phase", "owed"), CLASSIC, ids=[case[0] for case in CLASSIC])
def test_classic(line: str, phase: str, owed: dict[int, str]) -> None:
    check(record(line), phase, owed)


@pytest.mark.parametrize(("line", "phase", "owed"), BONUS_B, ids=[case[0] for case in BONUS_B])
def test_bonus_b(line: str, phase: str, owed: dict[int, str]) -> None:
    check(record(*TIE, line, variant="bonus_b"), phase, owed)


def test_a_choice_between_one_row_is_not_offered() -> None:
    # Ben crosses red 11 first: 1, 1, 1, 0 with yellow 11 - blue alone, nothing is owed.
    game = final(record(*TIE, "4. 56 1511 | - | r11 +y11", variant="bonus_b"))
    assert game.phase == "roll"
    assert [mask.bit_count() for mask in game.sheets[1].rows] == [1, 1, 1, 2]


def test_the_active_column_ends_in_a_question_mark_while_others_owe_action_1() -> None:
    # The example of the design: in turn 3 seat 2 is active, only seat 1 is asked.
    text = record(
        "1. 41 3256 | - | - | - | x",
        "2. 41 3256 | x | - | - | -",
        "3. 41 3256 | ? | r5 ? | y5 | -",
        players="Max, Emma, Laura, Linus",
        first="4",
    )
    check(text, "action1", {1: "- b5 g5 r5 y5"})
    assert final(text).active == 1


def test_a_line_with_dice_only_means_that_all_answers_are_missing() -> None:
    long, short = record("1. 41 3256 | ? | ?"), record("1. 41 3256")
    assert final(long) == final(short)
    assert format_record(parse_record(long)) == short


def test_a_record_without_turns_awaits_the_first_roll() -> None:
    text = record()
    check(text, "roll", {})
    assert final(text).turn == 1


def test_complete_last_line_awaits_the_next_roll() -> None:
    check(record("1. 41 3256 | r5 +b10 | y5"), "roll", {})


def test_comments_after_the_last_line_do_not_matter() -> None:
    check(record("1. 41 3256 | ? | y5", "; to be continued"), "action1", {1: "- b5 g5 r5 y5"})


TWO_CHOICES = """
extends = "classic"
[about]
id = "two-choices"
[[bonus]]
symbol = "circle"
cells = "y7"
effect = "cross_fewest"
times = 1
[[bonus]]
symbol = "diamond"
cells = "r2"
effect = "cross_fewest"
times = 1
"""


def test_several_choices_follow_in_order() -> None:
    # Own sheet: yellow 7 gives a cross in red, green or blue (none yet); red 2 gives another one
    # in green or blue.
    sheet = from_text(TWO_CHOICES)
    own = {sheet.id: sheet}
    head = record(variant="two-choices", players="Ann", Digest=sheet.digest)
    asked = {"y7 ?": "?b ?g ?r", "y7 ?r ?": "?b ?g"}
    for column, choices in asked.items():
        game = final(f"{head}\n1. 34 1111 | {column}\n", own)
        assert " ".join(sorted(map(str, legal_moves(game, 0)))) == choices
    text = f"{head}\n1. 34 1111 | y7 ?r ?g\n"
    game = final(text, own)
    assert [mask.bit_count() for mask in game.sheets[0].rows] == [1, 1, 1, 0]
    assert format_record(parse_record(text, own)) == text
