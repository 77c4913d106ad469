"""A measured figure, and functions that measure speeds.

A speed is the best of several short runs in processor time, because other programs can only make a
run slower, never faster.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from msgspec import Struct


class Figure(Struct, frozen=True):
    """A measured value and its ratio to a yardstick."""

    name: str
    value: float
    unit: str
    ratio: float | None = None
    """The value divided by the value of the yardstick."""
    yardstick: str = ""
    floor: float | None = None
    """Required minimum of the value; for times, the maximum."""
    ratio_floor: float | None = None
    less_is_better: bool = False

    @property
    def good(self) -> bool:
        """Whether the figure meets its requirements."""
        if self.floor is not None:
            less, more = self.value <= self.floor, self.value >= self.floor
            if not (less if self.less_is_better else more):
                return False
        return self.ratio_floor is None or (self.ratio or 0) >= self.ratio_floor


def best_rate(work: Callable[[], int], runs: int = 7) -> float:
    """The best run in pieces of work per second of processor time; `work` returns their number."""
    best = 0.0
    for _ in range(runs):
        begun = time.process_time()
        pieces = work()
        best = max(best, pieces / (time.process_time() - begun))
    return best


def best_of_both(
    one: Callable[[], float], other: Callable[[], float], runs: int = 9
) -> tuple[float, float]:
    """The best values of two measurements, taken alternately so that both have equal conditions."""
    pairs = [(one(), other()) for _ in range(runs)]
    return max(pair[0] for pair in pairs), max(pair[1] for pair in pairs)
