"""Tables over days: wakes them when a time is up, also in tables that are not in memory.

What decides that is stored beside the log (`SlowRow`), because a room is unloaded soon after its
last visitor has left. If the row is older than the log, which a crash may cause, the table is
woken, and the time for the open question begins again.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable

import msgspec
from msgspec import Struct

from rowlock.core.state import Stage
from rowlock.errors import Refusal
from rowlock.protocol.http import WaitingTable
from rowlock.server.monitoring.logging import logger
from rowlock.server.store import StoreFailure
from rowlock.server.store.slow_tables import LONGEST_GAP_S, SlowTableRows
from rowlock.table.notifications import awaited_members, awaited_question
from rowlock.table.situation import Timing
from rowlock.table.state import Table

BEAT_S = 20.0
"""How often the running time is stored, and the tables that are due are woken."""

WakeTable = Callable[[str], Awaitable[None]]
"""Loads a table and does what is due there; raises a refusal if it is gone or elsewhere."""


class SlowRow(Struct, frozen=True, omit_defaults=True):
    """The times of a table over days, in seconds of running time unless it says otherwise."""

    question: str = ""
    moment: tuple[int, Stage] | None = None
    deadline: float | None = None
    more_time: int = 0
    told: dict[int, str] = {}
    announced: str = ""
    since: float = 0.0
    """Unix seconds since when the table waits."""
    awaited: dict[str, tuple[int, ...]] = {}
    """The hash of the token of each member for whom it waits, and their seats."""
    names: tuple[str, ...] = ()
    turn: int = 0
    seq: int = 0
    """The length of the log."""


class SlowTables:
    def __init__(self, rows: SlowTableRows, wall: Callable[[], float], wake: WakeTable) -> None:
        self._rows = rows
        self._wall = wall
        self._load = wake
        self._total = 0.0
        self._at = time.monotonic()
        self._stored: dict[str, tuple[float | None, SlowRow]] = {}
        self._task: asyncio.Task[None] | None = None

    # The running time ------------------------------------------------------------------------

    @property
    def running(self) -> float:
        """Seconds for which servers have run, as far as this process knows."""
        return self._total + min(time.monotonic() - self._at, LONGEST_GAP_S)

    def start(self) -> None:
        self._task = asyncio.create_task(self._beat_for_ever())

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()

    async def _beat_for_ever(self) -> None:
        while True:
            try:
                await self.beat()
            except StoreFailure as failure:
                logger.warning("heartbeat_failed", reason=str(failure))
            except Exception:
                logger.exception("heartbeat_failed")
            await asyncio.sleep(BEAT_S)

    async def beat(self) -> None:
        """Store the running time, and wake the tables that are due."""
        self._total, self._at = await self._rows.beat(self._wall()), time.monotonic()
        for table in await self._rows.due(self._total):
            await self._wake(table)

    async def _wake(self, table: str) -> None:
        try:
            await self._load(table)
        except Refusal as refusal:
            if refusal.code == "no_such_table":
                await self._rows.drop(table)

    # One table -------------------------------------------------------------------------------

    async def restore(self, table: Table) -> Timing:
        """The times of a table that has just been loaded."""
        payload = (await self._rows.read([table.id])).get(table.id)
        if payload is None:
            return Timing()
        row = msgspec.json.decode(payload, type=SlowRow)
        deadline = None
        if row.deadline is not None:
            deadline = time.monotonic() + row.deadline - self.running
        return Timing(
            moment=row.moment,
            deadline=deadline,
            more_time=row.more_time,
            told=row.told,
            announced=row.announced,
        )

    async def keep(self, table: Table, timing: Timing, wake_at: float | None) -> None:
        """Store the times of a table, if they have changed."""
        before = self._stored.get(table.id, (None, SlowRow()))
        row = self._row(table, timing, before[1])
        due = None if wake_at is None else self._running_at(wake_at)
        if row == before[1] and _is_near(due, before[0]):
            return
        await self._rows.keep(table.id, row.seq, due, msgspec.json.encode(row))
        self._stored[table.id] = due, row

    def forget(self, table: str) -> None:
        """A table has been unloaded."""
        self._stored.pop(table, None)

    def _row(self, table: Table, timing: Timing, before: SlowRow) -> SlowRow:
        question = awaited_question(table)
        awaited = {} if table.stage == "over" or table.paused else _awaited(table)
        is_same = (before.question, tuple(before.awaited)) == (question, tuple(awaited))
        deadline = before.deadline
        if timing.deadline is None:
            deadline = None
        elif deadline is None or not _is_near(self._running_at(timing.deadline), deadline):
            deadline = self._running_at(timing.deadline)
        return SlowRow(
            question=question,
            moment=timing.moment,
            deadline=deadline,
            more_time=timing.more_time,
            told=dict(timing.told),
            announced=timing.announced,
            since=before.since if is_same else self._wall(),
            awaited=awaited,
            names=table.names,
            turn=0 if table.scribe is None else table.game.turn,
            seq=table.seq,
        )

    def _running_at(self, moment: float) -> float:
        """The running time at a moment of the monotonic clock."""
        return self.running + moment - time.monotonic()

    # Waiting for you -------------------------------------------------------------------------

    async def waiting(self, tokens: Iterable[tuple[str, str]]) -> list[WaitingTable]:
        """Those of these tables that wait for the member with the hashed token, the longest wait
        first."""
        asked = list(tokens)
        rows = await self._rows.read([table for table, _ in asked])
        found = []
        for table, hashed in asked:
            if table in rows:
                row = msgspec.json.decode(rows[table], type=SlowRow)
                if hashed in row.awaited:
                    found.append(self._waiting(table, row, row.awaited[hashed]))
        return sorted(found, key=lambda each: each.since)

    def _waiting(self, table: str, row: SlowRow, seats: tuple[int, ...]) -> WaitingTable:
        deadline = None
        if row.deadline is not None:
            deadline = int((self._wall() + row.deadline - self.running) * 1000)
        return WaitingTable(table, int(row.since * 1000), deadline, row.turn, row.names, seats)


def _awaited(table: Table) -> dict[str, tuple[int, ...]]:
    owing = table.owing
    return {
        table.members[member].token_hash: tuple(
            seat for seat in table.seats_of(member) if seat in owing
        )
        for member in sorted(awaited_members(table))
    }


def _is_near(due: float | None, other: float | None) -> bool:
    """Whether two times are the same but for rounding."""
    if due is None or other is None:
        return due is other
    return abs(due - other) < 1.0
