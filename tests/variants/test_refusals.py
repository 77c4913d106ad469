"""Every refusal of the loader names the file, the key and what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from rowlock import Unreadable, load_variant
from rowlock.variants import NAMES, from_text

SHEET = """
[about]
id = "mine"
name = "My sheet"

[dice]
sides = 6

[lock]
cells = 1
crosses_before = 5

[penalty]
points = 5
ends_at = 4

[end]
closed_rows = 2

[rows]
red = "r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12"
yellow = "y2 y3 y4 y5 y6 y7 y8 y9 y10 y11 y12"
green = "g12 g11 g10 g9 g8 g7 g6 g5 g4 g3 g2"
blue = "b12 b11 b10 b9 b8 b7 b6 b5 b4 b3 b2"

[lucky]
pairs = "2&3 4&5 6&7 8&9 10&11"

[bar]
boxes = "r3 y5"
squares = "r b"

[[bonus]]
symbol = "circle"
cells = "y11 g9"
effect = "cross_fewest"
times = 2

[[bonus]]
symbol = "octagon"
cells = "r6 b4"
effect = "points"
points = 13
"""

RED = '"r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12"'
PAIRS = '"2&3 4&5 6&7 8&9 10&11"'


def message_of(text: str) -> str:
    with pytest.raises(Unreadable) as caught:
        from_text(text, "mine.toml")
    assert caught.value.code == "bad_variant"
    return caught.value.message


def test_the_sheet_of_these_tests_is_good() -> None:
    variant = from_text(SHEET, "mine.toml")
    assert (variant.id, variant.name, variant.bar) == ("mine", "My sheet", (0, 3))
    assert [bonus.symbol for bonus in variant.bonuses] == ["circle", "octagon"]
    assert variant.lucky_pairs == ((2, 3), (4, 5), (6, 7), (8, 9), (10, 11))


@pytest.mark.parametrize(
    ("old", "new", "key", "wrong"),
    [
        # the file
        ("[dice]", "[dice", "file", "not valid TOML"),
        ("[dice]", "x = [[[[", "file", "not valid TOML"),
        ("[dice]\nsides = 6", "", "file", "missing required field `dice`"),
        ("[end]\nclosed_rows = 2", "", "file", "missing required field `end`"),
        ("[dice]", "[tower]\nhigh = 1\n[dice]", "file", "unknown field `tower`"),
        ("\n[about]", "extends = 'classic'\n[about]", "extends", "replaces all of classic"),
        (
            "\n[about]",
            "extends = 'bonus_c'\n[about]",
            "extends",
            "'bonus_c' is not one of classic,",
        ),
        ("\n[about]", "extends = 'xl'\n[about]", "extends", "'xl' is not one of classic,"),
        ("\n[about]", "extends = 7\n[about]", "extends", "7 is not one of classic,"),
        # about
        ('id = "mine"', 'id = "My Sheet"', "about.id", "'My Sheet' is not a plain lower-case word"),
        ('id = "mine"', 'id = ""', "about.id", "not a plain lower-case word"),
        ('id = "mine"', "id = 7", "about.id", "Expected `str`, got `int`"),
        ('id = "mine"', "colour = 7", "about", "unknown field `colour`"),
        ('id = "mine"', 'inferred = "3&4"', "about.inferred", "only pairs of lucky.pairs"),
        ('id = "mine"', 'inferred = "3"', "about.inferred", "'3' is not a pair"),
        # dice, lock, penalty, end
        ("sides = 6", "sides = 1", "dice.sides", "1 is not between 2 and 9"),
        ("sides = 6", "sides = 10", "dice.sides", "10 is not between 2 and 9"),
        ("sides = 6", 'sides = "6"', "dice.sides", "Expected `int`, got `str`"),
        ("sides = 6", "sides = true", "dice.sides", "Expected `int`, got `bool`"),
        ("sides = 6", "sides = 6\nweight = 2", "dice", "unknown field `weight`"),
        ("sides = 6", "", "dice", "missing required field `sides`"),
        ("cells = 1", "cells = 0", "lock.cells", "0 is not between 1 and 11"),
        ("cells = 1", "cells = 12", "lock.cells", "12 is not between 1 and 11"),
        ("before = 5", "before = -1", "lock.crosses_before", "-1 is not between 0 and 10"),
        ("before = 5", "before = 11", "lock.crosses_before", "11 is not between 0 and 10"),
        ("points = 5", "points = -1", "penalty.points", "-1 is not between 0 and 100"),
        ("points = 5", "points = 101", "penalty.points", "101 is not between 0 and 100"),
        ("ends_at = 4", "ends_at = 0", "penalty.ends_at", "0 is not between 1 and 9"),
        ("ends_at = 4", "ends_at = 10", "penalty.ends_at", "10 is not between 1 and 9"),
        ("closed_rows = 2", "closed_rows = 0", "end.closed_rows", "0 is not between 1 and 4"),
        ("closed_rows = 2", "closed_rows = 5", "end.closed_rows", "5 is not between 1 and 4"),
        # rows
        ("r2 r3", "r2 q3", "rows.red", "'q3' is not a cell"),
        ("r2 r3", "r2 r03", "rows.red", "'r03' is not a cell"),
        ("r2 r3", "r2 r333", "rows.red", "'r333' is not a cell"),
        ("r2 r3", "r2 r1", "rows.red", "r1: two dice with 6 sides cannot add up to 1"),
        ("y11 y12", "y13 y12", "rows.yellow", "y13: two dice with 6 sides cannot add up to 13"),
        ("r2 r3", "r2 r2 r3", "rows.red", "the cell r2 appears already in rows.red"),
        ("y2 y3", "y2 r3", "rows.yellow", "the cell r3 appears already in rows.red"),
        ("r2 r3", "r2 y7 r3", "rows.red", "the number 7 appears twice in this row"),
        (f"red = {RED}", 'red = ""', "rows.red (number of cells)", "0 is not between 1 and 16"),
        ("r11 r12", "r12 y11", "rows.red", "the last cell y11 must be red like its lock"),
        (f"red = {RED}", "", "rows", "missing required field `red`"),
        (f"red = {RED}", f"red = {RED}\npink = {RED}", "rows", "unknown field `pink`"),
        # lucky pairs
        (PAIRS, '"2&3 4&5 6&7 8&9"', "lucky.pairs", "5 seats need 5 different pairs"),
        (PAIRS, '"2&3 4&5 6&7 8&9 2&3"', "lucky.pairs", "the pair 2&3 appears twice"),
        (
            PAIRS,
            '"2&3 4&5 6&7 8&9 10"',
            "lucky.pairs",
            "'10' is not a pair of numbers (expected one like 5&10)",
        ),
        (
            PAIRS,
            '"2&3 4&5 6&7 8&9 ٤&9"',
            "lucky.pairs",
            "is not a pair of numbers (expected one like 5&10)",
        ),
        (PAIRS, '"2&3 4&5 6&7 8&9 7&7"', "lucky.pairs", "7&7 is not two sums of two dice"),
        (PAIRS, '"2&3 4&5 6&7 8&9 9&7"', "lucky.pairs", "smaller one first"),
        (PAIRS, '"2&3 4&5 6&7 8&9 1&7"', "lucky.pairs", "1&7 is not two sums of two dice"),
        (PAIRS, '"2&3 4&5 6&7 8&9 9&13"', "lucky.pairs", "9&13 is not two sums of two dice"),
        (PAIRS, f"{PAIRS}\nodds = 3", "lucky", "unknown field `odds`"),
        # the bar of Bonus A
        ('"r3 y5"', '"r3 y13"', "bar.boxes", "there is no cell y13 on this sheet"),
        ('"r3 y5"', '"r3 r3"', "bar.boxes", "the cell r3 has a sign already"),
        ('"r3 y5"', '"y5 r3"', "bar.boxes", "r3 must be listed before y5"),
        ('"r b"', '"r"', "bar.squares", "1 squares for 2 boxed cells"),
        ('"r b"', '"r b g"', "bar.squares", "3 squares for 2 boxed cells"),
        ('"r b"', '"r p"', "bar.squares", "'p' is not one of the letters rygb"),
        ('"r b"', '"r rb"', "bar.squares", "'rb' is not one of the letters rygb"),
        ('boxes = "r3 y5"', 'boxes = ""', "bar.squares", "2 squares for 0 boxed cells"),
        ('boxes = "r3 y5"\nsquares = "r b"', 'boxes=""\nsquares=""', "bar.squares", "0 squares"),
        ('boxes = "r3 y5"', "", "bar", "missing required field `boxes`"),
        # the symbols of Bonus B
        (
            '"circle"',
            '"cross"',
            "bonus[0].symbol",
            "'cross' is not one of circle, diamond, square,",
        ),
        ('"circle"', '"octagon"', "bonus[1].symbol", "the symbol octagon has a bonus already"),
        (
            '"circle"',
            '"star"',
            "bonus[1].symbol",
            "the symbols must be in the order circle, diamond,",
        ),
        ('"y11 g9"', '"y11 g13"', "bonus[0].cells", "there is no cell g13 on this sheet"),
        ('"y11 g9"', '"g9 y11"', "bonus[0].cells", "y11 must be listed before g9"),
        ('"y11 g9"', '""', "bonus[0].cells", "a bonus needs at least one cell"),
        ('"y11 g9"', '"r3 g9"', "bonus[0].cells", "the cell r3 has a sign already"),
        ('"r6 b4"', '"r6 g9"', "bonus[1].cells", "the cell g9 has a sign already"),
        ('"cross_fewest"', '"cross_most"', "bonus[0].effect", "'cross_most' is not one of"),
        ("times = 2", "", "bonus[0].times", "0 is not between 1 and 100"),
        ("times = 2", "times = 0", "bonus[0].times", "0 is not between 1 and 100"),
        ("times = 2", "times = 2\npoints = 1", "bonus[0].points", "cross_fewest has no points"),
        ('"points"', '"free_penalties"', "bonus[1].points", "free_penalties has no points"),
        ("points = 13", "", "bonus[1].points", "0 is not between 1 and 100"),
        ("points = 13", "points = 101", "bonus[1].points", "101 is not between 1 and 100"),
        ("points = 13", "points = 13\ntimes = 1", "bonus[1].times", "points has no times"),
        ("times = 2", "often = 2", "bonus[0]", "unknown field `often`"),
    ],
)
def test_a_wrong_sheet_is_refused(old: str, new: str, key: str, wrong: str) -> None:
    assert old in SHEET
    message = message_of(SHEET.replace(old, new, 1))
    assert message.startswith(f"mine.toml: {key}: ")
    assert wrong in message


DOUBLE = (
    SHEET[: SHEET.index("[lucky]")]
    + """
