"""The sums of a simulation in a journal: a line now and then, each of the first so many games."""

from __future__ import annotations

import time

from rowlock.runners import Journal
from rowlock.simulate.tally import Tally, tally_of

SECONDS = 1.0
"""Between two lines: what a run that is ended has to play again."""


class Notes:
    """The tally of the games that were played, before and now."""

    def __init__(self, journal: Journal | None, players: int, games: int) -> None:
        """Where fewer games are wanted than were noted, an earlier line is gone on from."""
        self.journal = journal
        found = journal.found if journal is not None else []
        fitting = [line for line in found if line["games"] <= games]
        self.tally = tally_of(fitting[-1]) if fitting else Tally(players)
        self._written = found[-1]["games"] if found else 0
        self._last = time.monotonic()

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
