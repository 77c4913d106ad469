"""Garbage-collector tuning: collections are rare, because each one blocks all tables.

Tables and messages are immutable and free of cycles, so young objects contain little garbage.
Closed connections leave cycles behind, so a full collection runs after many of them have closed,
and never while the same players stay.
"""

from __future__ import annotations

import asyncio
import gc

YOUNG = 50_000
"""Surviving new objects until a collection of the youngest generation."""
MIDDLE_EVERY = 1_000
"""Collections of the youngest generation per collection of the middle one."""
FULL_EVERY = 10
"""Collections of the middle generation per full collection, if few connections close."""
LEAST_GONE = 1_000
"""Closed connections until a full collection; more if more are open."""


def configure_collector() -> None:
    """Set the thresholds and freeze all objects that exist after startup: they are never
    collected."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE_EVERY, FULL_EVERY)


class ClosedConnections:
    """Counts closed connections and collects their garbage."""

    def __init__(self) -> None:
        self._gone = 0

    def another(self, still_open: int) -> None:
        self._gone += 1
        if self._gone >= max(LEAST_GONE, still_open):
            self._gone = 0
            asyncio.get_running_loop().call_soon(gc.collect)
