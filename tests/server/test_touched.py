"""When a table was last written to is noted once a minute, and not with every answer."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from rowlock.server.bots.levels import levels
from rowlock.server.bots.pool import BotPool
from rowlock.server.config import Settings
from rowlock.server.monitoring.metrics import Metrics
from rowlock.server.rooms.registry import Rooms
from rowlock.server.rooms.safe_clock import SafeClock
from rowlock.table import log_entries
from rowlock.table.options import TableOptions
from tests.fuzz.messages import MemoryStore


class Diary(MemoryStore):
    """Remembers with which time something was appended."""

    def __init__(self) -> None:
        super().__init__()
        self.times: list[float | None] = []

    async def append(
        self, table: str, expected: int, payloads: Sequence[bytes], at: float | None
    ) -> None:
        await super().append(table, expected, payloads, at)
        self.times.append(at)


class Dial(SafeClock):
    """Shows what it is set to."""

    time = 1000.0

    def now(self) -> float:
        return self.time


def test_once_a_minute_and_whenever_the_clock_was_set_back() -> None:
    async def story() -> None:
        store, dial = Diary(), Dial()
        rooms = Rooms(store, BotPool(levels(()), 0.0, 0), Metrics(), Settings())
        rooms.calendar = dial
        seats = (log_entries.SeatState("person", "Ann", "", 0),)
        came: list[log_entries.LogEntry] = [
            log_entries.MemberCame(0, "hash", host=True),
            log_entries.SeatsAre(seats),
        ]
        room = await rooms._make(TableOptions(), came, "")
        # By hand: 1059 is 59 s after the table was made, 1060 a minute; then the clock goes back.
        for dial.time, touched in (
            (1000.0, 1000.0),
            (1059.0, 1000.0),
            (1060.0, 1060.0),
            (1119.0, 1060.0),
            (1050.0, 1050.0),
        ):
            await room.commit([log_entries.MuteSet(0, muted=True)])
            assert room.touched == touched
        assert store.times == [1000.0, None, None, 1060.0, None, 1050.0]

    asyncio.run(story())
