"""WebSocket keep-alive: ping silent connections and drop those that do not answer.

uvicorn's own has a timer per connection, which wakes an idle process a hundred times per second for
2,000 players. Here one timer checks all connections in turn, and pings only those that are silent.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Protocol

GROUPS = 20
INTERVAL_S = 0.25
"""Seconds between two groups: each connection is checked every five seconds."""
SILENT_S = 20.0
"""Seconds of silence before a ping."""
GONE_S = 25.0
"""Seconds to answer a ping."""


class PingedConnection(Protocol):
    heard: float
    """When something last arrived."""
    pinged: float
    """When it was last pinged."""

    @property
    def is_open(self) -> bool: ...
    def ping(self) -> None: ...
    def drop(self) -> None: ...


class KeepAlive:
    def __init__(self) -> None:
        self._connections: deque[PingedConnection] = deque()
        self._timer: asyncio.TimerHandle | None = None

    def add(self, connection: PingedConnection) -> None:
        """Check a connection from now on, until it is closed."""
        self._connections.append(connection)
        if self._timer is None:
            self._wait()

    def _wait(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(INTERVAL_S, self._check_group)

    def _check_group(self) -> None:
        self._timer = None
        now = asyncio.get_running_loop().time()
        for _ in range(-(-len(self._connections) // GROUPS)):
            connection = self._connections.popleft()
            if connection.is_open:
                check(connection, now)
                self._connections.append(connection)
        if self._connections:
            self._wait()


def check(connection: PingedConnection, now: float) -> None:
    """Ping a connection, drop it, or do nothing."""
    if connection.pinged > connection.heard:
        if now - connection.pinged >= GONE_S:
            connection.drop()
    elif now - connection.heard >= SILENT_S:
        connection.pinged = now
        connection.ping()
