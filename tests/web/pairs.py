"""Few cases that contain every pair of values of any two dimensions."""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping, Sequence
from typing import Any

TRIES = 40
"""Random cases from which the one with the most new pairs is taken."""


def pairwise(dimensions: Mapping[str, Sequence[Any]], seed: int = 1) -> list[dict[str, Any]]:
    rng = random.Random(seed)
    names = list(dimensions)
    missing = {
        (a, x, b, y)
        for a, b in itertools.combinations(names, 2)
        for x in dimensions[a]
        for y in dimensions[b]
    }

    def pairs(case: dict[str, Any]) -> set[tuple[str, Any, str, Any]]:
        return {(a, case[a], b, case[b]) for a, b in itertools.combinations(names, 2)}

    def guess(first: tuple[str, Any, str, Any]) -> dict[str, Any]:
        case = {name: rng.choice(dimensions[name]) for name in names}
        return case | {first[0]: first[1], first[2]: first[3]}

    cases = []
    while missing:
        first = min(missing, key=repr)
        best = max(
            (guess(first) for _ in range(TRIES)), key=lambda case: len(pairs(case) & missing)
        )
        missing -= pairs(best)
        cases.append(best)
    return cases
