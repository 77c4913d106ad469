"""Features of sheets: everything beyond the classic sheet, as a closed set of names.

Each engine (core, kernel, solver, GPU, networks, luck, card game) lists the features that it
supports and refuses sheets with others, because a wrong number would be worse. A new kind of sheet
adds a name here and then support in each engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, Protocol, TypeAlias, get_args

from rowlock.errors import Unreadable

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

RULE_VERSIONS: Mapping[Feature, int] = MappingProxyType({"bonus_rows": 2})
"""Current version of each rule that has changed since the first sheet with the feature (version 1).

The version is part of the digest, so data computed under an older rule is refused. Version 2 of
`bonus_rows`: in action 2, only the die in the colour of a crossed neighbour counts (BP-02).
"""


class Featured(Protocol):
    """Anything with an id and features, such as a `Variant`."""

    @property
    def id(self) -> str: ...

    @property
    def features(self) -> frozenset[Feature]: ...


def features(names: str) -> frozenset[Feature]:
    """Parse a list of feature names, as used by engines.

    >>> sorted(features("boxes points"))
    ['boxes', 'points']
    """
    words = names.split()
    known = frozenset(feature for feature in FEATURES if feature in words)
    if len(known) < len(words):
        raise ValueError(f"unknown or repeated feature in: {names}")
    return known


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


def check_features(engine: str, known: frozenset[Feature], variant: Featured) -> None:
    """Refuse a sheet with features that an engine does not support.

    >>> from rowlock.variants import load_variant
    >>> check_features("the abacus", frozenset(), load_variant("mixx_a"))
    Traceback (most recent call last):
    rowlock.errors.Unreadable: the abacus does not support rows of mixed colours, which mixx_a has
    """
    unknown = variant.features - known
    if unknown:
        words = " or ".join(_WORDS.get(name, name.replace("_", " ")) for name in sorted(unknown))
        message = f"{engine} does not support {words}, which {variant.id} has"
        raise Unreadable("unknown_feature", message)
