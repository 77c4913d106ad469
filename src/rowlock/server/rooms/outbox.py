"""The sending side of one connection: a short queue that never makes a table wait.

A client that does not keep up is dropped; it says hello again and gets the newest view.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from rowlock.protocol import server_messages
from rowlock.protocol.encoding import encode

MAX_WAITING = 64
MAX_WAITING_BYTES = 128 * 1024
"""With what the system has taken already, this bounds what one connection can hold of ours."""

Send: TypeAlias = Callable[[str], Awaitable[None]]
"""Sends one message, however long that takes."""
WriteNow: TypeAlias = Callable[[list[bytes]], bool]
"""Writes messages if that is possible without waiting; returns whether it has."""


class Outbox:
    """The queue of messages to one connection.

    Messages leave at the end of the current round of the event loop, all in one write: a command
    usually causes a view and an acknowledgement, and a write costs more than all else about a
    message. If the connection cannot take them at once, a task sends them one by one.
    """

    __slots__ = (
        *("_hang_up", "_is_scheduled", "_send", "_task", "_waiting", "_weight", "_write_now"),
        *("address", "brief", "closed", "member"),
    )

    def __init__(
        self,
        send: Send,
        hang_up: Callable[[], None],
        member: int | None,
        address: str = "",
        write_now: WriteNow = lambda messages: False,
        *,
        brief: bool = False,
    ) -> None:
        self._send = send
        self._write_now = write_now
        self._hang_up = hang_up
        self._waiting: list[bytes] = []
        self._weight = 0
        self._is_scheduled = False
        self._task: asyncio.Task[None] | None = None
        self.member = member
        self.address = address
        self.brief = brief
        """Whether the client understands the short confirmation of its own answers."""
        self.closed = False

    @property
    def done(self) -> bool:
        """Whether it is closed and nothing is left to send."""
        return self.closed and self._task is None

    def tell(self, message: server_messages.ServerMessage) -> None:
        self.push(encode(message))

    def push(self, message: bytes) -> None:
        """Queue an encoded message. A client that does not keep up is disconnected."""
        if self.closed:
            return
        self._waiting.append(message)
        self._weight += len(message)
        if self._is_over_limit:
            self._flush()
            if self._is_over_limit:
                self._waiting.clear()
                self.close()
        elif self._task is None and not self._is_scheduled:
            self._is_scheduled = True
            asyncio.get_running_loop().call_soon(self._flush)

    @property
    def _is_over_limit(self) -> bool:
        return len(self._waiting) > MAX_WAITING or self._weight > MAX_WAITING_BYTES

    def bye(self, code: str) -> None:
        """Say why, then close."""
        self.tell(server_messages.Goodbye(code))
        self.close()

    def close(self) -> None:
        """Close as soon as everything queued is sent."""
        if not self.closed:
            self._flush()
            self.closed = True
            if self._task is None:
                self._hang_up()

    async def drain(self) -> None:
        """Close, and wait a moment for what is queued."""
        self._flush()
        self.closed = True
        if self._task is not None:
            await asyncio.wait([self._task], timeout=1)

    def _flush(self) -> None:
        self._is_scheduled = False
        if self._task is not None or not self._waiting:
            return
        if self._write_now(self._waiting):
            self._waiting, self._weight = [], 0
        else:
            self._task = asyncio.get_running_loop().create_task(self._send_waiting())

    async def _send_waiting(self) -> None:
        try:
            while self._waiting:
                message = self._waiting.pop(0)
                self._weight -= len(message)
                await self._send(message.decode())
        except Exception:
            self.closed = True  # the peer has gone
            self._waiting.clear()
        finally:
            self._task = None
            if self.closed:
                self._hang_up()
