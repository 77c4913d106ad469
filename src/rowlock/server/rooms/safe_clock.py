"""Wall clock that is immune to jumps, for deleting old games.

Games are deleted some days after their last move. The wall clock may jump in either direction, and
a jump must delete nothing. So time is also measured from the start with the monotonic clock, and a
game is old only if both clocks say so. Right after the start nothing is deleted, because a machine
may boot with a wrong clock and correct it a little later.
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
        """Whether the wall clock has had time to be corrected after the start."""
        return self.up_s >= SETTLED_AFTER_S

    def now(self) -> float:
        """The wall clock at the start plus the monotonic time since, as Unix seconds."""
        return self._wall + self.up_s

    def at_most(self) -> float:
        """The earlier of both clocks, by which games are deleted."""
        return min(self.now(), time.time())
