"""Finished sets of games and the win shares in them."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from itertools import pairwise

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray


class Sets(Struct, frozen=True):
    """[set, game, bot] totals and luck of finished sets; luck is empty if unknown."""

    totals: NDArray[np.int64]
    luck: NDArray[np.float64]


def shares(totals: NDArray[np.int64]) -> NDArray[np.float64]:
    """Win shares along the last axis; equal totals divide the win."""
    winners = (totals == totals.max(axis=-1, keepdims=True)).astype(np.float64)
    split: NDArray[np.float64] = winners / winners.sum(axis=-1, keepdims=True)
    return split


def cut(parts: Generator[Sets], places: Sequence[int]) -> Generator[Sets]:
    """Split parts of sets so that parts end at `places` as well."""
    count = 0
    try:
        for part in parts:
            end = count + len(part.totals)
            bounds = [count, *(place for place in places if count < place < end), end]
            for a, b in pairwise(bounds):
                yield Sets(part.totals[a - count : b - count], part.luck[a - count : b - count])
            count = end
    finally:
        parts.close()
