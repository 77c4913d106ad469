"""The sums of a simulation in a journal: a line now and then, of which the last one counts."""

from __future__ import annotations

import time

from rowlock.runners import Journal
from rowlock.simulate.tally import Tally, tally_of

SECONDS = 1.0
"""Between two lines: what a run that is ended has to play again."""


class Notes:
    """The tally of the games that were played, before and now."""

    def __init__(self, journal: Journal | None, players: int) -> None:
        self.journal = journal
        found = journal.found if journal is not None else []
        self.tally = tally_of(found[-1]) if found else Tally(players)
        self._written, self._last = self.tally.games, time.monotonic()

    def write_now_and_then(self) -> None:
        """Called after every chunk of games."""
        if time.monotonic() - self._last > SECONDS:
            self.write()

    def write(self) -> None:
        """Note what there is, if it is new."""
        if self.journal is not None and self.tally.games > self._written:
            self.journal.note(self.tally.as_data())
            self._written, self._last = self.tally.games, time.monotonic()

    close = write
