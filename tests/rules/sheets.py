"""Sheets as texts, for the tests of all variants."""

from __future__ import annotations

from rowlock import load_variant, parse_sheet, score
from tests.scenarios.core_table import CoreTable, table

EMPTY = "r- y- g- b- x0"


def with_row(cells: str) -> str:
    """A sheet on which one row alone is crossed: `g12,11`."""
    rows = [cells if letter == cells[0] else f"{letter}-" for letter in "rygb"]
    return " ".join([*rows, "x0"])


def dice_for(cell: str) -> str:
    """Dice whose white sum is the number of this cell: as even as possible, the others 1."""
    number = int(cell[1:])
    return f"{number // 2}{number - number // 2} 1111"


def closed_by(variant: str, crossed: str, last: str) -> CoreTable:
    """A table where these cells of a row are crossed and then a last one, which brings the lock."""
    t = table(variant, with_row(crossed)).turn(dice_for(last), last)
    assert t.sheet() == with_row(f"{crossed},{last[1:]}#")
    return t


def printed_rows(variant: str) -> list[str]:
    """The names of the cells, a text for each row."""
    return [" ".join(cell.name for cell in row) for row in load_variant(variant).rows]


def points_of(variant: str, sheet: str) -> tuple[int, ...]:
    """The points of each row."""
    rules = load_variant(variant)
    return score(rules, parse_sheet(rules, sheet)).rows
