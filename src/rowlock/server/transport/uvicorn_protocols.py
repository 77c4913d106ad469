"""The door: how many connections one address may hold, and how long each may keep us waiting.

uvicorn counts requests, not connections, and waits for ever for the rest of a request, for a reader
that does not read and for a client that asks for pongs and never takes them. Here each connection
is counted from its first moment, and each of these waits has an end:

a request that is not complete after      REQUEST_WITHIN_S
a reader that takes nothing for           STUCK_S
pings beyond                              PINGS_PER_S
frames beyond what an honest client sends MAX_UNREAD, MAX_FRAGMENTS
silence that a ping does not end          `keepalive.py`
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Collection
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from rowlock.server.config import Settings
from rowlock.server.limits.ip_ranges import IpRanges
from rowlock.server.limits.token_buckets import TokenBucket, rate_limit_key
from rowlock.server.transport.compact_queue import CompactEvent, CompactQueue
from rowlock.server.transport.frames import PING, lone_text, text_frame
from rowlock.server.transport.keepalive import KeepAlive

REQUEST_WITHIN_S = 15.0
STUCK_S = 30.0
PINGS_PER_S, PINGS_AT_ONCE = 1.0, 20.0
SLICE = 4096
"""So many bytes are taken apart in one round of the loop; thousands of frames fit into a read."""
MAX_UNREAD = 512 * 1024
MAX_FRAGMENTS = 64
SHORT_WAY = "rowlock.short_way"
"""The extension of ASGI by which the application writes to a socket without a coroutine."""
READ_AHEAD = 4
"""Messages of a connection that may wait; then no more is read from it for now."""
BESIDE = 50
"""Connections of one address beside those at tables: pages, requests."""
BESIDE_ALL = 500


class ConnectionLimits:
    """Counts connections by address."""

    def __init__(self, settings: Settings, peer_addresses: Collection[str] = ()) -> None:
        self.peer_addresses = peer_addresses
        """Other processes of ours, who come on behalf of many."""
        self.most = settings.max_connections + BESIDE_ALL
        self.most_each = settings.max_connections_per_address + BESIDE
        self.proxies = IpRanges(settings.trusted_proxies)
        self.inside: Counter[str] = Counter()
        self.all = 0

    def enter(self, address: str) -> bool:
        """One more, or False: there is no room for it."""
        if self.all >= self.most:
            return False
        if self.inside[address] >= self.most_each and not self._comes_for_many(address):
            return False
        self.inside[address] += 1
        self.all += 1
        return True

    def _comes_for_many(self, address: str) -> bool:
        return address in self.proxies or address in self.peer_addresses

    def leave(self, address: str) -> None:
        self.all -= 1
        self.inside[address] -= 1
        if not self.inside[address]:
            del self.inside[address]


class _Timeout:
    """Ends a connection after a while, unless it is called off."""

    __slots__ = ("_seconds", "_timer", "_transport")

    def __init__(self, transport: asyncio.Transport, seconds: float) -> None:
        self._transport = transport
        self._seconds = seconds
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self._seconds, self._transport.abort)

    def end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class HttpProtocol(H11Protocol):
    door: ClassVar[ConnectionLimits]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._address = rate_limit_key(self.client[0] if self.client else "?")
        self._incomplete = _Timeout(transport, REQUEST_WITHIN_S)
        self._stuck = _Timeout(transport, STUCK_S)
        self._upgraded = False
        self._inside = self.door.enter(self._address)
        if not self._inside:
            transport.abort()
            return
        self._incomplete.begin()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._calm()
        if self._inside:
            self.door.leave(self._address)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._upgraded:
            return  # what follows is no request
        if self.timeout_keep_alive_task is None and self.conn.their_state in (
            h11.IDLE,
            h11.SEND_BODY,
        ):
            self._incomplete.begin()
        else:
            self._incomplete.end()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._upgraded = True
        self._calm()  # the socket's protocol takes over, and leaves for both
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        self.flow.pause_writing()
        self._stuck.begin()

    def resume_writing(self) -> None:
        self._stuck.end()
        self.flow.resume_writing()

    def _calm(self) -> None:
        self._incomplete.end()
        self._stuck.end()


class WebSocketProtocol(WebSocketsSansIOProtocol):
    door: ClassVar[ConnectionLimits]
    keepalive: ClassVar[KeepAlive]

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.heard = self.asked = self.loop.time()
        self._address = rate_limit_key(self.client[0] if self.client else "?")
        self._stuck = _Timeout(transport, STUCK_S)
        self._pings = TokenBucket(PINGS_PER_S, PINGS_AT_ONCE)
        self._unread = bytearray()
        self.queue = CompactQueue()  # type: ignore[assignment]  # it does what uvicorn asks of a queue
        self.writable = CompactEvent()  # type: ignore[assignment]  # and this what it asks of an event

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stuck.end()
        self._unread.clear()
        self.door.leave(self._address)

    @property
    def _flows(self) -> bool:
        """Whether nothing but whole messages comes and goes: no handshake, no goodbye."""
        return self.handshake_complete and not self.close_sent and self.conn.state is State.OPEN

    @property
    def _between_messages(self) -> bool:
        """Whether the next byte begins a message."""
        conn = self.conn
        return not self._unread and not conn.reader.buffer and conn.current_size is None

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.handshake_initiated and not self.close_sent:
            self.scope["extensions"][SHORT_WAY] = {"write": self.write_now}

    def write_now(self, messages: list[bytes]) -> bool:
        """Send texts without waiting, or answer that this is not the moment for it."""
        if not (self._flows and self.writable.is_set()) or self.disconnected:
            return False
        frames = [text_frame(message) for message in messages]
        self.transport.write(frames[0] if len(frames) == 1 else b"".join(frames))
        return True

    async def send(self, message: Any) -> None:
        text = message.get("text")
        if text is None or not self._flows:
            if not self.handshake_complete and self.transport.is_closing():
                raise ClientDisconnected  # uvicorn has hung up: it stops, too
            await super().send(message)
            if message["type"] == "websocket.accept":
                self._forget_handshake()
            elif message["type"] == "websocket.http.response.body":
                self.handshake_complete = True  # uvicorn forgets it, and would complain about us
            return
        if not self.writable.is_set():
            await self.writable.wait()
        if self.disconnected or not self._flows:
            raise ClientDisconnected
        self.transport.write(text_frame(text.encode()))

    def _forget_handshake(self) -> None:
        """Some KiB that nobody will read again."""
        self.request.headers.clear()  # the library keeps the request itself
        del self.request, self.response
        self.__dict__ = dict(self.__dict__)  # one that has grown has room for twice as much
        self.scope["headers"].clear()  # type: ignore[attr-defined]  # uvicorn makes it a list

    def start_keepalive(self) -> None:
        self.keepalive.add(self)

    def stop_keepalive(self) -> None:
        self.keepalive.remove(self)

    def ask(self) -> None:
        if self._flows and not self.transport.is_closing():
            self.transport.write(PING)

    def give_up(self) -> None:
        self.keepalive_timeout()

    def data_received(self, data: bytes) -> None:
        self.heard = self.loop.time()
        text = lone_text(data) if self._flows and self._between_messages else None
        if text is None or len(data) > SLICE:
            self._take_slices(data)
            return
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if self.queue.qsize() >= READ_AHEAD and not self.read_paused:
            self.read_paused = True  # until the queue is empty
            self.transport.pause_reading()

    def _take_slices(self, data: bytes) -> None:
        if not self._unread:
            super().data_received(data[:SLICE])
            data = data[SLICE:]
        if data:
            if not self._unread:
                self.loop.call_soon(self._take_apart)
            self._unread += data
            if len(self._unread) > MAX_UNREAD:
                self.transport.abort()

    def _take_apart(self) -> None:
        """The next slice of what came at once."""
        data = bytes(self._unread[:SLICE])
        del self._unread[:SLICE]
        if self.transport.is_closing() or not data:
            self._unread.clear()
            return
        super().data_received(data)
        if self._unread:
            self.loop.call_soon(self._take_apart)

    def handle_ping(self) -> None:
        if self._pings.take():
            super().handle_ping()
        else:
            self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        super().handle_cont(event)
        if len(self.frames) > MAX_FRAGMENTS:
            self.transport.abort()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stuck.begin()

    def resume_writing(self) -> None:
        self._stuck.end()
        super().resume_writing()


def protocols(
    settings: Settings, peer_addresses: Collection[str] = ()
) -> tuple[type[HttpProtocol], type[WebSocketProtocol]]:
    """Both protocols of uvicorn, with one door."""
    door = ConnectionLimits(settings, peer_addresses)
    return (
        type("Http", (HttpProtocol,), {"door": door}),
        type("WebSocket", (WebSocketProtocol,), {"door": door, "keepalive": KeepAlive()}),
    )
