"""What an audience is told in pieces, and by short messages, is what a whole view says."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from rowlock.protocol import server_messages
from rowlock.table import log_entries
from rowlock.table.drafts import Drafts
from rowlock.table.options import for_log
from rowlock.table.state import Table
from rowlock.table.view import (
    Scene,
    answer_accepted,
    encoded_views,
    view_of,
)
from tests.server.test_table import OPTIONS, SEATS, during, lobby, next_entry, real_strokes


class Watching:
    """Looks at a table after every entry as an audience does, and as who has just come."""

    def __init__(self) -> None:
        self.table = Table()
        self.drafts = Drafts()
        self.present = frozenset({0, 1})
        self.covers: dict[int, float] = {}
        self.deadline: float | None = None
        self.watchers = 0
        self.given = 0

    def write(self, entry: log_entries.LogEntry) -> None:
        before = self.table
        self.table, _ = self.table.after([entry])
        if self.table.moment != before.moment:
            self.drafts.clear()
        elif isinstance(entry, log_entries.SeatAnswered):
            self.answer(before, entry.seat)
        self.show()

    def show(self) -> None:
        scene = self.scene()
        for member, told in encoded_views(self.table, (0, 1, None), scene).items():
            whole = view_of(self.table, member, scene)
            assert msgspec.json.decode(told, type=server_messages.TableView) == whole, (
                self.table.seq
            )

    def answer(self, before: Table, seat: int) -> None:
        """The short message says what makes the view before it the view after it."""
        member, scene = self.table.seats[seat].member, self.scene()
        short = answer_accepted(self.table, seat, self.drafts)
        view = view_of(before, member, scene)
        (asked,) = [each for each in view.decisions if each.seat == seat]
        short.decision.first = asked.legal or asked.first
        view.seq, view.owing = short.seq, short.owing
        view.decisions = tuple(
            short.decision if each.seat == seat else each for each in view.decisions
        )
        for each in view.seats:
            each.answered = each.seat not in short.owing
        assert view == view_of(self.table, member, scene), self.table.seq
        self.given += 1

    def scene(self) -> Scene:
        return Scene(
            now=float(self.watchers),
            deadline=self.deadline,
            present=self.present,
            covers=self.covers,
            watchers=self.watchers,
            drafts=self.drafts,
        )

    def one_thing_after_another(self) -> None:
        """In the middle of a question everything changes that can, each alone."""
        table = self.table
        longer = replace(table.options, time_limit=table.options.time_limit + 1)
        swapped = tuple(replace(seat, name=seat.name[::-1]) for seat in table.seats)
        for entry in (
            log_entries.HostIs(1),
            log_entries.SeatsAre(swapped),
            log_entries.RematchMade("KJHGFDCB"),
            log_entries.OptionsAre(for_log(longer)),
            log_entries.MuteSet(0, muted=0 not in table.muted, who=0),
            log_entries.CoverSet(1, covered=1 not in table.covered),
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
def test_it_says_the_same_whatever_happens(options: log_entries.StoredOptions) -> None:
    watching = Watching()
    for entry in lobby(options):
        watching.write(entry)
    watching.write(log_entries.GameBegun(SEATS, watching.table.variant.digest, 1.0))
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
    # One short message per turn: the first of two answers in action 1. The second ends the action.
    turns = 0 if watching.table.real else watching.table.game.turn
    assert (watching.given, turns > 10) == (turns, not watching.table.real)
