"""Periodic snapshots of a simulation's tally in a resume file."""

from __future__ import annotations

import time

from rowlock.runners import Journal
from rowlock.simulation.tally import Tally, tally_of

SECONDS = 1.0
"""Seconds between snapshots: the most work that an interrupted run repeats."""


class Notes:
    """The tally of a simulation, saved to a journal and restored from it."""

    def __init__(self, journal: Journal | None, players: int, games: int) -> None:
        """If fewer games are wanted than were saved, an earlier snapshot is restored."""
        self.journal = journal
        saved = journal.found if journal is not None else []
        fitting = [line for line in saved if line["games"] <= games]
        self.tally = tally_of(fitting[-1]) if fitting else Tally(players)
        self._written = saved[-1]["games"] if saved else 0
        self._last = time.monotonic()

    def write_now_and_then(self) -> None:
        """Save a snapshot if the last one is old enough; called after every chunk."""
        if time.monotonic() - self._last > SECONDS:
            self.write()

    def write(self) -> None:
        """Save a snapshot, if there are new games."""
        if self.journal is not None and self.tally.games > self._written:
            self.journal.note(self.tally.as_data())
            self._written, self._last = self.tally.games, time.monotonic()

    close = write
