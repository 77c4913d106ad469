"""The WebSocket `/ws/{table}`, spoken in plain ASGI because every message passes here.

connect -> (host and origin checked) accept -> hello within 10 s -> messages -> close
"""

from __future__ import annotations

import asyncio
import time
from typing import Any

import msgspec

from rowlock.errors import Refusal
from rowlock.server.door import SHORT_WAY
from rowlock.server.guard import Bucket
from rowlock.server.logs import logger
from rowlock.server.outbox import Outbox, encode
from rowlock.server.peers.arrival import by_a_peer
from rowlock.server.peers.peer import Peer
from rowlock.server.peers.tunnel import open_tunnel, talk
from rowlock.server.peers.way import here_or_there
from rowlock.server.protocol import intents, news
from rowlock.server.protocol.base import MAX_FRAME, VERSION
from rowlock.server.room import Room
from rowlock.server.services import Services, address_of
from rowlock.server.store import StoreFailure
from rowlock.server.tokens import member_of

HELLO_WITHIN_S = 10.0
AGAIN = 9.0
"""A hello once more counts as so many further messages: its answer tells everything."""
BRIEF = b"short"
"""Asked for in the address, after the `?`: a server that does not know it goes on as before."""
PATIENCE = 50
"""So many refusals for speed or form close the connection."""

decode = msgspec.json.Decoder(intents.ClientMessage).decode


class Hangup(Exception):
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
    if table and by_a_peer(scope) and not await services.rooms.keeps(table):
        # Nobody is at this table: it goes to where its players come to.
        await send({"type": "websocket.close", "code": 1012})
        return
    if not services.admits(scope) or not services.requests.take(address_of(scope)):
        await send({"type": "websocket.close", "code": 1008})  # before accepting: status 403
        return
    await send({"type": "websocket.accept"})
    with services.counted(scope) as welcome:
        socket = Socket(services, scope, receive, send)
        try:
            if not welcome:
                await socket.refuse("server_full")
            elif table is None:
                await socket.turn_away()
            else:
                await socket.run(table)
        except (Hangup, TimeoutError):
            pass
        except Exception:
            logger.exception("socket_failed")
        finally:
            await socket.finish()


class Socket:
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
        self.bucket = Bucket(rate, 3 * rate)
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
        await self.say(encode(news.Bye("wrong_version")).decode())
        # They say hello before they listen: closed earlier, some would never read it.
        async with asyncio.timeout(HELLO_WITHIN_S):
            await self.frame()

    async def frame(self) -> str | bytes:
        event = await self.receive()
        if event["type"] != "websocket.receive":
            raise Hangup
        return event.get("text") or event.get("bytes") or ""

    async def say(self, text: str) -> None:
        try:
            await self.send({"type": "websocket.send", "text": text})
        except OSError:
            raise Hangup from None  # it has not waited to be told

    async def refuse(self, code: str) -> None:
        await self.say(encode(news.Bye(code)).decode())
        await self._close()

    async def hello(self) -> intents.Hello:
        while True:
            try:
                message = decode(self._checked(await self.frame()))
            except (msgspec.MsgspecError, UnicodeDecodeError):
                await self.refuse("malformed")
                raise Hangup from None
            if isinstance(message, intents.Hello):
                return message
            await self.refuse("hello_first")
            raise Hangup

    def _checked(self, frame: str | bytes) -> str | bytes:
        if len(frame) > MAX_FRAME:
            raise msgspec.DecodeError("too large")
        return frame

    async def enter(self, table: str, hello: intents.Hello) -> None:
        if hello.version != VERSION:
            await self.refuse("wrong_version")
            return
        try:
            room = await here_or_there(
                self.scope,
                lambda: self.services.rooms.get(table),
                lambda peer: self.pass_on(peer, table, hello),
            )
            if room is None:
                raise Hangup
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
            self.outbox.tell(news.Ack(hello.id, room.table.seq))

    async def pass_on(self, peer: Peer, table: str, hello: intents.Hello) -> None:
        """Everything from now on is between this client and the process that has the table."""
        line = await open_tunnel(peer, table, self.scope)
        first = encode(hello).decode()
        await talk(self.services.leases, peer, line, first, self.receive, self.send)

    def hang_up(self) -> None:
        task = asyncio.get_running_loop().create_task(self._close())
        self.services.background.add(task)
        task.add_done_callback(self.services.background.discard)

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
                refusal = news.Refused(0, "malformed", str(error)[:200])
        if refusal is not None:
            self.patience -= 1
            metrics.refused[refusal.code] += 1
            if self.patience <= 0:
                outbox.bye(refusal.code)
                raise Hangup
            outbox.tell(refusal)
            await asyncio.sleep(0)  # a flood must not keep the answers from going out
            return
        if isinstance(intent, intents.Hello):
            await self.again(room, outbox, intent)
            return
        services = self.services
        if services.opens(room, intent) and not await services.may_open(self.address):
            outbox.tell(news.Refused(intent.id, "too_fast", "too many new tables; wait a moment"))
            return
        try:
            reply = await room.handle(outbox.member, intent, outbox)
            if room.closing:
                return  # goodbye is on its way: whoever comes again says it again
            if intent.id or not isinstance(reply, news.Ack):
                outbox.tell(reply)
        finally:
            outbox.release()
        metrics.handled.observe(time.perf_counter() - begun)

    def _complaint(self, frame: str | bytes) -> news.Refused | None:
        if not self.bucket.take():
            return news.Refused(0, "too_fast", "too many messages; wait a moment")
        if len(frame) > MAX_FRAME:
            return news.Refused(0, "too_large", f"a message has at most {MAX_FRAME} bytes")
        return None

    async def again(self, room: Room, outbox: Outbox, hello: intents.Hello) -> None:
        """A second hello: the client missed something. The others need not hear of it."""
        if not self.bucket.take(AGAIN):
            outbox.tell(news.Refused(hello.id, "too_fast", "too many messages; wait a moment"))
            return
        if hello.version == VERSION and self._is(room, outbox.member, hello.token):
            await room.tell_all(outbox, hello.seq)
            if hello.id:
                outbox.tell(news.Ack(hello.id, room.table.seq))
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
