"""Our own spelling comes back byte for byte, any other comes back in ours and means the same."""

from __future__ import annotations

import pytest

from rowlock import format_record, parse_record, replay
from tests.notation.texts import final, record

EXAMPLE = """\
[Rowlock "1"]
[Variant "classic"]
[Players "Max, Emma, Laura, Linus"]
[First "1"]

1. 41 3256 | r5 +b10 | y5 | - | -
2. 63 1245 | - | x | b9 | -
"""

COMMENTED = """\
; a comment before everything
[Rowlock "1"]
[Variant "bonus_b"] ; the sheet with the symbols
[Players "Zoë, O'Neill; the 2nd, 小明"]
[First "3"]
[Date "2026-11-15"]
[Event "Sunday; after lunch"]
[Seed "0f3a"]
[Mood "good"]
;between the headers
[Result "-4 0 -4"]

; before the first turn | r5 x
1. 36 1111 | r9 | - | x ; Ming rolls
;
2. 11 1111 | x | - | r2 ;no blank
; at the end
"""
COMMENTED = COMMENTED.replace(
    "2. 11 1111 | x | - | r2 ;no blank", "2. 11 1111 | x | - | r2 ;no blank"
)
COMMENTED = COMMENTED.replace('"1 0 -4"', '"-4 0 -4"')

OWN_SPELLING = {
    "the example of the design": EXAMPLE,
    "comments and headers": COMMENTED,
    "no turns": record(),
    "dice alone": record("1. 41 3256"),
    "owed": record("1. 41 3256 | - ? | y5"),
    "longo": record("1. 51 1118 | *g16 +b13 | y6", variant="longo", Lucky="6&11, 4&9"),
    "a choice": record(
        "1. 36 1111 | g9 | g9",
        "2. 11 1111 | r2 | x",
        "3. 66 1111 | b12 | -",
        "4. 56 1111 | y11 ?g | y11 ?b +r7",
        variant="bonus_b",
    ),
    "a removed die": record(
        *(f"{n}. 1{n} 1111 | r{n + 1}" for n in range(1, 6)),
        "6. 66 1111 | r12",
        "7. 12 -111 | x",
        players="Ann",
    ),
    "solo": record("1. 41 3256 | x", players="Ann"),
    "five": record("1. 41 3256 | - | - | - | - | x", players="A, B, C, D, E", first="5"),
}


@pytest.mark.parametrize("text", OWN_SPELLING.values(), ids=OWN_SPELLING)
def test_our_own_spelling_comes_back_byte_for_byte(text: str) -> None:
    assert format_record(parse_record(text)) == text
    assert format_record(parse_record(text.encode())) == text
    replay(parse_record(text))


OTHER_SPELLINGS = {
    "CRLF": EXAMPLE.replace("\n", "\r\n"),
    "byte order mark": "\ufeff" + EXAMPLE,
    "byte order mark and CRLF": "\ufeff" + EXAMPLE.replace("\n", "\r\n"),
    "no newline at the end": EXAMPLE.rstrip("\n"),
    "no blank line": EXAMPLE.replace("\n\n", "\n"),
    "blank lines everywhere": EXAMPLE.replace("\n", "\n\n \n"),
    "blanks at both ends of lines": "".join(f"  {line}\t \n" for line in EXAMPLE.splitlines()),
    "tabs": EXAMPLE.replace(" | ", "\t|\t"),
    "no blanks": EXAMPLE.replace(" | ", "|").replace("1. 41", "1.41"),
    "many blanks": EXAMPLE.replace(" | ", "   |  ").replace("41 3256", "41    3256"),
    "dash before action 2 of nothing": EXAMPLE.replace("| x |", "| - x |"),
    "names with blanks around": EXAMPLE.replace("Max, Emma, Laura", "Max ,Emma,  Laura"),
    "First with blanks": EXAMPLE.replace('"1"]\n\n', '" 1 "]\n\n'),
    "blanks in headers": EXAMPLE.replace('[First "1"]', '[ First   "1" ]'),
}


@pytest.mark.parametrize("text", OTHER_SPELLINGS.values(), ids=OTHER_SPELLINGS)
def test_other_spellings_come_back_in_ours_and_mean_the_same(text: str) -> None:
    assert format_record(parse_record(text)) == EXAMPLE
    assert final(text) == final(EXAMPLE)


def test_the_order_of_the_headers_is_kept() -> None:
    head, turns = EXAMPLE.split("\n\n")
    text = "\n".join(reversed(head.splitlines())) + f"\n\n{turns}"
    assert format_record(parse_record(text)) == text
    assert final(text) == final(EXAMPLE)


@pytest.mark.parametrize(
    ("spelled", "ours"),
    [
        ("- +b10 | y5", "+b10 | y5"),
        ("+b10 | y5", "+b10 | y5"),
        ("- x | y5", "x | y5"),
        ("x | y5", "x | y5"),
    ],
)
def test_nothing_in_action_1_goes_without_saying(spelled: str, ours: str) -> None:
    text = record(f"1. 41 3256 | {spelled}")
    assert format_record(parse_record(text)).splitlines()[-1] == f"1. 41 3256 | {ours}"
    assert final(text) == final(record(f"1. 41 3256 | {ours}"))


def test_the_dash_stays_where_it_says_something() -> None:
    # Passive seats, an owed action 2, and an active seat when the game ended in action 1.
    five = [f"{n}. 1{n} 1111 | r{n + 1} | y{n + 1}" for n in range(1, 6)]
    for lines in (
        ["1. 41 3256 | r5 | -"],
        ["1. 41 3256 | - ? | -"],
        [*five, "6. 66 1111 | r12 | x", "7. 66 -111 | - | y12"],
    ):
        text = record(*lines)
        assert format_record(parse_record(text)) == text
        final(text)


def test_unknown_headers_and_comments_are_kept() -> None:
    kept = format_record(parse_record(COMMENTED))
    for line in (
        '[Mood "good"]',
        '[Variant "bonus_b"] ; the sheet with the symbols',
        "; before the first turn | r5 x",
        "1. 36 1111 | r9 | - | x ; Ming rolls",
        ";between the headers",
        "; at the end",
    ):
        assert f"{line}\n" in kept


def test_semicolons_inside_quotes_do_not_start_comments() -> None:
    headers = parse_record(COMMENTED).headers
    assert headers["Event"].value == "Sunday; after lunch"
    assert final(COMMENTED).names == ("Zoë", "O'Neill; the 2nd", "小明")


def test_an_empty_comment_stays() -> None:
    text = record("1. 41 3256 | x | - ;", ";")
    assert format_record(parse_record(text)) == text


def test_comments_in_crlf_texts_lose_only_the_line_end() -> None:
    text = record("1. 41 3256 | x | - ; nice roll")
    assert format_record(parse_record(text.replace("\n", "\r\n"))) == text


def test_lucky_pairs_come_back_in_order_and_spelling() -> None:
    text = record("1. 51 1118 | x | -", variant="longo", Lucky="11 & 6,9&4")
    assert '[Lucky "6&11, 4&9"]' in format_record(parse_record(text))
    assert final(text).lucky == ((6, 11), (4, 9))


def test_a_result_comes_back_with_single_blanks() -> None:
    text = record("1. 41 3256 | x | y5", Result="  -5   1 ")
    assert '[Result "-5 1"]' in format_record(parse_record(text))
    final(text)
