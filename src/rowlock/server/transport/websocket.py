"""The WebSocket `/ws/{table}`, spoken in plain ASGI because every message passes here.

connect -> (host and origin checked) accept -> hello within 10 s -> messages -> close
"""

from __future__ import annotations

import asyncio
import time
from typing import Any

import msgspec

from rowlock.errors import Refusal
from rowlock.protocol import client_messages, server_messages
from rowlock.protocol.base import MAX_FRAME, VERSION
from rowlock.protocol.encoding import encode
from rowlock.server.cluster.forward_socket import open_tunnel, talk
from rowlock.server.cluster.hop_header import is_from_peer
from rowlock.server.cluster.peer import Peer
from rowlock.server.cluster.routing import run_at_owner
from rowlock.server.limits.request_guard import RequestGuard, address_of, header
from rowlock.server.limits.token_buckets import TokenBucket
from rowlock.server.monitoring.logging import logger
from rowlock.server.rooms.outbox import Outbox
from rowlock.server.rooms.rematch_limit import too_many_rematches
from rowlock.server.rooms.room import Room
from rowlock.server.services import Services
from rowlock.server.store import StoreFailure
from rowlock.server.transport.uvicorn_protocols import SHORT_WAY
from rowlock.table.tokens import member_of

HELLO_WITHIN_S = 10.0
AGAIN = 9.0
"""A hello once more counts as so many further messages: its answer tells everything."""
BRIEF = b"short"
"""Asked for in the address, after the `?`: a server that does not know it goes on as before."""
PATIENCE = 50
"""So many refusals for speed or form close the connection."""

decode = msgspec.json.Decoder(client_messages.ClientMessage).decode


class HungUp(Exception):
    """The client has gone, or must."""


async def serve_socket(
    services: Services, table: str | None, scope: Any, receive: Any, send: Any
) -> None:
    """One connection from its handshake to its end; without a table it is an old client."""
    await receive()  # websocket.connect
    if services.rooms.away:
        # Before accepting, so that a balancer can try another server.
        await send({"type": "websocket.http.response.start", "status": 503, "headers": []})
        await send({"type": "websocket.http.response.body", "body": b""})
        return
    if table and is_from_peer(scope) and not await services.rooms.keeps(table):
        # Nobody is at this table: it goes to where its players come to.
        await send({"type": "websocket.close", "code": 1012})
        return
    if not _is_admitted(services.guard, scope) or not services.limits.take_request(
        address_of(scope)
    ):
        await send({"type": "websocket.close", "code": 1008})  # before accepting: status 403
        return
    await send({"type": "websocket.accept"})
    with services.connections.counted(address_of(scope)) as welcome:
        socket = ClientSocket(services, scope, receive, send)
        try:
            if not welcome:
                await socket.refuse("server_full")
            elif table is None:
                await socket.turn_away()
            else:
                await socket.run(table)
        except (HungUp, TimeoutError):
            pass
        except Exception:
            logger.exception("socket_failed")
        finally:
            await socket.finish()


def _is_admitted(guard: RequestGuard, scope: Any) -> bool:
    """Whether host and origin of a handshake are ours."""
    if is_from_peer(scope):
        return True  # the peer has checked it
    host = header(scope, b"host") or ""
    return guard.accepts_host(host) and guard.accepts_origin(header(scope, b"origin"), host)


