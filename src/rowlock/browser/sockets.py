"""Connections of the page to tables, as messages between two threads."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

import msgspec

from rowlock.errors import Refusal
from rowlock.protocol import client_messages, server_messages
from rowlock.protocol.base import VERSION
from rowlock.protocol.encoding import encode
from rowlock.server.rooms.outbox import Outbox
from rowlock.server.rooms.registry import Rooms
from rowlock.server.rooms.room import Room
from rowlock.table.tokens import member_of

_decode = msgspec.json.Decoder(client_messages.ClientMessage).decode
Send = Callable[[str | None], None]
"""Sends a message to the page; None closes the connection."""


class Socket:
    """One connection: `hello`, then messages until the page closes it (see `Channel`)."""

    def __init__(self, rooms: Rooms, table: str, send: Send, *, brief: bool) -> None:
        self._rooms, self._table, self._send, self._brief = rooms, table, send, brief
        self._outbox: Outbox | None = None
        self._room: Room | None = None
        self._lock = asyncio.Lock()

    def write(self, messages: Iterable[bytes]) -> None:
        for message in messages:
            self._send(message.decode())

    def close(self) -> None:
        self._send(None)

    async def receive(self, text: str) -> None:
        """Handle a message of the page; messages are handled one after the other."""
        async with self._lock:
            try:
                message = _decode(text)
            except (msgspec.MsgspecError, UnicodeDecodeError) as error:
                self._tell(server_messages.Refused(0, "malformed", str(error)[:200]))
                return
            if isinstance(message, client_messages.Hello):
                await self._hello(message)
            elif self._room is not None and self._outbox is not None:
                reply = await self._room.handle(self._outbox.member, message)
                if message.id or not isinstance(reply, server_messages.Ack):
                    self._outbox.tell(reply)

    async def gone(self) -> None:
        """The page has closed the connection."""
        if self._room is not None and self._outbox is not None:
            room, outbox, self._outbox = self._room, self._outbox, None
            await room.disconnect(outbox)
            outbox.close()

    async def _hello(self, hello: client_messages.Hello) -> None:
        try:
            if hello.version != VERSION:
                raise Refusal("wrong_version", "another version of the protocol")
            room = await self._rooms.get(self._table)
            member = None if hello.token is None else member_of(room.table, hello.token)
        except Refusal as refusal:
            self._tell(server_messages.Goodbye(refusal.code))
            self.close()
            return
        self._room, self._outbox = room, Outbox(self, member, brief=self._brief)
        await room.connect(self._outbox, hello.seq)
        if hello.id:
            self._outbox.tell(server_messages.Ack(hello.id, room.table.seq))

    def _tell(self, message: server_messages.ServerMessage) -> None:
        self.write([encode(message)])
