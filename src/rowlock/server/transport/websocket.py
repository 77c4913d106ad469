"""The WebSocket `/ws/{table}`.

(host and origin checked) accept -> hello within 10 s -> messages -> close
"""

from __future__ import annotations

import asyncio
import time
from typing import Any, NoReturn

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
from rowlock.server.transport.websocket_protocol import SocketClosed, WebSocketProtocol
from rowlock.table.tokens import member_of

HELLO_WITHIN_S = 10.0
BRIEF = b"short"
"""Query string with which a client asks for short confirmations of its own answers."""
MAX_REFUSALS = 50
"""Messages refused for their rate or form until the connection is closed."""

decode = msgspec.json.Decoder(client_messages.ClientMessage).decode


async def serve_socket(
    services: Services, table: str | None, scope: Any, connection: WebSocketProtocol
) -> None:
    """One connection from its handshake to its end; clients of version 1 name no table."""
    if services.rooms.away:
        connection.reject(503)  # before accepting, so that a load balancer can try another server
        return
    if table and is_from_peer(scope) and not await services.rooms.keeps(table):
        connection.reject(403)  # no player is here: the table moves to their process
        return
    address = address_of(scope)
    if not _is_admitted(services.guard, scope) or not services.limits.take_request(address):
        connection.reject(403)
        return
    connection.accept()
    with services.connections.counted(address) as has_room:
        client = ClientSocket(services, scope, connection)
        try:
            if not has_room:
                client.refuse("server_full")
            elif table is None:
                await client.refuse_version_1()
            else:
                await client.run(table)
        except (SocketClosed, TimeoutError):
            pass
        except Exception:
            logger.exception("socket_failed")
        finally:
            connection.close()


def _is_admitted(guard: RequestGuard, scope: Any) -> bool:
    """Whether a handshake has an accepted host and origin."""
    if is_from_peer(scope):
        return True  # the peer has checked it
    host = header(scope, b"host") or ""
    return guard.accepts_host(host) and guard.accepts_origin(header(scope, b"origin"), host)


class ClientSocket:
    __slots__ = ("_bucket", "_connection", "_refusals_left", "_scope", "_services", "address")

    def __init__(self, services: Services, scope: Any, connection: WebSocketProtocol) -> None:
        self._services = services
        self._scope = scope
        self._connection = connection
        self.address = address_of(scope)
        rate = services.settings.messages_per_second
        self._bucket = TokenBucket(rate, 3 * rate)
        self._refusals_left = MAX_REFUSALS

    def refuse(self, code: str) -> NoReturn:
        """Say why, and close."""
        self._connection.write([encode(server_messages.Goodbye(code))])
        raise SocketClosed

    async def refuse_version_1(self) -> None:
        self._connection.write([encode(server_messages.Goodbye("wrong_version"))])
        # They send hello before they listen; some would not read this from a closed connection.
        async with asyncio.timeout(HELLO_WITHIN_S):
            await self._connection.receive()

    async def run(self, table: str) -> None:
        """Serve the connection after the handshake."""
        async with asyncio.timeout(HELLO_WITHIN_S):
            hello = await self._hello()
        room = await self._room(table, hello)
        if room is None:
            return  # the socket was forwarded
        try:
            member = member_of(room.table, hello.token) if hello.token is not None else None
        except Refusal as refusal:
            self.refuse(refusal.code)
        is_brief = BRIEF in self._scope["query_string"].split(b"&")
        outbox = Outbox(self._connection, member, self.address, brief=is_brief)
        try:
            await room.connect(outbox, hello.seq)
            if hello.id:
                outbox.tell(server_messages.Ack(hello.id, room.table.seq))
            while True:
                await self._message(room, outbox, await self._connection.receive())
        finally:
            await room.disconnect(outbox)
            outbox.close()

    async def _hello(self) -> client_messages.Hello:
        hello = self._decoded(await self._connection.receive())
        if isinstance(hello, server_messages.Refused):
            self.refuse("malformed")
        if not isinstance(hello, client_messages.Hello):
            self.refuse("hello_first")
        if hello.version != VERSION:
            self.refuse("wrong_version")
        return hello

    async def _room(self, table: str, hello: client_messages.Hello) -> Room | None:
        """The room of the table. If another process has it, forwards the socket until its end."""
        try:
            return await run_at_owner(
                self._scope,
                lambda: self._services.rooms.get(table),
                lambda peer: self._forward(peer, table, hello),
            )
        except Refusal as refusal:
            self.refuse(refusal.code)
        except StoreFailure:
            self.refuse("not_stored")

    async def _forward(self, peer: Peer, table: str, hello: client_messages.Hello) -> None:
        tunnel = await open_tunnel(peer, table, self._scope)
        assert self._services.leases is not None  # only leases name a peer
        await talk(self._services.leases, peer, tunnel, encode(hello), self._connection)

    async def _message(self, room: Room, outbox: Outbox, frame: bytes) -> None:
        metrics = self._services.metrics
        metrics.received += 1
        begun = time.perf_counter()
        command = self._command(frame)
        if isinstance(command, server_messages.Refused):
            await self._refused(outbox, command)
            return
        rates = self._services.rate_owner
        refusal = await too_many_rematches(rates, room.table, command, self.address)
        reply = refusal or await room.handle(outbox.member, command, self.address)
        if room.closing:
            return  # the client repeats the command when it is back
        if command.id or not isinstance(reply, server_messages.Ack):
            outbox.tell(reply)
        metrics.handled.observe(time.perf_counter() - begun)

    async def _refused(self, outbox: Outbox, refusal: server_messages.Refused) -> None:
        self._refusals_left -= 1
        self._services.metrics.refused[refusal.code] += 1
        if not self._refusals_left:
            outbox.bye(refusal.code)
            raise SocketClosed
        outbox.tell(refusal)
        await asyncio.sleep(0)  # a flood must not hold up the other messages

    def _command(self, frame: bytes) -> client_messages.Command | server_messages.Refused:
        if not self._bucket.take():
            return server_messages.Refused(0, "too_fast", "too many messages; wait a moment")
        message = self._decoded(frame)
        if isinstance(message, client_messages.Hello):
            text = "hello is the first message of a connection; open a new one"
            return server_messages.Refused(message.id, "malformed", text)
        return message

    def _decoded(self, frame: bytes) -> client_messages.ClientMessage | server_messages.Refused:
        if len(frame) > MAX_FRAME:
            text = f"{len(frame)} bytes: a message has at most {MAX_FRAME}"
            return server_messages.Refused(0, "too_large", text)
        try:
            message: client_messages.ClientMessage = decode(frame)
            return message
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            return server_messages.Refused(0, "malformed", str(error)[:200])
