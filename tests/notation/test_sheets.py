"""A sheet on one line."""

from __future__ import annotations

import pytest

from rowlock import Sheet, Unreadable, format_sheet, load_variant, parse_sheet

# Bits of a row from the left; the lock is the bit right of the last cell.
SHEETS: list[tuple[str, str, Sheet]] = [
    ("classic", "r- y- g- b- x0", Sheet()),
    ("classic", "r2,3,5 y- g12,11 b- x1", Sheet((0b1011, 0, 0b11, 0), 1)),
    ("classic", "r2,3,4,5,6,12# y- g- b- x4", Sheet((0b1100_0001_1111, 0, 0, 0), 4)),
    ("longo", "r- y2,3,4,5,6,7,15# g16 b- x0", Sheet((0, 0b1010_0000_0011_1111, 1, 0))),
    ("longo", "r- y2,3,4,5,6,7,16# g2 b- x0".replace("g2", "g4"), Sheet((0, 0xC03F, 1 << 12, 0))),
    ("mixx_a", "r2,5,8 y- g12 b- x0", Sheet((0b100_1001, 0, 1, 0))),
    ("mixx_b", "r10,8,3 y- g- b5 x0", Sheet((0b1_1001, 0, 0, 1))),
    ("bonus_a", "r3,4 y- g- b- x0 =x....x..x...", Sheet((0b110, 0, 0, 0), 0, 0b1_0010_0001)),
    ("bonus_b", "r6 y- g- b4 x3", Sheet((1 << 4, 0, 0, 1 << 8), 3)),
    # Red 2, 3 twice, 4, 5 twice: places 0, 1-2, 3, 4-5. Green 12, 11, 10 twice: 0, 1, 2-3.
    ("double_b", "r2,3,5 y- g12,10 b- x1", Sheet((0b11_0111, 0, 0b1101, 0), 1)),
    ("double_b", "r3,5,6,9,12# y- g- b- x0", Sheet((0b1100_0110_0111_0110, 0, 0, 0))),
]


@pytest.mark.parametrize(("name", "text", "sheet"), SHEETS)
def test_a_sheet_and_its_line(name: str, text: str, sheet: Sheet) -> None:
    assert parse_sheet(load_variant(name), text) == sheet
    assert format_sheet(load_variant(name), sheet) == text


def test_blanks_do_not_matter() -> None:
    classic = load_variant("classic")
    assert parse_sheet(classic, "  r2   y- g-\tb- x0 ") == parse_sheet(classic, "r2 y- g- b- x0")


BROKEN = [
    ("classic", ""),
    ("classic", "r- y- g- b-"),
    ("classic", "r- y- g- b- x0 x0"),
    ("classic", "y- r- g- b- x0"),  # another order
    ("classic", "r y- g- b- x0"),
    ("classic", "r2, y- g- b- x0"),
    ("classic", "r1 y- g- b- x0"),
    ("classic", "r13 y- g- b- x0"),
    ("classic", "r02 y- g- b- x0"),
    ("classic", "r2,2 y- g- b- x0"),
    ("classic", "r3,2 y- g- b- x0"),  # not from left to right
    ("classic", "r- y- g11,12 b- x0"),
    ("classic", "r2,3,4,5,12# y- g- b- x0"),  # four before the last cell
    ("classic", "r2,3,4,5,6,12 y- g- b- x0"),  # the lock is missing
    ("classic", "r2,3,4,5,6# y- g- b- x0"),  # the lock alone
    ("classic", "r-# y- g- b- x0"),
    ("classic", "r- y- g- b- x5"),
    ("classic", "r- y- g- b- x"),
    ("classic", "r- y- g- b- 0"),
    ("classic", "r- y- g- b- x0 =............"),  # no bar on this sheet
    ("bonus_a", "r- y- g- b- x0"),  # no bar said
    ("bonus_a", "r- y- g- b- x0 =..........."),
    ("bonus_a", "r- y- g- b- x0 =...........o"),
    ("bonus_a", "r- y- g- b- =............ x0"),
    ("longo", "r2,3,4,5,6,15# y- g- b- x0"),  # five before
    ("longo", "r2,3,4,5,6,7,15,16# y- g- b- x0"),
    ("mixx_b", "r2,10 y- g- b- x0"),  # 10 lies left of 2
    ("double_b", "r3,3 y- g- b- x0"),  # a double cell is written once
    ("double_b", "r3,5,6,7,12# y- g- b- x0"),  # six crosses before
    ("double_b", "r2,4,6,7,8,12# y- g- b- x0"),  # five
]


@pytest.mark.parametrize(("name", "text"), BROKEN)
def test_an_invalid_sheet(name: str, text: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        parse_sheet(load_variant(name), text)
    assert refusal.value.code == "bad_sheet"
