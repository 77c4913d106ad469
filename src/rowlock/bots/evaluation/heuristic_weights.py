"""The heuristic's weights, apart from what is worked out of them: they need no NumPy."""

from __future__ import annotations

from msgspec import Struct


class Weights(Struct, frozen=True):
    """Tuned by simulation; see docs/bots/heuristic.md for what each of them does."""

    future: float = 4.0
    """What all cells still open in a row are worth, in crosses to come."""
    start: float = 2.5
    """The crosses a row is credited with before its first one."""
    lock: float = 3.0
    """What a row ready to be locked is worth beyond its points."""
    penalty: float = 6.2
    """What a penalty costs, its points included."""
    second: float = 0.5
    """Double A: the chance of a second box beside that of its cell."""
    steps: float = 3.0
    """Connected steps: the crosses the fifth row is credited with."""
    swap: float = 0.8
    """X-Change: what a swap field that can still be used is worth."""
    bonus_row: float = 8.0
    """Big Points: the points that a cross in a bonus row is expected to bring."""
