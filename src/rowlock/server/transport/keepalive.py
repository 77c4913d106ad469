"""Which connections are still there: whoever has said something lately, and whoever answers a ping.

A timer for each connection, as uvicorn has it, would wake the process a hundred times a second for
two thousand people, and ask those who play as well as the silent. Here all are looked after in
turn, a group at a time.
"""

from __future__ import annotations

import asyncio
from typing import Protocol

GROUPS = 20
BEAT_S = 0.25
"""From one group to the next: each has its turn every five seconds."""
SILENT_S = 20.0
"""Whoever has said nothing for so long is asked."""
GONE_S = 25.0
"""Whoever has not answered for so long is gone."""


class PingedConnection(Protocol):
    heard: float
    """When it last said something."""
    asked: float
    """When it was last asked for a sign of life."""

    def ask(self) -> None: ...
    def give_up(self) -> None: ...


class KeepAlive:
    def __init__(self) -> None:
        self._groups: list[dict[PingedConnection, None]] = [{} for _ in range(GROUPS)]
        self._turn = 0
        self._timer: asyncio.TimerHandle | None = None

    def add(self, connection: PingedConnection) -> None:
        min(self._groups, key=len)[connection] = None
        if self._timer is None:
            self._wait()

    def remove(self, connection: PingedConnection) -> None:
        for group in self._groups:
            if connection in group:
                del group[connection]
                return

    def _wait(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(BEAT_S, self._beat)

    def _beat(self) -> None:
        self._timer = None
        now = asyncio.get_running_loop().time()
        for connection in tuple(self._groups[self._turn]):
            check(connection, now)
        self._turn = (self._turn + 1) % GROUPS
        if any(self._groups):
            self._wait()


def check(connection: PingedConnection, now: float) -> None:
    """Ask, give up, or leave alone."""
    if connection.asked > connection.heard:
        if now - connection.asked >= GONE_S:
            connection.give_up()
    elif now - connection.heard >= SILENT_S:
        connection.asked = now
        connection.ask()
