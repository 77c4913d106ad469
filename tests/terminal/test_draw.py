"""Sheets drawn in the terminal."""

from __future__ import annotations

import pytest

from rowlock import Crossed, load_variant, new_game, parse_sheet
from rowlock.languages import LANGUAGES
from rowlock.languages.texts import Texts
from rowlock.terminal.draw import Piece, points_pieces, sheet_pieces
from rowlock.terminal.narrate import tell


def plain(pieces: list[Piece]) -> str:
    return "".join(text for text, _ in pieces)


def drawn(name: str, text: str, closed: int = 0) -> list[str]:
    """The lines of a sheet, with single blanks."""
    variant = load_variant(name)
    lines = plain(sheet_pieces(variant, parse_sheet(variant, text), closed)).splitlines()
    assert max(map(len, lines)) <= 80
    return [" ".join(line.split()) for line in lines]


def test_crosses_gaps_and_points_of_a_classic_row() -> None:
    # 2, 3 and 5 are crossed: three crosses, 6 points; 4 can never be crossed any more.
    red = drawn("classic", "r2,3,5 y- g- b- x0")[0]
    assert red == "r (2) (3) · (5) 6 7 8 9 10 11 12 [ ] 3x = 6"


def test_a_closed_row_has_nothing_left_and_a_lock_counts() -> None:
    rows = drawn("classic", "r2,3,4,5,6,12# y- g- b- x0", closed=0b0011)
    assert rows[0] == "r (2) (3) (4) (5) (6) · · · · · (12) (#) 7x = 28"
    assert rows[1] == "y · · · · · · · · · · · [#] 0x = 0"


def test_double_cells_have_a_small_two_and_count_twice() -> None:
    """DB-05: 2, 3, 5, 6, 9 are 8 crosses, 36 points; 4, 7 and 8 are gone."""
    rows = drawn("double_b", "r2,3,5,6,9 y- g12,10 b- x0")
    assert rows[0] == "r (2) (3²) · (5²) (6) · · (9²) 10 11² 12 [ ] 8x = 36"
    assert rows[1] == "y 2 3² 4 5² 6 7 8 9² 10 11² 12 [ ] 0x = 0"
    assert rows[2] == "g (12) · (10²) 9 8² 7 6² 5 4² 3 2 [ ] 3x = 6"


@pytest.mark.parametrize(("name", "points"), [("double_b", 136), ("classic", 78)])
def test_a_full_row_shows_what_it_scores(name: str, points: int) -> None:
    variant, text = load_variant(name), "r2,3,4,5,6,7,8,9,10,11,12# y- g- b- x1"
    assert drawn(name, text)[0].endswith(f"x = {points}")
    assert f"= {points - 5}" in plain(points_pieces(variant, parse_sheet(variant, text)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_double_cross_is_told_as_one(language: str) -> None:
    game, texts = new_game("double_b", ["Ann"]), Texts(language)
    twice, once = (tell(Crossed(0, cell, "white"), game, texts) for cell in ("r3", "r4"))
    assert twice == texts("crossed_twice", name="Ann", cell="r3")
    assert once == texts("crossed", name="Ann", cell="r4")
    assert "Ann" in str(twice)
    assert "r3" in str(twice)
