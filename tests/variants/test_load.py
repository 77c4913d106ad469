"""Loading sheets by name and by file; digests."""

from __future__ import annotations

from pathlib import Path

import pytest

from rowlock import Roll, Scribe, Setup, format_record, load_variant, new_game, parse_record, replay
from rowlock.testing import check_variant
from rowlock.variants import BUILT_IN, NAMES, from_text
from rowlock.variants import load_variant as load_again

DIGESTS = {
    "classic": "7627eb72f6b004e2",
    "longo": "3eef0fd0f50c497b",
    "mixx_a": "d5da58fe58584d5a",
    "mixx_b": "0bacae0a1b5c1338",
    "bonus_a": "2b5f73d90c0fae61",
    "bonus_b": "44b9e614eb0b8a79",
    "double_a": "b9cbec70240d9738",
    "double_b": "a8c94219be9f5ea5",
    "connected_steps": "71d104aa79e4bf94",
    "connected_chain": "e660555a0b8522c9",
    "x_change": "6b33cbea273acbcf",
    "big_points": "58b046e2af90f04a",
}
"""Tables, networks and records of others carry these: a changed digest orphans them all."""

OWN = """
extends = "classic"

[lock]
crosses_before = 4 # a comment

[rows]
red = "r3 r2 r4 r5 r6 r7 r8 r9 r10 r11 r12"
"""


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_digests_of_the_printed_sheets_stay(name: str) -> None:
    assert load_variant(name).digest == DIGESTS[name]
    assert load_variant(name).id == name


def test_different_games_have_different_digests() -> None:
    assert len({load_variant(name).digest for name in BUILT_IN}) == len(BUILT_IN)


def test_xl_is_classic_in_large_print() -> None:
    xl, classic = load_variant("xl"), load_variant("classic")
    assert (xl.id, xl.digest, xl.rows) == (classic.id, classic.digest, classic.rows)
    assert (xl.large_print, classic.large_print) == (True, False)
    assert (xl.name, classic.name) == ("Qwixx XL", "Qwixx")


def test_every_name_loads_once() -> None:
    for name in NAMES:
        assert load_variant(name) is load_again(name)


def test_an_own_file_is_named_after_itself(tmp_path: Path) -> None:
    path = tmp_path / "my-sheet.toml"
    path.write_text(OWN, "utf-8")
    variant = load_variant(str(path))
    assert (variant.id, variant.name) == ("my-sheet", "my-sheet")
    assert variant.crosses_before_lock == 4  # its own
    assert variant.penalty_points == 5  # from classic
    assert [cell.name for cell in variant.rows[0][:3]] == ["r3", "r2", "r4"]
    assert [cell.name for cell in variant.rows[1][:3]] == ["y2", "y3", "y4"]
    assert variant.digest not in DIGESTS.values()


def test_a_copy_of_a_printed_sheet_may_keep_its_name(tmp_path: Path) -> None:
    path = tmp_path / "classic.toml"
    path.write_text('extends = "classic"\n', "utf-8")
    assert load_variant(str(path)).digest == DIGESTS["classic"]


def test_space_comments_and_order_do_not_change_a_digest() -> None:
    tidy = from_text(OWN, "a.toml")
    untidy = from_text(
        "# all different\nextends = 'classic'\n"
        '[rows]\nred = " r3 r2  r4 r5 r6 r7 r8 r9 r10 r11 r12 "\n'
        "[lock]\ncrosses_before=4\n[about]\nid = 'b'\n",
        "b.toml",
    )
    assert tidy.digest == untidy.digest


def test_an_own_sheet_keeps_the_laws() -> None:
    assert check_variant(from_text(OWN, "own.toml"), games=20).games == 20


def test_a_game_on_an_own_sheet_is_recorded_and_replayed(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(OWN, "utf-8")
    variant = load_variant(str(path))
    scribe = Scribe(Setup(variant=variant, names=("Ann", "Ben")))
    scribe.roll(Roll((1, 1), (1, 1, 1, 1)))
    text = format_record(scribe.record())
    assert f'[Digest "{variant.digest}"]' in text
    assert replay(parse_record(text, {"own": variant})) == scribe.game


def test_the_parts_of_a_variant_fit_each_other() -> None:
    for name in BUILT_IN:
        variant = load_variant(name)
        assert [cell.index for cell in variant.cells] == list(range(len(variant.cells)))
        assert all(variant.cell[cell.name] is cell for cell in variant.cells)
        for cell in (cell for row in variant.rows for cell in row):
            assert variant.colour_cells[cell.colour][cell.number] is cell
            assert variant.rows[cell.row][cell.position] is cell
        assert repr(variant) == f"Variant({name!r}, digest={DIGESTS[name]!r})"
    assert load_variant("mixx_a").mixed_colours
    assert not load_variant("mixx_b").mixed_colours
    assert new_game("longo", ["Ann", "Ben"]).lucky == ((5, 10), (6, 11))
    assert load_variant("longo").lucky_printed == ((5, 10), (6, 11))  # L-07
    assert load_variant("longo").lucky_inferred == ((4, 9), (7, 12), (8, 13))
