"""The WebSocket protocol: the sans-I/O layer of `websockets` on an asyncio transport.

uvicorn creates a `WebSocketProtocol` for each request that asks for an upgrade. It calls the
application with the ASGI scope, so that uvicorn's middleware for proxies works, and puts itself
into the scope under `CONNECTION`: the application sends and receives through its methods, because
ASGI has no way to write several messages at once or to limit what a client leaves unread.

Limits: what a client leaves unread (`MAX_UNSENT_BYTES`, `STUCK_S`), messages that wait to be
handled (`READ_AHEAD`), pings (`PINGS_PER_S`) and fragments (`MAX_FRAGMENTS`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any
from urllib.parse import unquote

from uvicorn import Config
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import SEND_EOF, State
from websockets.server import ServerProtocol

from rowlock.server.limits.connection_limits import ConnectionLimits
from rowlock.server.limits.token_buckets import TokenBucket, rate_limit_key
from rowlock.server.monitoring.logging import logger
from rowlock.server.transport.keepalive import KeepAlive
from rowlock.server.transport.timeout import Timeout

CONNECTION = "rowlock.connection"
"""The key of the scope that holds the protocol."""
STUCK_S = 30.0
"""Seconds without progress until a client that does not read is disconnected."""
CLOSE_WITHIN_S = 10.0
"""Seconds for the client to answer the closing handshake."""
MAX_UNSENT_BYTES = 192 * 1024
"""More unsent bytes disconnect the client: it reconnects and gets the newest view."""
PINGS_PER_S, PING_BURST = 1.0, 20.0
SLICE = 4096
"""Bytes parsed per round of the event loop: one read can hold thousands of small frames."""
READ_AHEAD = 4
"""Messages of one connection that may wait; then reading pauses."""
MAX_FRAGMENTS = 64


class SocketClosed(ConnectionError):
    """The connection is closed."""


class WebSocketProtocol(asyncio.Protocol):
    __slots__ = (
        *("_address", "_app", "_closing", "_fragments", "_headers", "_limits", "_messages"),
        *("_keepalive", "_loop", "_pings", "_protocol", "_reader", "_response", "_state"),
        *("_stuck", "_unparsed", "heard", "is_reading", "pinged", "transport"),
    )

    def __init__(
        self,
        *,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        limits: ConnectionLimits,
        keepalive: KeepAlive,
    ) -> None:
        self._app = config.loaded_app
        self._state = server_state
        self._limits = limits
        self._keepalive = keepalive
        self._loop = asyncio.get_running_loop()
        self._protocol = ServerProtocol(max_size=config.ws_max_size)
        self._response: Response | None = None
        self._headers: list[tuple[bytes, bytes]] = []
        self._unparsed = b""
        self._fragments: list[bytes] = []
        self._messages: list[bytes] = []
        self._reader: asyncio.Future[None] | None = None
        self._pings = TokenBucket(PINGS_PER_S, PING_BURST)
        self.is_reading = True
        self.heard = self.pinged = self._loop.time()

    # What the transport calls ------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.transport = transport
        self._address = get_remote_addr(transport)
        self._stuck = Timeout(transport, STUCK_S)
        self._closing = Timeout(transport, CLOSE_WITHIN_S)
        self._state.connections.add(self)  # type: ignore[arg-type]  # uvicorn calls `shutdown`

    def connection_lost(self, error: Exception | None) -> None:
        self._state.connections.discard(self)
        self._limits.leave(self._limit_key)
        self._stuck.stop()
        self._closing.stop()
        self._unparsed = b""
        self._wake_reader()

    def data_received(self, data: bytes) -> None:
        self.heard = self._loop.time()
        is_due = bool(self._unparsed)
        self._unparsed += data
        if not is_due:
            self._parse()

    def pause_writing(self) -> None:
        self._stuck.start()

    def resume_writing(self) -> None:
        self._stuck.stop()

    @property
    def _limit_key(self) -> str:
        return rate_limit_key(self._address[0] if self._address else "?")

    # Parsing -------------------------------------------------------------------------------------

    def _parse(self) -> None:
        """Parse the next slice. Other connections take their turn between two slices."""
        if self.transport.is_closing():
            return
        self._protocol.receive_data(self._unparsed[:SLICE])
        self._unparsed = self._unparsed[SLICE:]
        for event in self._protocol.events_received():
            if isinstance(event, Request):
                self._begin(event)
            else:
                assert isinstance(event, Frame)
                self._take(event)
        self._send_output()
        if len(self._messages) >= READ_AHEAD and self.is_reading:
            self.is_reading = False
            self.transport.pause_reading()
        elif self._unparsed:
            self._loop.call_soon(self._parse)

    def _begin(self, request: Request) -> None:
        """Pass the handshake to the application, which accepts or rejects it."""
        self._response = self._protocol.accept(request)
        if self._response.status_code != 101:
            self._protocol.send_response(self._response)
            return
        path, _, query = request.path.partition("?")
        self._headers = [
            (name.lower().encode(), value.encode("latin-1"))
            for name, value in request.headers.raw_items()
        ]
        scope = {
            "type": "websocket",
            "scheme": "ws",
            "client": self._address,
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": self._headers,
            CONNECTION: self,
        }
        task = self._loop.create_task(self._run(scope))
        self._state.tasks.add(task)
        task.add_done_callback(self._state.tasks.discard)

    async def _run(self, scope: dict[str, Any]) -> None:
        try:
            await self._app(scope, _no_asgi, _no_asgi)
        except SocketClosed:
            pass
        except Exception:
            logger.exception("socket_failed")
        self.reject(500) if self._response is not None else self.close()

    def _take(self, frame: Frame) -> None:
        if frame.opcode is Opcode.PING and not self._pings.take():
            self.transport.abort()
        if frame.opcode not in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            return  # the library has answered it
        if self._closing.is_running:
            return  # sent before the client read our goodbye
        self._fragments.append(bytes(frame.data))
        if frame.fin:
            self._messages.append(b"".join(self._fragments))
            self._fragments.clear()
            self._wake_reader()
        elif len(self._fragments) > MAX_FRAGMENTS:
            self.transport.abort()

    def _wake_reader(self) -> None:
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    def _send_output(self) -> None:
        output = self._protocol.data_to_send()
        if output:
            self.transport.write(b"".join(output))
        if SEND_EOF in output:
            self.transport.close()

    # What the application calls ------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        return self._protocol.state is State.OPEN and not self.transport.is_closing()

    def accept(self) -> None:
        """Complete the handshake."""
        if self.transport.is_closing() or self._response is None:
            raise SocketClosed
        self._protocol.send_response(self._response)
        self._send_output()
        self._response = None
        self._headers.clear()
        self._keepalive.add(self)

    def reject(self, status: int) -> None:
        """Refuse the handshake with an HTTP status."""
        self._response = None
        if self._protocol.state is State.CONNECTING and not self.transport.is_closing():
            self._protocol.send_response(self._protocol.reject(status, ""))
            self._send_output()

    async def receive(self) -> bytes:
        """The next message; raises `SocketClosed` at the end."""
        while not self._messages:
            if not self.is_open:
                raise SocketClosed
            self._reader = self._loop.create_future()
            await self._reader
        message = self._messages.pop(0)
        if not self._messages:
            self._resume_reading()
        return message

    def _resume_reading(self) -> None:
        if not self.is_reading and not self.transport.is_closing():
            self.is_reading = True
            self.transport.resume_reading()
            if self._unparsed:
                self._loop.call_soon(self._parse)

    def write(self, messages: Iterable[bytes]) -> None:
        """Send text messages, all in one write. A client that leaves too much unread is
        disconnected."""
        if not self.is_open:
            return
        for message in messages:
            self._protocol.send_text(message)
        self._send_output()
        if self.transport.get_write_buffer_size() > MAX_UNSENT_BYTES:
            self.transport.abort()

    def close(self, code: int = 1000) -> None:
        """Close after everything written; what the client still sends is ignored."""
        if self.is_open:
            self._protocol.send_close(code)
            self._send_output()
            self._closing.start()
            self._messages.clear()
            self._resume_reading()
        self._wake_reader()

    # What uvicorn and the keep-alive call --------------------------------------------------------

    def shutdown(self) -> None:
        """The server is stopping."""
        if self._response is not None:
            self.reject(500)
        self.close(1012)
        self.transport.close()

    def ping(self) -> None:
        if self.is_open:
            self._protocol.send_ping(b"")
            self._send_output()

    def drop(self) -> None:
        """The client did not answer a ping."""
        self.close(1011)
        self.transport.close()


async def _no_asgi(*_: object) -> None:
    raise RuntimeError(f"sockets use scope[{CONNECTION!r}]")
