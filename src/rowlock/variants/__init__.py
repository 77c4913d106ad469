"""Sheets as data: TOML files, validated and frozen into `Variant`s."""

from rowlock.variants.load import (
    BUILT_IN,
    NAMES,
    from_text,
    load_variant,
    make_variant,
    variant_names,
)
from rowlock.variants.variant import (
    COLOURS,
    LETTERS,
    MAX_SEATS,
    ROWS,
    SYMBOLS,
    Bonus,
    Cell,
    Effect,
    LuckyPair,
    Variant,
)

__all__ = [
    "BUILT_IN",
    "COLOURS",
    "LETTERS",
    "MAX_SEATS",
    "NAMES",
    "ROWS",
    "SYMBOLS",
    "Bonus",
    "Cell",
    "Effect",
    "LuckyPair",
    "Variant",
    "from_text",
    "load_variant",
    "make_variant",
    "variant_names",
]
