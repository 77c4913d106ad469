"""Records that cannot be read: code, line, seat (from 1) and move."""

from __future__ import annotations

import pytest

from rowlock import Unreadable, parse_record
from tests.notation.texts import place, record, refusal

TURN = "1. 41 3256 | r5 +b10 | y5"

CASES: dict[str, tuple[list[str], tuple[str, int | None, int | None, str | None]]] = {
    "a die that shows seven": (["1. 47 3256 | - | -"], ("bad_die", 6, None, "47 3256")),
    "a die that shows nothing": (["1. 41 3056 | - | -"], ("bad_die", 6, None, "41 3056")),
    "a white die removed": (["1. -1 3256 | - | -"], ("bad_die", 6, None, "-1 3256")),
    "a letter for a die": (["1. 41 3a56 | - | -"], ("bad_die", 6, None, "41 3a56")),
    "five dice": (["1. 41 325 | - | -"], ("bad_dice", 6, None, "41 325")),
    "dice without a blank": (["1. 413256 | - | -"], ("bad_dice", 6, None, "413256")),
    "no dice": (["1. | - | -"], ("bad_dice", 6, None, "")),
    "a column too few": (["1. 41 3256 | r5"], ("wrong_columns", 6, None, None)),
    "a column too many": (["1. 41 3256 | r5 | y5 | -"], ("wrong_columns", 6, None, None)),
    "an empty column": (["1. 41 3256 | r5 |"], ("empty_column", 6, 2, None)),
    "dice alone before the last line": (
        ["1. 41 3256", "2. 41 3256"],
        ("wrong_columns", 6, None, None),
    ),
    "turns from zero": (["0. 41 3256 | x | -"], ("bad_turn_number", 6, None, None)),
    "turns from two": (["2. 41 3256 | x | -"], ("bad_turn_number", 6, None, None)),
    "a turn left out": ([TURN, "3. 41 3256 | - | x"], ("bad_turn_number", 7, None, None)),
    "a turn twice": ([TURN, "1. 41 3256 | - | x"], ("bad_turn_number", 7, None, None)),
    "a turn number with a zero": (["01. 41 3256 | x | -"], ("bad_turn_number", 6, None, None)),
    "an owed answer before the last line": (
        ["1. 41 3256 | r5 ? | y5", "2. 41 3256 | - | x"],
        ("owed_too_early", 6, 1, "?"),
    ),
    "an unknown token": (["1. 41 3256 | r5 | q5"], ("unknown_token", 6, 2, "q5")),
    "a cell in capitals": (["1. 41 3256 | R5 | -"], ("unknown_token", 6, 1, "R5")),
    "a cell that is too small": (["1. 41 3256 | r1 | -"], ("unknown_token", 6, 1, "r1")),
    "a cell that is not on the sheet": (["1. 41 3256 | r13 | -"], ("unknown_cell", 6, 1, "r13")),
    "a coloured cell that is not on the sheet": (
        ["1. 41 3256 | +b16 | -"],
        ("unknown_cell", 6, 1, "+b16"),
    ),
    "a lucky cross outside Longo": (["1. 41 3256 | *g12 | -"], ("no_lucky_numbers", 6, 1, "*g12")),
    "nothing after a cross": (["1. 41 3256 | r5 - | -"], ("two_answers", 6, 1, "-")),
    "a cross after nothing": (["1. 41 3256 | - r5 | -"], ("two_answers", 6, 1, "r5")),
    "nothing twice": (["1. 41 3256 | - - | -"], ("two_answers", 6, 1, "-")),
    "nothing after action 2": (["1. 41 3256 | +b10 - | -"], ("two_answers", 6, 1, "-")),
    "two crosses of action 1": (["1. 41 3256 | r5 | r5 y5"], ("two_answers", 6, 2, "y5")),
    "two crosses of action 2": (["1. 41 3256 | +b10 +r7 | -"], ("two_answers", 6, 1, "+r7")),
    "action 1 after action 2": (["1. 41 3256 | +b10 r5 | -"], ("two_answers", 6, 1, "r5")),
    "a penalty in front": (["1. 41 3256 | x r5 | -"], ("unknown_token", 6, 1, "x")),
    "a penalty and an owed answer": (["1. 41 3256 | x ? | -"], ("unknown_token", 6, 1, "x")),
    "a lone ? in front": (["1. 41 3256 | ? r5 | -"], ("unknown_token", 6, 1, "?")),
    "two lone ?": (["1. 41 3256 | ? ? | -"], ("unknown_token", 6, 1, "?")),
    "a choice of no colour": (["1. 41 3256 | ?w | -"], ("unknown_token", 6, 1, "?w")),
    "a take outside the card game": (["1. 41 3256 | t4 | -"], ("unknown_token", 6, 1, "t4")),
    "a line that is neither header nor turn": (["what?"], ("unknown_line", 6, None, None)),
    "a turn without its dot": (["1 41 3256 | x | -"], ("unknown_line", 6, None, None)),
    "a pile in a game with dice": (["pile r2"], ("unknown_line", 6, None, None)),
    "a header after a turn": (
        [TURN, '[Event "late"]'],
        ("header_after_turn", 7, None, None),
    ),
    "a header without quotes": (["[Event late]"], ("broken_header", 6, None, None)),
    "a header without an end": (['[Event "late"'], ("broken_header", 6, None, None)),
    "a header with three quotes": (['[Event "a"b"]'], ("broken_header", 6, None, None)),
}


