"""What a sheet may have beyond the classic one, as a closed set of names.

A variant knows its features. Every engine (core, kernel, solver, GPU, networks, luck,
card game) says which it knows and refuses a sheet with another one in a sentence, because a wrong
number would be worse. A new kind of sheet adds a name here and then to each engine that learnt it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from rowlock.errors import Unreadable

if TYPE_CHECKING:
    from rowlock.variants.variant import Variant

Feature: TypeAlias = Literal[
    "lucky_numbers",
    "several_last_cells",
    "mixed_colours",
    "boxes",
    "cross_fewest",
    "cross_every",
    "double_fewest",
    "points",
    "free_penalties",
    "double_cells",
    "steps",
    "chain",
    "second_boxes",
    "swap_fields",
    "bonus_rows",
]

FEATURES: frozenset[Feature] = frozenset(get_args(Feature))


def features(names: str) -> frozenset[Feature]:
    """The features of these names, as an engine lists those that it knows.

    >>> sorted(features("boxes points"))
    ['boxes', 'points']
    """
    words = names.split()
    found = frozenset(feature for feature in FEATURES if feature in words)
    if len(found) < len(words):
        raise ValueError(f"not features, or named twice: {names}")
    return found


_WORDS = {
    "lucky_numbers": "lucky numbers",
    "several_last_cells": "rows with several last cells",
    "mixed_colours": "rows of mixed colours",
    "boxes": "boxed cells",
    "cross_fewest": "symbols that cross in the row with the fewest crosses",
    "cross_every": "symbols that cross in every row",
    "double_fewest": "symbols that count a row twice",
    "points": "symbols worth points",
    "free_penalties": "symbols that pay for penalties",
    "double_cells": "double cells",
    "steps": "steps",
    "chain": "chained cells",
    "second_boxes": "second boxes",
    "swap_fields": "swap fields",
    "bonus_rows": "bonus rows",
}


def check_features(engine: str, known: frozenset[Feature], variant: Variant) -> None:
    """Refuse a sheet that an engine would get wrong.

    >>> from rowlock.variants import load_variant
    >>> check_features("the abacus", frozenset(), load_variant("mixx_a"))
    Traceback (most recent call last):
    rowlock.errors.Unreadable: the abacus does not know rows of mixed colours, and mixx_a has them
    """
    unknown = variant.features - known
    if unknown:
        words = " or ".join(_WORDS.get(name, name.replace("_", " ")) for name in sorted(unknown))
        message = f"{engine} does not know {words}, and {variant.id} has them"
        raise Unreadable("unknown_feature", message)
