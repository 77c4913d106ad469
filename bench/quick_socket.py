"""A WebSocket client with little overhead, so that load tests measure the server and not the
client.

It supports only the part of RFC 6455 that Rowlock's server and the echo server use: whole text
frames, pings and close frames.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

_TEXT, _CLOSE, _PING, _PONG = 0x81, 0x88, 0x89, 0x8A
_MASKED = 0x80
_NO_MASK = bytes(4)
"""Clients must mask their frames; a mask of zeros changes nothing."""


class QuickSocket(asyncio.Protocol):
    """A client connection. `hello` is the upgrade request; `heard` is called with every message."""

    def __init__(self, hello: bytes, heard: Callable[[bytes], None]) -> None:
        self.heard = heard
        self._hello = hello
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport | None = None
        self._rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._hello)

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("the server has hung up"))

    def send(self, text: bytes) -> None:
        self._write(_TEXT, text)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def _write(self, kind: int, payload: bytes) -> None:
        if self._transport is None:
            return
        n = len(payload)
        length = bytes((_MASKED | n,)) if n < 126 else bytes((_MASKED | 126, n >> 8, n & 255))
        self._transport.write(bytes((kind,)) + length + _NO_MASK + payload)

    def data_received(self, data: bytes) -> None:
        data = self._rest + data if self._rest else data
        if not self.opened.done():
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._rest = head
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                self.opened.set_exception(ConnectionError(head.split(b"\r\n")[0].decode()))
                return
            self.opened.set_result(None)
        self._rest = self._frames(data)

    def _frames(self, data: bytes) -> bytes:
        """Handle all complete frames; returns the remaining bytes."""
        at, size = 0, len(data)
        while size - at >= 2:
            kind, length, begin = data[at], data[at + 1], at + 2
            if length >= 126:
                wide = 2 if length == 126 else 8
                begin += wide
                length = int.from_bytes(data[begin - wide : begin])
            end = begin + length
            if end > size:
                break
            payload = data[begin:end]
            at = end
            if kind == _TEXT:
                self.heard(payload)
            elif kind == _PING:
                self._write(_PONG, payload)
            elif kind == _CLOSE:
                self.close()
        return data[at:]


async def open_socket(port: int, path: str, heard: Callable[[bytes], None]) -> QuickSocket:
    """Open a connection to a server on this machine."""
    hello = (
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
    ).encode()
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: QuickSocket(hello, heard), "127.0.0.1", port)
    await socket.opened
    return socket
