"""The socket's messages without a socket: server-sent events one way, POST the other."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

from rowlock.errors import Illegal
from rowlock.protocol import client_messages, server_messages
from rowlock.protocol.base import VERSION
from rowlock.protocol.encoding import encode
from rowlock.server.http.router import Call
from rowlock.server.rooms.outbox import Outbox
from rowlock.server.rooms.rematch_limit import too_many_rematches
from rowlock.server.rooms.room import Room
from rowlock.table.tokens import member_of

BEAT_S = 15.0
"""How often an idle stream says that it is alive."""


async def send(call: Call, intent: client_messages.Command, *, table: str) -> server_messages.Reply:
    """One message of the socket."""
    room = await call.room(table)
    member = call.member_of(room)
    call.services.metrics.received += 1
    rates = call.services.rate_owner
    if (refusal := await too_many_rematches(rates, room.table, intent, call.address)) is not None:
        return refusal
    reply = await room.handle(member, intent)
    if room.closing:
        raise Illegal("server_stopping", "this room is closing")  # it is asked for again elsewhere
    return reply


async def stream(call: Call, hello: client_messages.Hello, *, table: str) -> AsyncIterator[str]:
    """The server's messages as server-sent events."""
    if hello.version != VERSION:
        raise Illegal("wrong_version", "another version of the page is needed")
    room = await call.room(table)
    member = member_of(room.table, hello.token) if hello.token is not None else None
    call.headers["x-accel-buffering"] = "no"
    return _events(call, room, member, hello.seq)


async def _events(
    call: Call, room: Room, member: int | None, seq: int | None
) -> AsyncIterator[str]:
    # One message at a time: those that wait do so in the outbox, which bounds them.
    queue: asyncio.Queue[str] = asyncio.Queue(maxsize=1)
    outbox = Outbox(queue.put, lambda: _wake(queue), member, call.address)
    with call.services.connections.counted(call.address) as welcome:
        if not welcome:
            yield _event(encode(server_messages.Goodbye("server_full")).decode())
            return
        try:
            await room.connect(outbox, seq)
            while True:
                try:
                    async with asyncio.timeout(BEAT_S):
                        text = await queue.get()
                except TimeoutError:
                    yield f": {int(time.time())}\n\n"
                    continue
                if text:
                    yield _event(text)
                if outbox.done and queue.empty():
                    return
        finally:
            outbox.closed = True
            await room.disconnect(outbox)


def _wake(queue: asyncio.Queue[str]) -> None:
    if queue.empty():
        queue.put_nowait("")


def _event(text: str) -> str:
    return f"data: {text}\n\n"
