"""Finished sets of games and the shares that were won in them."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from itertools import pairwise

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray


class Sets(Struct, frozen=True):
    """[set, game, bot] totals and luck of finished sets; luck is empty where it is unknown."""

    totals: NDArray[np.int64]
    luck: NDArray[np.float64]


def shares(totals: NDArray[np.int64]) -> NDArray[np.float64]:
    """Win shares of the last axis; equal totals split the win."""
    winners = (totals == totals.max(axis=-1, keepdims=True)).astype(np.float64)
    split: NDArray[np.float64] = winners / winners.sum(axis=-1, keepdims=True)
    return split


def cut(parts: Generator[Sets], places: Sequence[int]) -> Generator[Sets]:
    """The same sets in parts that end after so many sets, and where they ended before."""
    done = 0
    try:
        for part in parts:
            end = done + len(part.totals)
            bounds = [done, *(place for place in places if done < place < end), end]
            for a, b in pairwise(bounds):
                yield Sets(part.totals[a - done : b - done], part.luck[a - done : b - done])
            done = end
    finally:
        parts.close()
