"""Result, Digest, variant names, who begins."""

from __future__ import annotations

import pytest

from rowlock import Illegal, Unreadable, format_record, load_variant, parse_record
from rowlock.notation.headers import carry
from rowlock.variants import BUILT_IN, from_text
from tests.notation.texts import final, place, record, refusal

OWN = from_text('extends = "classic"\n[about]\nid = "mine"\n[penalty]\npoints = 7\n')


@pytest.mark.parametrize("variant", BUILT_IN)
def test_every_printed_sheet_can_be_named(variant: str) -> None:
    more = {"Lucky": "5&10, 6&11"} if variant == "longo" else {}
    assert final(record(variant=variant, **more)).variant.id == variant


def test_xl_is_accepted_and_comes_back_as_classic() -> None:
    text = record("1. 41 3256 | x | -", variant="xl")
    assert final(text).variant.id == "classic"
    assert '[Variant "classic"]' in format_record(parse_record(text))
    final(record(variant="xl", Digest=load_variant("classic").digest))


@pytest.mark.parametrize("first", [1, 2, 3])
def test_the_active_seat_follows_from_first_and_the_turn_number(first: int) -> None:
    columns = [["-"] * 3 for _ in range(4)]
    for turn, column in enumerate(columns):
        column[(first - 1 + turn) % 3] = "x"
    lines = [f"{turn}. 12 1111 | " + " | ".join(column) for turn, column in enumerate(columns, 1)]
    game = final(record(*lines, players="A, B, C", first=str(first)))
    assert (game.turn, game.active) == (5, (first - 1 + 4) % 3)
    # One more penalty for the seat that began.
    assert [sheet.penalties for sheet in game.sheets][first - 1] == 2


@pytest.mark.parametrize(
    ("lines", "totals"),
    [
        ([], "0 0"),
        (["1. 41 3256 | r5 +b10 | y5"], "2 1"),
        (["1. 41 3256 | x | y5"], "-5 1"),
        # Answers of an unfinished action are not on the sheets; a completed action 1 is.
        (["1. 41 3256 | r5 ? | ?"], "0 0"),
        (["1. 41 3256 | r5 ? | y5"], "1 1"),
    ],
)
def test_the_result_is_compared_with_the_totals_at_the_end(lines: list[str], totals: str) -> None:
    final(record(*lines, Result=totals))
    for wrong in ("3 0", "0 3", "-9999 9999"):
        caught = refusal(record(*lines, Result=wrong))
        assert isinstance(caught, Illegal)
        assert place(caught) == ("wrong_result", 5, None, None)


def test_seventy_points_as_a_result() -> None:
    # C-15 played out alone: 4 red, 3 yellow, 7 green, 8 blue, two penalties. Each turn the white
    # sum is crossed, the coloured one too where it fits the row: a die b and a white a make n.
    lines: list[str] = []

    def turn(column: str, white_sum: int, row: str = "r", die: int = 1) -> None:
        white = max(1, white_sum - 6)
        dice = ["1"] * 4
        dice["rygb".index(row)] = str(die)
        lines.append(f"{len(lines) + 1}. {white}{white_sum - white} {''.join(dice)} | {column}")

    for number in (12, 11, 10, 9, 8, 7, 6):
        white = max(1, number - 6)
        turn(f"g{number} +b{number}", number, "b", number - white)
    turn("b5", 5)
    for number in (2, 3, 4):
        white = max(1, number - 6)
        turn(f"r{number} +y{number}", number, "y", number - white)
    turn("r5", 5)
    turn("x", 5)
    turn("x", 5)
    text = record(*lines, players="Laura", Result="70")
    assert [mask.bit_count() for mask in final(text).sheets[0].rows] == [4, 3, 7, 8]
    assert refusal(text.replace('"70"', '"71"')).code == "wrong_result"


def test_a_right_digest_is_accepted() -> None:
    final(record(Digest=load_variant("classic").digest))


def test_an_own_sheet_needs_its_file_and_its_digest() -> None:
    own = {"mine": OWN}
    lines = ["1. 41 3256 | x | -"]
    text = record(*lines, variant="mine", Digest=OWN.digest, Result="-7 0")
    assert final(text, own).variant == OWN
    assert format_record(parse_record(text, own)) == text
    assert refusal(text).code == "unknown_variant"
    missing = refusal(record(*lines, variant="mine"), own)
    assert (missing.code, missing.line) == ("foreign_digest", 2)
    foreign = refusal(record(*lines, variant="mine", Digest="0" * 16), own)
    assert (foreign.code, foreign.line) == ("foreign_digest", 5)
    assert isinstance(foreign, Unreadable)


def test_a_record_that_carries_its_sheet_opens_anywhere() -> None:
    lines = ["1. 41 3256 | x | -"]
    text = record(*lines, variant="mine", Digest=OWN.digest, Sheet=carry(OWN), Result="-7 0")
    assert final(text).variant == OWN
    assert format_record(parse_record(text)) == text
    other = record(*lines, variant="mine", Digest="0" * 16, Sheet=carry(OWN))
    assert refusal(other).code == "foreign_digest"
    named = record(*lines, variant="yours", Digest=OWN.digest, Sheet=carry(OWN))
    assert (refusal(named).code, refusal(named).line) == ("bad_variant", 6)
    broken = carry(OWN).replace("points = 7", "points = 700")
    caught = refusal(record(*lines, variant="mine", Digest=OWN.digest, Sheet=broken))
    assert (caught.code, caught.line) == ("bad_variant", 6)
    assert "Sheet: penalty.points: 700 is not between 0 and 100" in caught.message


def test_a_record_of_a_printed_sheet_with_anothers_digest_is_foreign() -> None:
    caught = refusal(record(variant="bonus_a", Digest=load_variant("classic").digest))
    assert (caught.code, caught.line) == ("foreign_digest", 5)


def test_lucky_means_nothing_on_other_sheets() -> None:
    text = record("1. 41 3256 | x | -", Lucky="whatever")
    assert final(text).lucky == ()
    assert format_record(parse_record(text)) == text
