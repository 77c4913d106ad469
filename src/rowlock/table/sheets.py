"""Sheets at a table: printed ones by name, custom ones by their whole file.

A file is data in a closed vocabulary; it contains no code.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from rowlock.errors import Illegal, Unreadable
from rowlock.protocol.sheets import SheetWish
from rowlock.table.log_entries import SeatState
from rowlock.table.options import TableOptions
from rowlock.variants import NAMES, Variant, from_text, load_variant
from rowlock.variants.moves import moved
from rowlock.variants.shuffle import random_sheet
from rowlock.variants.to_toml import sheet_file

FILE = "sheet"
"""The name of a file without one in refusals."""


def variant_of(options: TableOptions) -> Variant:
    """The variant of a table."""
    return own_variant(options.sheet) if options.sheet else load_variant(options.variant)


def variants_of(options: TableOptions, seats: Iterable[SeatState]) -> tuple[Variant, ...]:
    """The sheet of each seat."""
    shared = variant_of(options)
    own = {variant.id: variant for variant in map(own_variant, options.sheets)}
    return tuple(
        shared
        if seat.variant in ("", options.variant)
        else own.get(seat.variant) or load_variant(seat.variant)
        for seat in seats
    )


@lru_cache(maxsize=256)
def own_variant(file: str) -> Variant:
    """The custom sheet of a file; its id differs from those of printed sheets."""
    variant = from_text(file, FILE)
    if variant.id in NAMES:
        message = f"{FILE}: about.id: {variant.id} is the name of a printed sheet; choose another"
        raise Unreadable("bad_variant", message)
    return variant


def asked_for(sheet: str, **changes: str) -> Variant:
    """The sheet that the query of an address describes: a printed one, or a changed one."""
    if sheet not in NAMES:
        raise Illegal("not_found", "there is no such sheet")
    wished = {key: value for key, value in changes.items() if value}
    if not wished:
        return load_variant(sheet)
    try:
        wish = msgspec.convert({"base": sheet, **wished}, SheetWish, strict=False)
    except msgspec.ValidationError as error:
        raise Unreadable("malformed", str(error)) from None
    return own_variant(made(wish))


def made(wish: SheetWish) -> str:
    """The file of a requested custom sheet, checked like any other."""
    if wish.file:
        return sheet_file(own_variant(wish.file))
    if wish.base not in NAMES:
        raise Unreadable("unknown_variant", f"there is no sheet {wish.base!r} here")
    code = wish.code.strip()
    base = load_variant(wish.base)
    variant = from_text(random_sheet(code, base.id), FILE) if code else base
    name = variant.id
    if wish.moves:
        before, variant = variant, moved(variant, wish.moves, FILE)
        if variant.digest != before.digest:
            name += f"-m{variant.digest[:6]}"
    changes = {
        "crosses_before_lock": (wish.crosses_before, "lock"),
        "penalties_to_end": (wish.penalties, "end"),
    }
    for field, (value, word) in changes.items():
        if value is not None and value != getattr(variant, field):
            variant = replace(variant, **{field: value})
            name += f"-{word}{value}"
    if name == base.id:
        raise Unreadable("bad_variant", "this is the printed sheet: change something")
    renamed = replace(variant, id=name, name=f"{base.name} {name.removeprefix(base.id + '-')}")
    return sheet_file(own_variant(sheet_file(renamed)))
