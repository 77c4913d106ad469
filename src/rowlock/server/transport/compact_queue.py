"""What one connection waits for, in little memory: most of the time ten thousand of them wait."""

from __future__ import annotations

import asyncio
from typing import Any


class CompactEvent:
    """Open or shut; like an `asyncio.Event`, and as little as one of those needs."""

    __slots__ = ("_open", "_waiting")

    def __init__(self) -> None:
        self._open = True
        self._waiting: list[asyncio.Future[None]] = []

    def is_set(self) -> bool:
        return self._open

    def set(self) -> None:
        self._open = True
        waiting, self._waiting = self._waiting, []
        for each in waiting:
            if not each.done():
                each.set_result(None)

    def clear(self) -> None:
        self._open = False

    async def wait(self) -> None:
        while not self._open:
            passing = asyncio.get_running_loop().create_future()
            self._waiting.append(passing)
            await passing


class CompactQueue:
    """What has come for the one who reads; like an `asyncio.Queue` without an end."""

    __slots__ = ("_events", "_reader")

    def __init__(self) -> None:
        self._events: list[Any] = []
        self._reader: asyncio.Future[None] | None = None

    def empty(self) -> bool:
        return not self._events

    def qsize(self) -> int:
        return len(self._events)

    def put_nowait(self, event: Any) -> None:
        self._events.append(event)
        if self._reader is not None:
            if not self._reader.done():
                self._reader.set_result(None)
            self._reader = None

    async def get(self) -> Any:
        while not self._events:
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        return self._events.pop(0)
