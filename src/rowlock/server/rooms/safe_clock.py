"""The date, believed only as far as this server has seen it pass.

Games are deleted some days after their last move. The wall clock may jump, forwards and back, and
a jump must delete nothing: so time goes on from the start by the monotonic clock, and a game is old
when both clocks say so. Right after the start nothing is deleted at all, because a machine may boot
with a wrong clock and set it a little later.
"""

from __future__ import annotations

import time

SETTLED_AFTER_S = 3600.0


class SafeClock:
    def __init__(self) -> None:
        self._wall = time.time()
        self._monotonic = time.monotonic()

    @property
    def up_s(self) -> float:
        return time.monotonic() - self._monotonic

    @property
    def settled(self) -> bool:
        """Whether the clock has had time to be set right."""
        return self.up_s >= SETTLED_AFTER_S

    def now(self) -> float:
        """The time at the start and what has passed since, as Unix seconds."""
        return self._wall + self.up_s

    def at_most(self) -> float:
        """The time it is for deleting."""
        return min(self.now(), time.time())
