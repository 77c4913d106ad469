"""The sending side of one connection: a short queue that never makes a table wait.

A client that does not keep up is dropped; it says hello again and gets the newest view.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from typing import Any, TypeAlias

import msgspec

from rowlock.server.protocol import news

MAX_WAITING = 64
MAX_WAITING_BYTES = 128 * 1024
"""With what the system has taken already, this bounds what one connection can hold of ours."""

Sending: TypeAlias = Coroutine[Any, Any, None]
WriteNow: TypeAlias = Callable[[list[bytes]], bool]
"""Writes messages if that can be done at once, and answers whether it has."""

encode = msgspec.json.Encoder().encode


class Outbox:
    """`send` writes one message, `write_now` some without waiting; `hang_up` closes the
    connection."""

    __slots__ = (
        *("_hang_up", "_held", "_send", "_task", "_waiting", "_weight", "_write_now"),
        *("address", "brief", "closed", "member"),
    )

    def __init__(
        self,
        send: Callable[[str], Sending],
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
        self._held: list[bytes] | None = None
        self._waiting: list[bytes] = []
        self._weight = 0
        self._task: asyncio.Task[None] | None = None
        self.member = member
        self.address = address
        self.brief = brief
        """Whether it is told of its own answers by a short message."""
        self.closed = False

    @property
    def done(self) -> bool:
        """Closed, and nothing is left to send."""
        return self.closed and self._task is None

    def tell(self, message: news.ServerMessage) -> None:
        self.push(encode(message))

    def push(self, message: bytes) -> None:
        """Queue an encoded message."""
        if self.closed:
            return
        if self._held is not None:
            self._held.append(message)
            return
        if self._task is not None:
            self._wait(message)
            return
        # Almost always the system takes the message at once, and no task is needed for it.
        if self._write_now([message]):
            return
        sending = self._send(message.decode())
        try:
            blocked = sending.send(None)
        except StopIteration:
            return
        except Exception:
            self.close()  # the other side has gone
            return
        self._task = asyncio.get_running_loop().create_task(self._flush(sending, blocked))

    def hold(self) -> None:
        """Keep what comes until it is released: then it goes out in one piece.

        Whoever wants something is told what has become of the table and, at once after it, that the
        wish was granted. A write costs more than all else about a message.
        """
        if self._held is None:
            self._held = []

    def release(self) -> None:
        held, self._held = self._held, None
        if held and (self._task is not None or self.closed or not self._write_now(held)):
            for message in held:
                self.push(message)

    def _wait(self, message: bytes) -> None:
        self._waiting.append(message)
        self._weight += len(message)
        if len(self._waiting) > MAX_WAITING or self._weight > MAX_WAITING_BYTES:
            self._waiting.clear()
            self.close()

    def bye(self, code: str) -> None:
        """Say why, then close."""
        self.tell(news.Bye(code))
        self.close()

    def close(self) -> None:
        """Close as soon as everything queued is sent."""
        self.release()
        if not self.closed:
            self.closed = True
            if self._task is None:
                self._hang_up()

    async def drain(self) -> None:
        """Close, and wait a moment for what is queued."""
        self.release()
        self.closed = True
        if self._task is not None:
            await asyncio.wait([self._task], timeout=1)

    async def _flush(self, sending: Sending, blocked: Any) -> None:
        """Go on with a message that had to wait, then with those that queued up behind it."""
        try:
            with contextlib.suppress(StopIteration):
                while True:
                    await blocked
                    blocked = sending.send(None)
            while self._waiting:
                message = self._waiting.pop(0)
                self._weight -= len(message)
                await self._send(message.decode())
        except Exception:
            self.closed = True  # the other side has gone
            self._waiting.clear()
        finally:
            self._task = None
            if self.closed:
                self._hang_up()
