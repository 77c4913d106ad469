"""When the interpreter looks for garbage: seldom, because it holds up all tables meanwhile.

What a table keeps is immutable and free of cycles, and so is every message: there is little to
find among the young objects. Cycles are left behind by connections that have gone, so everything
is looked at when many of these have; while the same ten thousand people stay, never.
"""

from __future__ import annotations

import asyncio
import gc

YOUNG = 50_000
"""New objects that are still there before the young ones are looked at."""
MIDDLE_EVERY = 1_000
"""Looks at the young before one at those that survived the first."""
FULL_EVERY = 10
"""Looks at these before one at everything, where few connections come and go."""
LEAST_GONE = 1_000
"""Connections that have gone before everything is looked at; more where more are open."""


def configure_collector() -> None:
    """At the end of the start: what is there now stays for good, and is never looked at again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE_EVERY, FULL_EVERY)


class ClosedConnections:
    """Counts connections that have gone, and has their remains removed."""

    def __init__(self) -> None:
        self._gone = 0

    def another(self, still_open: int) -> None:
        self._gone += 1
        if self._gone >= max(LEAST_GONE, still_open):
            self._gone = 0
            asyncio.get_running_loop().call_soon(gc.collect)
