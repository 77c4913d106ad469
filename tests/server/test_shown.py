"""A view that goes on from what was shown last says what one made from nothing says."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from rowlock.server import entries as log
from rowlock.server.protocol.base import Options
from rowlock.server.table import Table
from rowlock.server.view import Drafts, Scene, Shown, personalise, public_view
from tests.server.test_table import OPTIONS, SEATS, during, lobby, next_entry, real_strokes


class Watching:
    """Shows a table after every entry, as an audience does, and makes every view anew beside it."""

    def __init__(self) -> None:
        self.table = Table()
        self.drafts = Drafts()
        self.present = frozenset({0, 1})
        self.covers: dict[int, float] = {}
        self.watchers = 0
        self.last: Shown | None = None
        self.gone_on = 0

    def write(self, entry: log.LogEntry) -> None:
        before = self.table.moment
        self.table, _ = self.table.after([entry])
        if self.table.moment != before:
            self.drafts.clear()
        self.show()

    def show(self) -> None:
        scene = Scene(
            float(self.table.seq), None, self.present, self.covers, self.watchers, self.drafts
        )
        view = public_view(self.table, scene, (), self.last)
        self.gone_on += self.last is not None and view is self.last.view
        self.last = Shown(view, self.table, scene)
        for member in (0, 1, None):
            fresh = public_view(self.table, scene)
            personalise(fresh, self.table, member, scene)
            personalise(view, self.table, member, scene)
            assert msgspec.json.encode(view) == msgspec.json.encode(fresh), self.table.seq


@pytest.mark.parametrize(
    "options", OPTIONS, ids=lambda options: f"{options.variant} {options.dice}"
)
def test_it_says_the_same_whatever_happens(options: Options) -> None:
    rng, watching = Random(1), Watching()
    for entry in lobby(options):
        watching.write(entry)
    watching.write(log.GameBegun(SEATS, watching.table.variant.digest, 1.0))
    for entry in real_strokes() if watching.table.real else ():
        watching.write(entry)
    for turn in range(60):
        for entry in during(turn) if turn % 4 == 0 else ():
            watching.write(entry)
        if turn % 5 == 0:
            watching.present = frozenset(rng.sample((0, 1), rng.randint(0, 2)))
            watching.covers = {0: 5.0} if 0 not in watching.present else {}
            watching.watchers = rng.randint(0, 2)
            watching.show()
        for _ in range(6):
            if watching.table.stage == "playing":
                watching.write(next_entry(watching.table))
    assert watching.table.stage == "over"
    assert watching.table.real or watching.gone_on > 20
