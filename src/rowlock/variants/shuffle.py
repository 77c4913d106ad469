"""Random sheets from a code: equal codes give equal sheets everywhere.

    b1-tulip     b   what is shuffled: n numbers, c colours, b both
                 1   the number of the scheme below; any change of the scheme gets a new number
                 tulip   one to twelve letters of your choice

Numbers are shuffled within their row, as on Mixx B. Colours are shuffled among the cells with the
same number, so that every colour still has each number once, as on Mixx A. A last cell keeps the
colour of its lock. Boxes, symbols, double cells and second boxes keep their places on the paper.

Scheme 1 draws numbers below n from SHA-256 of `rowlock sheet b1-tulip 0`, then `... 1` and so on:
the first eight bytes, big-endian, modulo n. Values that would make some remainders more likely are
skipped. Shuffles are Fisher-Yates, from the last place to the second. Numbers come first, rows from
top to bottom; if a row has several colours, its rightmost cell in the colour of the lock is then
exchanged with the last cell. Colours follow, numbers from 2 up.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable
from typing import TypeVar

from msgspec import Struct

from rowlock.errors import Unreadable
from rowlock.variants.load import BUILT_IN, base_for, load_variant
from rowlock.variants.variant import COLOURS, LETTERS, ROWS, Cell, Variant

SCHEME = 1
_CODE = re.compile(r"(?:([ncb])([0-9]{1,3})-)?([a-z]{1,12})")
_FIXED = {
    "steps": "framed cells climb from column to column",
    "chain": "lines join its cells",
    "swap_fields": "its strip swaps the numbers of the rows as they are",
    "bonus_rows": "bonus rows lie between equal numbers",
}
"""Features of sheets that cannot be shuffled, and why."""
WRITTEN = {
    *(("rows", colour) for colour in COLOURS),
    *(("double", "cells"), ("second", "cells"), ("bar", "boxes"), ("bonus", "")),
}
"""Keys of the file that shuffling replaces."""
_DRAWS = 2**64

T = TypeVar("T")


class Code(Struct, frozen=True):
    """A parsed code.

    >>> print(parse_code("Tulip"), parse_code("n1-tulip"))
    b1-tulip n1-tulip
    """

    kind: str
    letters: str
    scheme: int = SCHEME

    def __str__(self) -> str:
        return f"{self.kind}{self.scheme}-{self.letters}"


def parse_code(text: str) -> Code:
    """Parse a code. Letters alone shuffle both numbers and colours with the newest scheme."""
    match = _CODE.fullmatch(text.strip().lower())
    if not match:
        message = (
            f"{text!r} is not the code of a sheet (expected one to twelve letters, or b1-tulip)"
        )
        raise Unreadable("bad_code", message)
    scheme = int(match[2] or SCHEME)
    if scheme != SCHEME:
        message = f"{text}: unknown scheme {scheme} (expected {SCHEME})"
        raise Unreadable("unknown_scheme", message)
    return Code(match[1] or "b", match[3], scheme)


def random_sheet(code: str, base: str = "classic") -> str:
    """The TOML text of a built-in sheet shuffled by a code; `make_variant` makes a sheet of it.

    >>> from rowlock import random_sheet
    >>> print(random_sheet("n1-tulip").splitlines()[8])
    red = "r2 r10 r3 r8 r12 r4 r5 r11 r7 r9 r6"
    """
    parsed = parse_code(code)
    if base not in BUILT_IN:
        message = f"{base!r} cannot be shuffled (expected one of {', '.join(BUILT_IN)})"
        raise Unreadable("unknown_variant", message)
    variant = load_variant(base)
    refuse_fixed(variant)
    return "\n".join(_text(variant, parsed, _rows(variant, parsed))) + "\n"


def refuse_fixed(variant: Variant) -> None:
    """Refuse a sheet on which the position of cells has a meaning."""
    for feature in sorted(variant.features & _FIXED.keys()):
        raise Unreadable("not_shuffled", f"{variant.id} cannot be shuffled: {_FIXED[feature]}")


def _rows(variant: Variant, code: Code) -> list[list[str]]:
    """The cell names of each row, from left to right."""
    draw = _drawn(code)
    rows = [[cell.name for cell in row] for row in variant.rows]
    if code.kind in "nb":
        for row, names in enumerate(rows):
            _shuffle(names, draw)
            own = max(place for place, name in enumerate(names) if name[0] == LETTERS[row])
            names[own], names[-1] = names[-1], names[own]
    if code.kind in "cb":
        for number in range(2, 2 * variant.sides + 1):
            _trade_colours(rows, str(number), draw)
    return rows


def _trade_colours(rows: list[list[str]], number: str, draw: Callable[[int], int]) -> None:
    """Shuffle the colours of the cells with one number; last cells keep theirs."""
    places = [
        (row, place)
        for row in ROWS
        for place, name in enumerate(rows[row][:-1])
        if name[1:] == number
    ]
    colours = [rows[row][place][0] for row, place in places]
    _shuffle(colours, draw)
    for (row, place), colour in zip(places, colours, strict=True):
        rows[row][place] = f"{colour}{number}"


def _drawn(code: Code) -> Callable[[int], int]:
    """A function that draws numbers below n, in the order of the scheme."""
    count = 0

    def draw(n: int) -> int:
        nonlocal count
        while True:
            text = f"rowlock sheet {code} {count}"
            count += 1
            value = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
            if value < _DRAWS - _DRAWS % n:
                return value % n

    return draw


def _shuffle(items: list[T], draw: Callable[[int], int]) -> None:
    for last in range(len(items) - 1, 0, -1):
        other = draw(last + 1)
        items[last], items[other] = items[other], items[last]


def _text(variant: Variant, code: Code, rows: list[list[str]]) -> Iterable[str]:
    """The lines of the sheet file; only the names of cells change."""

    def at(cells: Iterable[Cell]) -> str:
        return " ".join(rows[cell.row][cell.position] for cell in cells)

    base = base_for(variant.id, WRITTEN)
    yield f'extends = "{base}"\n\n[about]\nid = "{variant.id}-{code}"'
    yield f'name = "{variant.name} {code}"\nrules = "{variant.rules_page}"\n\n[rows]'
    yield from (f'{colour} = "{" ".join(rows[row])}"' for row, colour in enumerate(COLOURS))
    if variant.doubles:
        yield f'\n[double]\ncells = "{at(variant.doubles)}"'
    if "second_boxes" in variant.features:
        yield f'\n[second]\ncells = "{at(cell for cell in variant.cells if cell.second)}"'
    if variant.boxes:
        yield f'\n[bar]\nboxes = "{at(variant.boxes)}"'
    for bonus in variant.bonuses:
        yield f'\n[[bonus]]\nsymbol = "{bonus.symbol}"\ncells = "{at(bonus.cells)}"'
        yield f'effect = "{bonus.effect}"'
        if bonus.times:
            yield f"times = {bonus.times}"
        if bonus.points:
            yield f"points = {bonus.points}"
