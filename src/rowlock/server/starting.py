"""Sees the start of a room's game through: to its beginning, or back to the lobby."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING

from rowlock.server.decide.outcome import Entries
from rowlock.server.decide.starting import due
from rowlock.server.logs import logger
from rowlock.server.store import LeaseLost

if TYPE_CHECKING:
    from rowlock.server.room import Room

PATIENCE_S = 10.0
"""So long seals are awaited, and then shares."""


class Starting:
    def __init__(self, room: Room) -> None:
        self.room = room
        self._awaited: object = None
        """What the alarm is set for: a round, and whether its list is fixed."""
        self._alarm: asyncio.TimerHandle | None = None
        self._ringing: set[asyncio.Task[None]] = set()

    def due(self, *, late: bool = False) -> Entries:
        """The next step of the start, if it can be taken now."""
        room = self.room
        if room.table.stage != "starting":
            return []
        gone = set(room.audience.gone_since) - room.audience.present
        return due(room.table, room.calendar.now(), secrets.token_hex(32), gone, late=late)

    def set_alarm(self) -> None:
        """Everybody has the same time from the moment something new is awaited."""
        awaited = self._step()
        if awaited == self._awaited:
            return
        self.stop()
        self._awaited = awaited
        if awaited is not None:
            self._alarm = asyncio.get_running_loop().call_later(PATIENCE_S, self._ring)

    def stop(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = self._awaited = None

    def _step(self) -> object:
        table = self.room.table
        handshake = table.handshake
        return (handshake.round, handshake.list) if table.stage == "starting" else None

    def _ring(self) -> None:
        task = asyncio.create_task(self._rung(self._awaited))
        self._ringing.add(task)
        task.add_done_callback(self._ringing.discard)

    async def _rung(self, awaited: object) -> None:
        async with self.room.lock:
            if self.room.closing or awaited != self._step():
                return
            self._awaited = None  # a step that cannot be stored is tried again
            try:
                await self.room.commit(self.due(late=True))
            except Exception as error:
                if not isinstance(error, LeaseLost):
                    logger.exception("start_failed", table=self.room.table.id)
                self.set_alarm()
