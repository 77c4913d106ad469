"""A view that goes on from what was shown last says what one made from nothing says."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from rowlock.server import entries as log
from rowlock.server.protocol.base import Options
from rowlock.server.table import Table
from rowlock.server.view import Drafts, LastShown, Scene, personalise, public_view
from tests.server.test_table import OPTIONS, SEATS, during, lobby, next_entry, real_strokes


class Watching:
    """Shows a table after every entry, as an audience does, and makes every view anew beside it."""

    def __init__(self) -> None:
        self.table = Table()
        self.drafts = Drafts()
        self.present = frozenset({0, 1})
        self.covers: dict[int, float] = {}
        self.deadline: float | None = None
        self.watchers = 0
        self.last: LastShown | None = None
        self.gone_on = 0

    def write(self, entry: log.LogEntry) -> None:
        before = self.table.moment
        self.table, _ = self.table.after([entry])
        if self.table.moment != before:
            self.drafts.clear()
        self.show()

    def show(self) -> None:
        scene = Scene(
            now=float(self.table.seq),
            deadline=self.deadline,
            present=self.present,
            covers=self.covers,
            watchers=self.watchers,
            drafts=self.drafts,
        )
        view = public_view(self.table, scene, (), self.last)
        self.gone_on += self.last is not None and view is self.last.view
        self.last = LastShown(view, self.table, scene)
        for member in (0, 1, None):
            fresh = public_view(self.table, scene)
            personalise(fresh, self.table, member, scene)
            personalise(view, self.table, member, scene)
            assert msgspec.json.encode(view) == msgspec.json.encode(fresh), self.table.seq

    def one_thing_after_another(self) -> None:
        """In the middle of a question everything changes that can, each alone."""
        table = self.table
        swapped = tuple(replace(seat, name=seat.name[::-1]) for seat in table.seats)
        for entry in (
            log.HostIs(1),
            log.SeatsAre(swapped),
            log.RematchMade("KJHGFDCB"),
            log.OptionsAre(replace(table.options, time_limit=table.options.time_limit + 1)),
            log.MuteSet(0, muted=0 not in table.muted, who=0),
            log.CoverSet(1, covered=1 not in table.covered),
        ):
            self.write(entry)
        self.present = self.present ^ {0}
        self.show()
        self.covers = {} if self.covers else {0: 5.0}
        self.show()
        self.deadline = None if self.deadline else 9.0
        self.show()
        self.watchers += 1
        self.show()


@pytest.mark.parametrize(
    "options", OPTIONS, ids=lambda options: f"{options.variant} {options.dice}"
)
def test_it_says_the_same_whatever_happens(options: Options) -> None:
    watching = Watching()
    for entry in lobby(options):
        watching.write(entry)
    watching.write(log.GameBegun(SEATS, watching.table.variant.digest, 1.0))
    for entry in real_strokes() if watching.table.real else ():
        watching.write(entry)
    for turn in range(60):
        for entry in during(turn) if turn % 4 == 0 else ():
            watching.write(entry)
        for step in range(6):
            if watching.table.stage == "playing":
                if turn % 3 == 0 and step == 2:
                    watching.one_thing_after_another()
                watching.write(next_entry(watching.table))
    assert watching.table.stage == "over"
    assert watching.table.real or watching.gone_on > 10
