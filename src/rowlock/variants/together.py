"""Sheets of one table: which fit together, and how text names them.

The dice, the announced number, the closed rows and the end of the game belong to the table.
Everything else that a variant says is about one seat's sheet, so seats may have different sheets
if these agree. Row r of every sheet has the lock of colour r, so closed rows always agree.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from rowlock.errors import Unreadable
from rowlock.variants.load import BUILT_IN, load_variant
from rowlock.variants.variant import Variant

Sheets: TypeAlias = Variant | tuple[Variant, ...]
"""The sheet of all seats, or that of each."""

_SHARED = (
    ("sides", "dice with {} sides"),
    ("closed_rows_to_end", "{} closed rows to end the game"),
    ("penalties_to_end", "{} penalties to end the game"),
)
"""The properties that the sheets of a table must share, with their names for messages."""


def are_equal(variants: Sequence[Variant]) -> bool:
    """Whether all seats have the same sheet."""
    for variant in variants[1:]:
        first = variants[0]
        if variant is not first and (variant.id, variant.digest) != (first.id, first.digest):
            return False
    return True


def only_variant(variants: Sequence[Variant]) -> Variant:
    """The sheet of all seats. Refuses a table with different sheets."""
    if not are_equal(variants):
        message = f"this supports one sheet for all seats only, not {variant_ids(variants)}"
        raise Unreadable("one_sheet_only", message)
    return variants[0]


def one_or_each(variants: Sequence[Variant]) -> Sheets:
    """The sheet of all seats if they are equal, otherwise that of each."""
    return variants[0] if are_equal(variants) else tuple(variants)


def variant_ids(variants: Variant | Sequence[Variant]) -> str:
    """The ids of the seats' sheets; a single one if they are equal.

    >>> from rowlock import load_variant
    >>> variant_ids([load_variant("double_a"), load_variant("double_b")])
    'double_a, double_b'
    """
    return ", ".join(variant.id for variant in _different(variants))


def variant_names(variants: Variant | Sequence[Variant]) -> str:
    """The names of the seats' sheets; a single one if they are equal."""
    return ", ".join(variant.name for variant in _different(variants))


def digests(variants: Variant | Sequence[Variant]) -> str:
    """The digests of the seats' sheets; a single one if they are equal."""
    return ", ".join(variant.digest for variant in _different(variants))


def _different(variants: Variant | Sequence[Variant]) -> Sequence[Variant]:
    """The seats' sheets, or only one if they are equal."""
    if isinstance(variants, Variant):
        return (variants,)
    return variants[:1] if are_equal(variants) else variants


def own_sheets(variants: Iterable[Variant]) -> list[Variant]:
    """The custom sheets among these, each once, in seat order."""
    return list({v.id: v for v in variants if v.id not in BUILT_IN}.values())


def for_seats(wanted: Variant | str | Sequence[Variant | str], seats: int) -> tuple[Variant, ...]:
    """One variant per seat, from one for all or one for each; refuses those that do not fit.

    A text may list names, separated by commas.

    >>> [variant.id for variant in for_seats("double_a, double_b", 2)]
    ['double_a', 'double_b']
    """
    if isinstance(wanted, Variant):
        return (wanted,) * seats
    names = wanted.split(",") if isinstance(wanted, str) else wanted
    variants = [load_variant(v.strip()) if isinstance(v, str) else v for v in names]
    if len(variants) == 1:
        return tuple(variants) * seats
    if len(variants) != seats:
        message = f"{len(variants)} sheets for {seats} players (expected one, or one for each)"
        raise Unreadable("sheets_differ", message)
    check_fit(variants)
    return tuple(variants)


def check_fit(variants: Sequence[Variant]) -> None:
    """Refuse sheets that cannot be at one table.

    >>> from rowlock import load_variant
    >>> check_fit([load_variant("classic"), load_variant("longo")])
    Traceback (most recent call last):
    rowlock.errors.Unreadable: classic and longo cannot be at one table: classic has dice with 6 \
sides, longo has dice with 8 sides
    """
    first = variants[0]
    ids: dict[str, str] = {}
    for variant in variants:
        if ids.setdefault(variant.id, variant.digest) != variant.digest:
            message = f"two different sheets have the id {variant.id} (expected different ids)"
            raise Unreadable("sheets_differ", message)
        for field, words in _SHARED:
            one, other = getattr(first, field), getattr(variant, field)
            if one != other:
                raise Unreadable(
                    "sheets_differ",
                    f"{first.id} and {variant.id} cannot be at one table: {first.id} has "
                    f"{words.format(one)}, {variant.id} has {words.format(other)}",
                )