@pytest.mark.parametrize(("lines", "expected"), CASES.values(), ids=CASES)
def test_lines(lines: list[str], expected: tuple[str, int | None, int | None, str | None]) -> None:
    with pytest.raises(Unreadable) as caught:
        parse_record(record(*lines))
    assert place(caught.value) == expected
    assert caught.value.message


@pytest.mark.parametrize("key", ["Rowlock", "Variant", "Players", "First"])
def test_a_missing_header(key: str) -> None:
    text = "\n".join(line for line in record(TURN).splitlines() if not line.startswith(f"[{key} "))
    assert place(refusal(text)) == ("missing_header", None, None, None)


HEADERS: dict[str, tuple[dict[str, str], tuple[str, int | None]]] = {
    "another format": ({"Rowlock": "2"}, ("unknown_format", 1)),
    "a variant nobody knows": ({"variant": "triple"}, ("unknown_variant", 2)),
    "no players": ({"players": ""}, ("bad_name", 3)),
    "a player without a name": ({"players": "Ann, , Ben"}, ("bad_name", 3)),
    "six players": ({"players": "A, B, C, D, E, F"}, ("bad_players", 3)),
    "a name twice": ({"players": "Ann, Ann"}, ("name_twice", 3)),
    "seat 0 first": ({"first": "0"}, ("bad_first", 4)),
    "seat 3 of 2 first": ({"first": "3"}, ("bad_first", 4)),
    "seat 6 first": ({"first": "6"}, ("bad_first", 4)),
    "a name first": ({"first": "Ann"}, ("bad_first", 4)),
    "a Result of one": ({"Result": "1"}, ("broken_header", 5)),
    "a Result of words": ({"Result": "one two"}, ("broken_header", 5)),
    "a Digest of other rules": ({"Digest": "0123456789abcdef"}, ("foreign_digest", 5)),
    "neither dice nor cards": ({"Turns": "coins"}, ("bad_turns", 5)),
}


@pytest.mark.parametrize(("headers", "expected"), HEADERS.values(), ids=HEADERS)
def test_headers(headers: dict[str, str], expected: tuple[str, int | None]) -> None:
    caught = refusal(record(TURN, **headers))
    assert isinstance(caught, Unreadable)
    assert (caught.code, caught.line) == expected


def test_a_header_twice() -> None:
    caught = refusal(record(TURN, Event="one").replace("[First", '[Event "two"]\n[First'))
    assert (caught.code, caught.line) == ("header_twice", 6)


LUCKY = {
    "one pair for two": ("5&10", "bad_lucky"),
    "three pairs for two": ("5&10, 6&11, 4&9", "bad_lucky"),
    "a pair twice": ("5&10, 5&10", "lucky_pair_twice"),
    "a pair twice, turned round": ("5&10, 10&5", "lucky_pair_twice"),
    "a pair no sheet has": ("5&10, 6&12", "unknown_lucky_pair"),
    "no pair at all": ("5&10, 6", "bad_lucky"),
}


@pytest.mark.parametrize(("pairs", "code"), LUCKY.values(), ids=LUCKY)
def test_lucky(pairs: str, code: str) -> None:
    caught = refusal(record(TURN, variant="longo", Lucky=pairs))
    assert isinstance(caught, Unreadable)
    assert (caught.code, caught.line) == (code, 5)


def test_longo_without_lucky_numbers() -> None:
    assert place(refusal(record(TURN, variant="longo"))) == ("missing_header", None, None, None)


@pytest.mark.parametrize("text", ["", "\n\n", "; nothing but a comment\n", "hello\n", "{}"])
def test_no_record_at_all(text: str) -> None:
    assert place(refusal(text)) == ("missing_header", None, None, None)


def test_not_utf8() -> None:
    assert refusal(record(TURN).encode("utf-16")).code == "not_utf8"
    assert refusal(b"\xff\xfe").code == "not_utf8"


@pytest.mark.parametrize(
    "late",
    ["2. 47 3256 | - | x", "2. 41 3256 | - | x |", "3. 41 3256 | - | x", "2. 41 3256 | q | x"],
)
def test_unreadable_wins_over_illegal(late: str) -> None:
    # Turn 1 is against the rules, a later line cannot be read: the text is unreadable.
    caught = refusal(record("1. 41 3256 | r6 | -", late))
    assert isinstance(caught, Unreadable)
    assert caught.line == 7
