"""Aborts a connection that takes too long."""

from __future__ import annotations

import asyncio


class Timeout:
    """Aborts a transport some seconds after `start`, unless `stop` is called before."""

    __slots__ = ("_seconds", "_timer", "_transport")

    def __init__(self, transport: asyncio.Transport, seconds: float) -> None:
        self._transport = transport
        self._seconds = seconds
        self._timer: asyncio.TimerHandle | None = None

    @property
    def is_running(self) -> bool:
        return self._timer is not None

    def start(self) -> None:
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self._seconds, self._transport.abort)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
