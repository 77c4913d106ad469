"""Sheets so short that every roll can be listed."""

from __future__ import annotations

from typing import Any

from rowlock.variants import Variant, from_text

SHEET = """
[about]
id = "short"
name = "Short"

[dice]
sides = {sides}

[lock]
cells = {lock_cells}
crosses_before = {crosses_before}

[penalty]
points = 5
ends_at = {penalties}

[end]
closed_rows = {closed_rows}

[rows]
red = "{red}"
yellow = "{yellow}"
green = "{green}"
blue = "{blue}"
{more}
"""


def short_text(
    red: str,
    yellow: str,
    green: str,
    blue: str,
    *,
    sides: int = 2,
    lock_cells: int = 1,
    crosses_before: int = 1,
    penalties: int = 2,
    closed_rows: int = 2,
    more: str = "",
) -> str:
    """The file of a sheet with these rows."""
    return SHEET.format(
        sides=sides,
        lock_cells=lock_cells,
        crosses_before=crosses_before,
        penalties=penalties,
        closed_rows=closed_rows,
        red=red,
        yellow=yellow,
        green=green,
        blue=blue,
        more=more,
    )


def short_sheet(*rows: str, **rules: Any) -> Variant:
    return from_text(short_text(*rows, **rules), "short.toml")


PLAIN_ROWS = ("r2 r3 r4", "y2 y3", "g4 g3 g2", "b4 b3")


def plain_sheet() -> Variant:
    """Classic in miniature: two rows up, two rows down."""
    return short_sheet(*PLAIN_ROWS)


def mixed_sheet() -> Variant:
    """Mixx A in miniature: the cells of a row have several colours."""
    return short_sheet("y2 g3 r4", "r2 y4", "b4 y3 g2", "g4 b2")


def lucky_sheet() -> Variant:
    """Longo in miniature: two sums are lucky."""
    return short_sheet(
        "r3 r6",
        "y2 y4",
        "g6 g4",
        "b3 b2",
        sides=3,
        penalties=1,
        more='[lucky]\npairs = "2&3 4&5 2&6 3&5 3&6"',
    )


def double_sheet() -> Variant:
    """Double B in miniature: some cells make two crosses, the rows are no mirror images."""
    more = '[double]\ncells = "r3 y2 g4 b4"'
    return short_sheet(*PLAIN_ROWS, crosses_before=2, more=more)


SHORTER_ROWS = ("r2 r3 r4", "y2 y3", "g3 g2", "b4 b3")


def second_sheet(*rows: str, penalties: int = 1, closed_rows: int = 1) -> Variant:
    """Double A in miniature: a fourth cross of a row scores nothing."""
    rows = rows or SHORTER_ROWS
    cells = " ".join(cell for row in rows for cell in row.split()[:-1])
    more = f'[second]\ncells = "{cells}"\ncounted = 3'
    ends = {"penalties": penalties, "closed_rows": closed_rows}
    return short_sheet(*rows, crosses_before=2, more=more, **ends)


def swap_sheet(
    *rows: str, fields: str = "3/2 4/3", penalties: int = 1, closed_rows: int = 1
) -> Variant:
    """X-Change in miniature: a 3 may become a 2 or a 4, first the one and then the other."""
    more = f'[swap]\nfields = "{fields}"'
    ends = {"penalties": penalties, "closed_rows": closed_rows}
    return short_sheet(*(rows or SHORTER_ROWS), more=more, **ends)


def steps_sheet() -> Variant:
    """Connected steps in miniature: framed cells at both ends and a lock among them."""
    return short_sheet(*PLAIN_ROWS, penalties=1, more='[steps]\ncells = "r2 y3 g2"')


def chain_sheet() -> Variant:
    """Connected chain in miniature: a cross is forced right and left of others, before a lock and
    in a closed row."""
    return short_sheet(*PLAIN_ROWS, more='[chain]\npairs = "r2-g3 y2-b4"')


NEW_SHEETS = {
    "second boxes": second_sheet(),
    "swap fields": swap_sheet(),
    "steps": steps_sheet(),
    "chain": chain_sheet(),
}
"""Those with a feature of their own, by its name."""


def bonus_rows_sheet() -> Variant:
    """Big Points in miniature: rows that score at most three crosses."""
    more = '[bonus_rows]\nred_yellow = "o2 o3"\ngreen_blue = "c4 c3"\ncounted = 3'
    return short_sheet(*PLAIN_ROWS, more=more)


def barred_sheet() -> Variant:
    """Bonus A in miniature: boxes, also on locks, and a bar."""
    more = '[bar]\nboxes = "r2 r4 y3 g4 g2 b3"\nsquares = "g g r y b r"'
    return short_sheet("r2 r3 r4", "y2 y3", "g4 g3 g2", "b4 b3", more=more)