[double]
cells = "r3 r12 y5"
"""
)
"""The same sheet with double cells, a last one among them, and no other extra (S-03)."""


def test_double_cells_are_good_also_at_the_end_of_a_row() -> None:
    """Nothing speaks against a double last cell: with the lock it makes three crosses."""
    variant = from_text(DOUBLE, "mine.toml")
    assert [cell.name for cell in variant.doubles] == ["r3", "r12", "y5"]
    # Red: 2, 3 twice, nine more and 12 twice are 13 places; yellow 12; the others 11.
    assert variant.places == (13, 12, 11, 11)
    assert variant.lock_bits == (1 << 13, 1 << 12, 1 << 11, 1 << 11)
    assert variant.first_lock_bits[0] == 0b11 << 11
    assert variant.cell["r2"].bits == 0b1
    assert variant.cell["r3"].bits == 0b110
    assert variant.cell["r4"].bits == 0b1000
    assert variant.double_bits == (1 << 2 | 1 << 12, 1 << 4, 0, 0)
    assert variant.closing == {"r12", "y12", "g2", "b2"}
    assert variant.features == {"double_cells"}


@pytest.mark.parametrize(
    ("old", "new", "key", "wrong"),
    [
        ("r3 r12", "r3 r13", "double.cells", "there is no cell r13 on this sheet"),
        ("r3 r12", "r3 q12", "double.cells", "there is no cell q12 on this sheet"),
        ("r3 r12", "r3 r3", "double.cells", "the cell r3 has a sign already"),
        ("r3 r12", "r12 r3", "double.cells", "r3 must be listed before r12"),
        ("r12 y5", "y5 r12", "double.cells", "r12 must be listed before y5"),
        ('"r3 r12 y5"', '""', "double.cells", "at least one cell must be double"),
        ('cells = "r3 r12 y5"', "", "double", "missing required field `cells`"),
        ('"r3 r12 y5"', "3", "double.cells", "Expected `str`, got `int`"),
        ("[double]", "[double]\ntimes = 3", "double", "unknown field `times`"),
        # Red has 11 crosses before its last cell, yellow 11, green and blue 10.
        ("before = 5", "before = 11", "lock.crosses_before", "11 is not between 0 and 10"),
        ("[double]", "[lucky]\npairs = '2&3 4&5 6&7 8&9 10&11'\n[double]", "double.cells", "lucky"),
        ("[double]", "[bar]\nboxes = 'r4'\nsquares = 'r'\n[double]", "double.cells", "with bar"),
        (
            "[double]",
            "[[bonus]]\nsymbol='star'\ncells='r4'\neffect='free_penalties'\n[double]",
            "double.cells",
            "double cells cannot be combined with bonus",
        ),
    ],
)
def test_wrong_double_cells_are_refused(old: str, new: str, key: str, wrong: str) -> None:
    assert old in DOUBLE
    message = message_of(DOUBLE.replace(old, new, 1))
    assert message.startswith(f"mine.toml: {key}: ")
    assert wrong in message


def test_crosses_before_the_lock_count_double_cells_twice() -> None:
    """Every row has 3 (or 10) double: eleven crosses come before the last cell, not twelve."""
    text = DOUBLE.replace("r3 r12 y5", "r3 y3 g10 b10")
    for needed in (10, 11):
        variant = from_text(text.replace("before = 5", f"before = {needed}"), "mine.toml")
        assert variant.crosses_before_lock == needed
    message = message_of(text.replace("before = 5", "before = 12"))
    assert message == "mine.toml: lock.crosses_before: 12 is not between 0 and 11"


def test_a_double_last_cell_does_not_count_before_itself() -> None:
    text = DOUBLE.replace("r3 r12 y5", "r12 y12 g2 b2").replace("before = 5", "before = 11")
    assert "11 is not between 0 and 10" in message_of(text)


def test_a_row_has_room_for_sixteen_crosses_beside_its_lock() -> None:
    """Eleven cells and five of them double are sixteen; a sixth is one too many."""
    five = DOUBLE.replace("r3 r12 y5", "r2 r3 r4 r5 r6")
    assert from_text(five, "mine.toml").places[0] == 16
    message = message_of(DOUBLE.replace("r3 r12 y5", "r2 r3 r4 r5 r6 r7"))
    assert message == (
        "mine.toml: rows.red (number of cells, double cells twice): 17 is not between 1 and 16"
    )


def test_a_row_of_seventeen_cells_is_too_long() -> None:
    names = " ".join(f"r{number}" for number in range(2, 19))
    text = SHEET.replace("sides = 6", "sides = 9").replace(RED, f'"{names}"')
    assert message_of(text) == ("mine.toml: rows.red (number of cells): 17 is not between 1 and 16")


@pytest.mark.parametrize(
    ("base", "table"),
    [("mixx_b", "[rows]\nred='r2'\nyellow='y2'\ngreen='g2'\nblue='b2'"), ("bonus_b", "[[bonus]]")],
)
def test_a_sheet_that_keeps_nothing_of_its_base_is_refused(base: str, table: str) -> None:
    message = message_of(f"extends = '{base}'\n{table}\n")
    assert message == f"mine.toml: extends: the file replaces all of {base}"


def test_a_number_of_five_thousand_digits_is_refused() -> None:
    assert "not valid TOML" in message_of(f"x = {'9' * 5000}")


def test_endless_nesting_is_refused() -> None:
    assert "not valid TOML" in message_of("x = " + "[" * 50_000)


def test_a_file_beyond_all_measure_is_refused() -> None:
    assert "too long (expected at most 64 KiB)" in message_of("#" * 65_537)


# Files


def refusal_of(name: str) -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        load_variant(name)
    return caught.value


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    refusal = refusal_of("clasic")
    assert refusal.code == "unknown_variant"
    assert "'clasic'" in refusal.message
    assert f"(expected {', '.join(NAMES)} or a .toml file)" in refusal.message


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    wrong = tmp_path / "latin.toml"
    wrong.write_bytes(b'[about]\nname = "gr\xfcn"\n')
    folder = tmp_path / "folder.toml"
    folder.mkdir()
    for path in (tmp_path / "none.toml", wrong, folder):
        refusal = refusal_of(str(path))
        assert refusal.code == "no_variant_file"
        assert refusal.message.startswith(f"{path}: cannot be read: ")
    assert refusal_of("a\0b.toml").code == "no_variant_file"


def test_an_own_sheet_must_not_take_the_name_of_a_printed_one(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    for name in ("longo", "xl"):
        path.write_text(SHEET.replace('"mine"', f'"{name}"'), "utf-8")
        refusal = refusal_of(str(path))
        assert refusal.code == "bad_variant"
        assert refusal.message.startswith(f"{path}: about.id: {name} is the id of a built-in")
