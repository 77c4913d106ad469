"""Random sheets: the same code, the same sheet, everywhere; every one of them plays."""

from __future__ import annotations

import hashlib
from itertools import product

import pytest

from rowlock import Unreadable, Variant, load_variant
from rowlock.cli.main import main
from rowlock.kernel.compare import play_both
from rowlock.variants import BUILT_IN, from_text
from rowlock.variants.shuffle import parse_code, random_sheet

FIXED = ("connected_steps", "connected_chain", "x_change", "big_points")
BASES = tuple(name for name in BUILT_IN if name not in FIXED)
KINDS = "ncb"
"""What a code shuffles: numbers, colours, both."""

VECTORS = {
    ("n1-tulip", "classic"): "adbe3cd3ad65b79b",
    ("c1-tulip", "classic"): "75b17b62ceb5d7d7",
    ("b1-tulip", "classic"): "52f0dca4db7bc0e9",
    ("b1-tulip", "longo"): "5d81cbfa2cae9ae8",
    ("b1-tulip", "bonus_a"): "b3f4773bc95d8f16",
    ("b1-tulip", "double_a"): "2355c845d3ddc642",
    ("b1-tulip", "double_b"): "60803998613111cc",
}
"""Digests that never change: other programs and older versions make the same sheets."""


def shuffled(code: str, base: str = "classic") -> Variant:
    return from_text(random_sheet(code, base), "random.toml")


def letters(number: int) -> str:
    """A word for every number: b, c, ... z, ba, bb ..."""
    word = ""
    while number:
        number, digit = divmod(number, 26)
        word = "abcdefghijklmnopqrstuvwxyz"[digit] + word
    return word or "a"


@pytest.mark.parametrize(("code", "base"), VECTORS)
def test_a_code_makes_its_sheet(code: str, base: str) -> None:
    variant = shuffled(code, base)
    assert variant.digest == VECTORS[code, base]
    assert variant.id == f"{base}-{code}"


def test_the_first_row_follows_the_written_scheme() -> None:
    """Worked out once more here: eleven numbers of red, shuffled from the last place down."""
    row = [f"r{n}" for n in range(2, 13)]
    for count, last in enumerate(range(10, 0, -1)):
        digest = hashlib.sha256(f"rowlock sheet n1-tulip {count}".encode()).digest()
        other = int.from_bytes(digest[:8], "big") % (last + 1)  # no draw is refused here
        row[last], row[other] = row[other], row[last]
    assert [cell.name for cell in shuffled("n1-tulip").rows[0]] == row


@pytest.mark.parametrize("base", BASES)
def test_numbers_stay_in_their_rows_and_each_colour_owns_each_number_once(base: str) -> None:
    original = load_variant(base)
    names = sorted(original.cell)
    for kind in KINDS:
        variant = shuffled(f"{kind}1-garden", base)
        assert sorted(variant.cell) == names
        for row, before in zip(variant.rows, original.rows, strict=True):
            assert sorted(c.number for c in row) == sorted(c.number for c in before)
        if kind == "c":
            numbers = [[cell.number for cell in row] for row in variant.rows]
            assert numbers == [[cell.number for cell in row] for row in original.rows]
        if kind == "n":
            colours = [{cell.colour for cell in row} for row in variant.rows]
            assert colours == [{cell.colour for cell in row} for row in original.rows]


@pytest.mark.parametrize("base", ["bonus_a", "bonus_b", "double_a", "double_b"])
def test_printed_signs_keep_their_place(base: str) -> None:
    variant, original = shuffled("hedge", base), load_variant(base)

    def places(sheet: Variant) -> list[tuple[int, int]]:
        signs = [*sheet.boxes, *sheet.doubles, *(c for b in sheet.bonuses for c in b.cells)]
        signs += [cell for cell in sheet.cells if cell.second]
        return [(cell.row, cell.position) for cell in signs]

    assert places(variant) == places(original)
    assert variant.features == original.features | {"mixed_colours"}
    assert variant.crosses_before_lock == original.crosses_before_lock


def test_letters_alone_shuffle_both_by_the_newest_scheme() -> None:
    assert str(parse_code(" Tulip ")) == "b1-tulip"
    assert random_sheet("TULIP") == random_sheet("b1-tulip")
    assert random_sheet("tulip") != random_sheet("tulips")


def refusal(code: str, base: str = "classic") -> str:
    with pytest.raises(Unreadable) as refused:
        random_sheet(code, base)
    return refused.value.code


@pytest.mark.parametrize("code", ["", "tulip7", "x1-tulip", "abcdefghijklm"])
def test_a_code_is_up_to_twelve_letters(code: str) -> None:
    assert refusal(code) == "bad_code"


def test_a_scheme_to_come_is_refused() -> None:
    assert refusal("b2-tulip") == "unknown_scheme"


@pytest.mark.parametrize("base", ["xl", "mine.toml"])
def test_a_base_is_one_of_the_built_in_sheets(base: str) -> None:
    assert refusal("tulip", base) == "unknown_variant"


@pytest.mark.parametrize("base", ["connected_steps", "connected_chain"])
def test_lines_and_frames_are_not_shuffled(base: str) -> None:
    assert refusal("tulip", base) == "not_shuffled"


def test_the_command_prints_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variants", "double_b", "--random", "tulip"]) == 0
    variant = from_text(capsys.readouterr().out, "tulip.toml")
    assert variant.digest == VECTORS["b1-tulip", "double_b"]
    assert main(["variants", "classic", "longo", "--random", "tulip"]) == 2


def play_random_sheets(numbers: range) -> None:
    """Each in core and kernel, equal move by move."""
    kinds = list(product(BASES, KINDS))
    for number in numbers:
        base, kind = kinds[number % len(kinds)]
        variant = shuffled(f"{kind}1-{letters(number)}", base)
        players = 1 + number % 5
        assert play_both(variant, players, seed=11, number=number) is None, variant.id


def test_thirty_random_sheets_play_the_same_in_core_and_kernel() -> None:
    play_random_sheets(range(30))


@pytest.mark.long
def test_a_thousand_random_sheets_play_the_same_in_core_and_kernel() -> None:
    play_random_sheets(range(30, 1030))
