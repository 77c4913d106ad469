"""The bell of a room: it calls players who are awaited and have no connection.

Who has one is not called: an open page tells its player itself, and a phone that lets its pages
sleep soon loses the connection. Each absence has one call; it ends when the player is here and
nothing is awaited of them.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from rowlock.server.logs import logger
from rowlock.server.store import StoreFailure

if TYPE_CHECKING:
    from rowlock.server.push.push import Push
    from rowlock.server.room import Room

GONE_S = 3.0
"""A page that is loaded again is gone for less."""
AGAIN_S = 20.0
"""The least between two calls of one player, however often they come and go."""

Work = Callable[[str, int], Awaitable[None]]
"""What is done for a member of a table. Not begun before its turn: a server that stops in between
would leave it half begun."""


class Bell:
    def __init__(self, room: Room, push: Push | None) -> None:
        self._room = room
        self._push = push
        self._call_at: dict[int, float] = {}
        """When members who are awaited and away are to be called."""
        self._called: set[int] = set()
        self._last: dict[int, float] = {}
        """When each member was last called."""
        self._alarm: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def look(self) -> None:
        """Something has changed: see who is awaited, and set the alarm."""
        if self._push is None:
            return
        table, present = self._room.table, self._room.audience.present
        owing = {
            member
            for seat in table.owing
            if (member := table.seats[seat].member) is not None and not table.played_by_bot(seat)
        }
        if owing <= present and self.calm:
            return  # as nearly always
        now = time.monotonic()
        self._called -= present - owing
        self._call_at = {
            member: self._call_at.get(member) or self._soonest(member, now)
            for member in owing - present
        }
        self._set_alarm(now)

    @property
    def calm(self) -> bool:
        """Whether nobody is called or about to be."""
        return not self._call_at and not self._called

    def forget(self, member: int) -> None:
        """A member has left for good."""
        if self._push is not None:
            self._run(self._push.unsubscribe, member)

    def stop(self) -> None:
        self._silence()
        for task in self._tasks:
            task.cancel()

    def _soonest(self, member: int, now: float) -> float:
        again = self._last.get(member, now - AGAIN_S) + AGAIN_S
        return max(again, now + GONE_S)

    def _set_alarm(self, now: float) -> None:
        self._silence()
        if self._room.table.paused:
            return
        times = [at for member, at in self._call_at.items() if member not in self._called]
        if times:
            wait = max(0.0, min(times) - now)
            self._alarm = asyncio.get_running_loop().call_later(wait, self._ring)

    def _silence(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _ring(self) -> None:
        now = time.monotonic()
        for member, at in self._call_at.items():
            if self._push is not None and at <= now and member not in self._called:
                self._called.add(member)
                self._last[member] = now
                self._run(self._push.call, member)
        self._set_alarm(now)

    def _run(self, work: Work, member: int) -> None:
        task = asyncio.create_task(_quietly(work, self._room.table.id, member))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _quietly(work: Work, table: str, member: int) -> None:
    """A call that fails is worth a line in the log, and nothing at the table."""
    try:
        await work(table, member)
    except StoreFailure as failure:
        logger.warning("call_failed", reason=str(failure))
    except Exception:
        logger.exception("call_failed")
