"""The sending side of one connection at a table: decides when messages leave."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Protocol

from rowlock.protocol import server_messages
from rowlock.protocol.encoding import encode


class Channel(Protocol):
    """A WebSocket or an event stream."""

    def write(self, messages: Iterable[bytes]) -> None:
        """Send messages without waiting. A client that leaves too much unread is disconnected:
        it reconnects and gets the newest view."""

    def close(self) -> None:
        """Close after everything written."""


class Outbox:
    """Collects messages to one connection.

    They leave at the end of the current round of the event loop, all in one write: a command
    usually causes a view and an acknowledgement, and a write costs more than all else about a
    message.
    """

    __slots__ = ("_channel", "_waiting", "address", "brief", "closed", "member")

    def __init__(
        self,
        channel: Channel,
        member: int | None,
        address: str = "",
        *,
        brief: bool = False,
    ) -> None:
        self._channel = channel
        self._waiting: list[bytes] = []
        self.member = member
        self.address = address
        self.brief = brief
        """Whether the client understands the short confirmation of its own answers."""
        self.closed = False

    def tell(self, message: server_messages.ServerMessage) -> None:
        self.push(encode(message))

    def push(self, message: bytes) -> None:
        """Send an encoded message in this round of the event loop."""
        if self.closed:
            return
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._flush)
        self._waiting.append(message)

    def bye(self, code: str) -> None:
        """Say why, then close."""
        self.tell(server_messages.Goodbye(code))
        self.close()

    def close(self) -> None:
        """Send what is waiting, and close."""
        if not self.closed:
            self._flush()
            self.closed = True
            self._channel.close()

    def _flush(self) -> None:
        if self._waiting:
            waiting, self._waiting = self._waiting, []
            self._channel.write(waiting)
