"""Writes a variant as a complete sheet file, without `extends`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from rowlock.variants.variant import COLOURS, LETTERS, Cell, LuckyPair, Variant

_PLAIN = {"'": "’", '"': "”", "\\": "/"}

Value: TypeAlias = str | int | bool


def sheet_file(variant: Variant) -> str:
    """The TOML text of a sheet. It stays the same game even if built-in sheets change later.

    >>> from rowlock import load_variant
    >>> print(sheet_file(load_variant("longo")).splitlines()[7])
    sides = 8
    """
    lines = (line for name, values in _tables(variant) for line in _table(name, values))
    return "\n".join(lines) + "\n"


def _tables(variant: Variant) -> Iterator[tuple[str, dict[str, Value]]]:
    about: dict[str, Value] = {
        "id": variant.id,
        "name": variant.name,
        "rules": variant.rules_page,
    }
    if variant.large_print:
        about["large_print"] = True
    if variant.lucky_inferred:
        about["inferred"] = _pairs(variant.lucky_inferred)
    yield "[about]", about
    yield "[dice]", {"sides": variant.sides}
    yield "[lock]", {"cells": variant.lock_cells, "crosses_before": variant.crosses_before_lock}
    yield "[penalty]", {"points": variant.penalty_points, "ends_at": variant.penalties_to_end}
    yield "[end]", {"closed_rows": variant.closed_rows_to_end}
    yield "[rows]", {colour: _cells(variant.rows[row]) for row, colour in enumerate(COLOURS)}
    if variant.lucky_pairs:
        yield "[lucky]", {"pairs": _pairs(variant.lucky_pairs)}
    if variant.boxes:
        squares = " ".join(LETTERS[row] for row in variant.bar)
        yield "[bar]", {"boxes": _cells(variant.boxes), "squares": squares}
    if variant.doubles:
        yield "[double]", {"cells": _cells(variant.doubles)}
    if boxed := [cell for cell in variant.cells if cell.second]:
        yield "[second]", {"cells": _cells(boxed), "counted": variant.most_counted}
    if variant.steps:
        yield "[steps]", {"cells": _cells(variant.steps)}
    if variant.chain:
        pairs = " ".join(f"{one.name}-{other.name}" for one, other in variant.chain)
        yield "[chain]", {"pairs": pairs}
    if variant.swaps:
        yield "[swap]", {"fields": " ".join(f"{one}/{other}" for one, other in variant.swaps)}
    if variant.bonus_rows:
        names = ("red_yellow", "green_blue")
        rows: dict[str, Value] = dict(zip(names, map(_cells, variant.bonus_rows), strict=True))
        yield "[bonus_rows]", rows | {"counted": variant.most_counted}
    for bonus in variant.bonuses:
        entry: dict[str, Value] = {"symbol": bonus.symbol, "cells": _cells(bonus.cells)}
        entry["effect"] = bonus.effect
        entry |= {key: n for key, n in (("times", bonus.times), ("points", bonus.points)) if n}
        yield "[[bonus]]", entry


def _table(name: str, values: dict[str, Value]) -> Iterator[str]:
    if name != "[about]":
        yield ""
    yield name
    for key, value in values.items():
        yield f"{key} = {_quoted(value) if isinstance(value, str) else str(value).lower()}"


def _quoted(text: str) -> str:
    """A TOML literal string; characters that it cannot contain are replaced."""
    plain = "".join(_PLAIN.get(letter, letter) for letter in text if letter.isprintable())
    return f"'{plain}'"


def _cells(cells: Iterable[Cell]) -> str:
    return " ".join(cell.name for cell in cells)


def _pairs(pairs: Iterable[LuckyPair]) -> str:
    return " ".join(f"{low}&{high}" for low, high in pairs)
