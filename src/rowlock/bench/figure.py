"""One measured figure, and how it is measured.

Speeds are taken from processor time, the best of several short runs: what other programs do at
the same time can only make a run slower, never faster.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from msgspec import Struct


class Figure(Struct, frozen=True):
    """A value beside its yardstick."""

    name: str
    value: float
    unit: str
    ratio: float | None = None
    """The value divided by the yardstick's."""
    yardstick: str = ""
    floor: float | None = None
    """What the value must reach; for times, what it must stay below."""
    ratio_floor: float | None = None
    less_is_better: bool = False

    @property
    def good(self) -> bool:
        """Whether the figure keeps what is promised of it."""
        if self.floor is not None:
            kept = self.value <= self.floor if self.less_is_better else self.value >= self.floor
            if not kept:
                return False
        return self.ratio_floor is None or (self.ratio or 0) >= self.ratio_floor


def best_rate(work: Callable[[], int], runs: int = 7) -> float:
    """Pieces of work per second of processor time, of the best run; `work` says how many."""
    best = 0.0
    for _ in range(runs):
        begun = time.process_time()
        pieces = work()
        best = max(best, pieces / (time.process_time() - begun))
    return best


def best_of_both(
    one: Callable[[], float], other: Callable[[], float], runs: int = 9
) -> tuple[float, float]:
    """The best of two figures, measured in turn so that both meet the same disturbances."""
    pairs = [(one(), other()) for _ in range(runs)]
    return max(pair[0] for pair in pairs), max(pair[1] for pair in pairs)