class ClientSocket:
    __slots__ = (
        *("address", "bucket", "outbox", "patience"),
        *("receive", "room", "scope", "send", "services"),
    )

    def __init__(self, services: Services, scope: Any, receive: Any, send: Any) -> None:
        self.services = services
        self.scope = scope
        self.address = address_of(scope)
        self.receive = receive
        self.send = send
        self.room: Room | None = None
        self.outbox: Outbox | None = None
        rate = services.settings.messages_per_second
        self.bucket = TokenBucket(rate, 3 * rate)
        self.patience = PATIENCE

    async def run(self, table: str) -> None:
        async with asyncio.timeout(HELLO_WITHIN_S):
            hello = await self.hello()
        await self.enter(table, hello)
        while self.room is not None and self.outbox is not None:
            frame = await self.frame()
            await self.message(self.room, self.outbox, frame)

    async def turn_away(self) -> None:
        """`/ws` alone was the address of version 1, whose pages know this word."""
        await self.say(encode(server_messages.Goodbye("wrong_version")).decode())
        # They say hello before they listen: closed earlier, some would never read it.
        async with asyncio.timeout(HELLO_WITHIN_S):
            await self.frame()

    async def frame(self) -> str | bytes:
        event = await self.receive()
        if event["type"] != "websocket.receive":
            raise HungUp
        return event.get("text") or event.get("bytes") or ""

    async def say(self, text: str) -> None:
        try:
            await self.send({"type": "websocket.send", "text": text})
        except OSError:
            raise HungUp from None  # it has not waited to be told

    async def refuse(self, code: str) -> None:
        await self.say(encode(server_messages.Goodbye(code)).decode())
        await self._close()

    async def hello(self) -> client_messages.Hello:
        while True:
            try:
                message = decode(self._checked(await self.frame()))
            except (msgspec.MsgspecError, UnicodeDecodeError):
                await self.refuse("malformed")
                raise HungUp from None
            if isinstance(message, client_messages.Hello):
                return message
            await self.refuse("hello_first")
            raise HungUp

    def _checked(self, frame: str | bytes) -> str | bytes:
        if len(frame) > MAX_FRAME:
            raise msgspec.DecodeError("too large")
        return frame

    async def enter(self, table: str, hello: client_messages.Hello) -> None:
        if hello.version != VERSION:
            await self.refuse("wrong_version")
            return
        try:
            room = await run_at_owner(
                self.scope,
                lambda: self.services.rooms.get(table),
                lambda peer: self.pass_on(peer, table, hello),
            )
            if room is None:
                raise HungUp
            member = member_of(room.table, hello.token) if hello.token is not None else None
        except Refusal as refusal:
            await self.refuse(refusal.code)
            return
        except StoreFailure:
            await self.refuse("not_stored")
            return
        self.room = room
        write_now = self.scope["extensions"][SHORT_WAY]["write"]
        brief = BRIEF in self.scope["query_string"].split(b"&")
        self.outbox = Outbox(self.say, self.hang_up, member, self.address, write_now, brief=brief)
        await room.connect(self.outbox, hello.seq)
        if hello.id:
            self.outbox.tell(server_messages.Ack(hello.id, room.table.seq))

    async def pass_on(self, peer: Peer, table: str, hello: client_messages.Hello) -> None:
        """Everything from now on is between this client and the process that has the table."""
        line = await open_tunnel(peer, table, self.scope)
        first = encode(hello).decode()
        assert self.services.leases is not None  # only leases name a peer
        await talk(self.services.leases, peer, line, first, receive=self.receive, send=self.send)

    def hang_up(self) -> None:
        task = asyncio.get_running_loop().create_task(self._close())
        self.services.closing_sockets.add(task)
        task.add_done_callback(self.services.closing_sockets.discard)

    async def _close(self) -> None:
        try:
            await self.send({"type": "websocket.close", "code": 1000})
        except Exception:
            return  # it is closed already

    async def message(self, room: Room, outbox: Outbox, frame: str | bytes) -> None:
        metrics = self.services.metrics
        metrics.received += 1
        begun = time.perf_counter()
        refusal = self._complaint(frame)
        if refusal is None:
            try:
                intent = decode(frame)
            except (msgspec.MsgspecError, UnicodeDecodeError) as error:
                refusal = server_messages.Refused(0, "malformed", str(error)[:200])
        if refusal is not None:
            self.patience -= 1
            metrics.refused[refusal.code] += 1
            if self.patience <= 0:
                outbox.bye(refusal.code)
                raise HungUp
            outbox.tell(refusal)
            await asyncio.sleep(0)  # a flood must not keep the answers from going out
            return
        if isinstance(intent, client_messages.Hello):
            await self.again(room, outbox, intent)
            return
        rates = self.services.rate_owner
        refusal = await too_many_rematches(rates, room.table, intent, self.address)
        if refusal is not None:
            outbox.tell(refusal)
            return
        reply = await room.handle(outbox.member, intent)
        if room.closing:
            return  # goodbye is on its way; the client repeats the command when it is back
        if intent.id or not isinstance(reply, server_messages.Ack):
            outbox.tell(reply)
        metrics.handled.observe(time.perf_counter() - begun)

    def _complaint(self, frame: str | bytes) -> server_messages.Refused | None:
        if not self.bucket.take():
            return server_messages.Refused(0, "too_fast", "too many messages; wait a moment")
        if len(frame) > MAX_FRAME:
            return server_messages.Refused(
                0, "too_large", f"a message has at most {MAX_FRAME} bytes"
            )
        return None

    async def again(self, room: Room, outbox: Outbox, hello: client_messages.Hello) -> None:
        """A second hello: the client missed something. The others need not hear of it."""
        if not self.bucket.take(AGAIN):
            outbox.tell(
                server_messages.Refused(hello.id, "too_fast", "too many messages; wait a moment")
            )
            return
        if hello.version == VERSION and self._is(room, outbox.member, hello.token):
            await room.tell_all(outbox, hello.seq)
            if hello.id:
                outbox.tell(server_messages.Ack(hello.id, room.table.seq))
            return
        outbox.closed = True
        self.room = self.outbox = None
        await room.disconnect(outbox)
        await self.enter(room.table.id, hello)

    def _is(self, room: Room, member: int | None, token: str | None) -> bool:
        try:
            return member == (None if token is None else member_of(room.table, token))
        except Refusal:
            return False

    async def finish(self) -> None:
        if self.room is not None and self.outbox is not None:
            await self.room.disconnect(self.outbox)
            await self.outbox.drain()
        await self._close()
