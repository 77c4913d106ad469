"""Editing a sheet by moves, one word per move, short enough for a URL.

    r3-r4    exchange what is printed on these two cells besides the number: a box, a symbol, the
             second cross of a double cell, a second box
    r3xr7    exchange the cells themselves; boxes and symbols stay where they are on the paper
    3r       square 3 of the bar crosses in the red row

`r3-r4_3r` applies two moves in order. The sheet file is rewritten and validated like any other, so
an impossible sheet is refused with its place in the file.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any, NoReturn

from rowlock.errors import Unreadable
from rowlock.variants.check import check
from rowlock.variants.shuffle import refuse_fixed
from rowlock.variants.to_toml import sheet_file
from rowlock.variants.variant import LETTERS, Variant

_CELL = rf"[{LETTERS}][1-9][0-9]?"
_WORD = re.compile(rf"({_CELL})([-x])({_CELL})|([1-9][0-9]?)([{LETTERS}])")
_SIGNS = (("bar", "boxes"), ("double", "cells"), ("second", "cells"))


def moved(variant: Variant, moves: str, file: str) -> Variant:
    """The sheet after these moves; `file` is its name in error messages.

    >>> from rowlock import load_variant
    >>> [cell.name for cell in moved(load_variant("bonus_a"), "r3-r4", "mine").boxes[:2]]
    ['r4', 'r6']
    """
    raw = tomllib.loads(sheet_file(variant))
    for word in moves.split("_"):
        match = _WORD.fullmatch(word)
        if match is None:
            _refuse(
                file,
                f"{word!r} is not a move (expected one like r3-r4, r3xr7 or 3r)",
                reason="not_a_move",
            )
        one, how, other, square, letter = match.groups()
        if square:
            _colour(raw, int(square), letter, file)
            continue
        for cell in (one, other):
            if cell not in variant.cell:
                _refuse(file, f"there is no cell {cell} on this sheet", reason="no_such_cell")
        if how == "x":
            refuse_fixed(variant)
            _change_places(raw, one, other)
        else:
            _exchange_signs(raw, one, other, file)
    return check(raw, file)


def _colour(raw: dict[str, Any], square: int, letter: str, file: str) -> None:
    squares = raw.get("bar", {"squares": ""})["squares"].split()
    if square > len(squares):
        _refuse(file, f"there is no square {square} on the bar", reason="no_such_square")
    squares[square - 1] = letter
    raw["bar"]["squares"] = " ".join(squares)


def _change_places(raw: dict[str, Any], one: str, other: str) -> None:
    """Exchange two cell names in their row and wherever something is printed on them."""
    for colour, names in raw["rows"].items():
        raw["rows"][colour] = " ".join(_exchanged(names, one, other))
    for table, key in _signs(raw):
        table[key] = " ".join(_exchanged(table[key], one, other))


def _exchange_signs(raw: dict[str, Any], one: str, other: str, file: str) -> None:
    order = [name for names in raw["rows"].values() for name in names.split()]
    with_sign = [
        (table, key) for table, key in _signs(raw) if {one, other} & set(table[key].split())
    ]
    if not with_sign:
        _refuse(file, f"there is nothing to move on {one} and {other}", reason="nothing_to_move")
    for table, key in with_sign:
        table[key] = " ".join(sorted(_exchanged(table[key], one, other), key=order.index))


def _signs(raw: dict[str, Any]) -> Iterator[tuple[dict[str, Any], str]]:
    """The tables and keys of the file that list cells with something printed on them."""
    yield from ((raw[table], key) for table, key in _SIGNS if table in raw)
    yield from ((entry, "cells") for entry in raw.get("bonus", ()))


def _exchanged(names: str, one: str, other: str) -> list[str]:
    new = {one: other, other: one}
    return [new.get(name, name) for name in names.split()]


def _refuse(file: str, wrong: str, *, reason: str) -> NoReturn:
    message = f"{file}: moves: {wrong}"
    raise Unreadable("bad_variant", message, place="moves", reason=reason)
