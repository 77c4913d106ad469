"""Fallback for WebSockets: server-sent events one way, POST the other."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterable

from rowlock.errors import Illegal
from rowlock.protocol import client_messages, server_messages
from rowlock.protocol.base import VERSION
from rowlock.server.http.call import Call
from rowlock.server.rooms.outbox import Outbox
from rowlock.server.rooms.rematch_limit import too_many_rematches
from rowlock.server.rooms.room import Room
from rowlock.table.tokens import member_of

BEAT_S = 15.0
"""Seconds of silence until an idle stream sends a comment, so that proxies keep it open."""
MAX_UNSENT_BYTES = 128 * 1024
"""More waiting bytes end the stream: the client reconnects and gets the newest view."""


async def send(call: Call, intent: client_messages.Command, *, table: str) -> server_messages.Reply:
    """Handle one message, as a socket would."""
    room = await call.room(table)
    member = call.member_of(room)
    call.services.metrics.received += 1
    rates = call.services.rate_owner
    if (refusal := await too_many_rematches(rates, room.table, intent, call.address)) is not None:
        return refusal
    reply = await room.handle(member, intent, call.address)
    if room.closing:
        raise Illegal("server_stopping", "this room is closing")  # retried at the owner
    return reply


async def stream(call: Call, hello: client_messages.Hello, *, table: str) -> AsyncIterator[str]:
    """The server's messages as server-sent events."""
    if hello.version != VERSION:
        raise Illegal("wrong_version", "another version of the protocol (reload the page)")
    room = await call.room(table)
    member = member_of(room.table, hello.token) if hello.token is not None else None
    call.headers["x-accel-buffering"] = "no"
    return _events(call, room, member, hello.seq)


async def _events(
    call: Call, room: Room, member: int | None, seq: int | None
) -> AsyncIterator[str]:
    events = EventStream()
    outbox = Outbox(events, member, call.address)
    with call.services.connections.counted(call.address) as has_room:
        if not has_room:
            outbox.bye("server_full")
        try:
            await room.connect(outbox, seq)
            async for event in events:
                yield event
        finally:
            await room.disconnect(outbox)


class EventStream:
    """Messages that wait until the client takes them."""

    def __init__(self) -> None:
        self._waiting: list[bytes] = []
        self._is_open = True
        self._changed = asyncio.Event()

    def write(self, messages: Iterable[bytes]) -> None:
        if self._is_open:
            self._waiting += messages
        if sum(map(len, self._waiting)) > MAX_UNSENT_BYTES:
            self._waiting.clear()
            self._is_open = False
        self._changed.set()

    def close(self) -> None:
        self._is_open = False
        self._changed.set()

    async def __aiter__(self) -> AsyncIterator[str]:
        while self._is_open or self._waiting:
            self._changed.clear()
            waiting, self._waiting = self._waiting, []
            if waiting:
                yield "".join(f"data: {message.decode()}\n\n" for message in waiting)
                continue
            try:
                async with asyncio.timeout(BEAT_S):
                    await self._changed.wait()
            except TimeoutError:
                yield f": {int(time.time())}\n\n"
