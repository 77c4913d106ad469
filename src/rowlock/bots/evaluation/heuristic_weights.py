"""The weights of the heuristic; this module does not need NumPy."""

from __future__ import annotations

from msgspec import Struct


class Weights(Struct, frozen=True):
    """Weights of the heuristic, tuned by simulation; docs/bots/heuristic.md explains them."""

    future: float = 4.0
    """Expected crosses in a row whose cells are all open."""
    start: float = 2.5
    """The crosses a row is credited with before its first one."""
    lock: float = 3.0
    """Value of a row that can be locked, in addition to its points."""
    penalty: float = 6.2
    """Cost of a penalty, including its points."""
    second: float = 0.5
    """Double A: the probability of a second box, relative to that of its cell."""
    steps: float = 3.0
    """Connected steps: the crosses the fifth row is credited with."""
    swap: float = 0.8
    """X-Change: the value of a swap field that can still be used."""
    bonus_row: float = 8.0
    """Big Points: the points that a cross in a bonus row is expected to bring."""
