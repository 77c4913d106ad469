"""Forwards an HTTP request to the process that owns its table, and the answer back.

An answer with a known length is returned as a whole: if the connection breaks within it, there is
no answer. A stream is forwarded piece by piece and may end at any time.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import quote, urlsplit

import h11
from starlette.responses import Response, StreamingResponse

from rowlock.server.cluster.hop_header import HEADER, hop_headers
from rowlock.server.cluster.leases import Leases
from rowlock.server.cluster.peer import Peer
from rowlock.server.limits.request_guard import page_headers
from rowlock.server.monitoring.logging import logger

CONNECT_S = 2.0
_OURS_ALONE = {
    b"connection",
    b"keep-alive",
    b"upgrade",
    b"expect",
    b"te",
    b"transfer-encoding",
    b"content-length",
    b"x-forwarded-for",
    b"x-forwarded-proto",
    HEADER,
}
"""Request headers that are not forwarded: those of one connection, and those that `hop_header.py`
replaces."""
_SAID_AGAIN = {
    *(b"connection", b"transfer-encoding", b"date"),
    *(name.encode() for name in page_headers("")),
}
"""Headers of an answer that this process writes itself."""
_BROKEN = (OSError, h11.RemoteProtocolError)
"""Errors that mean the connection broke."""


class Unreachable(Exception):
    """The process cannot be reached; the request was not sent."""


class Unanswered(Exception):
    """The connection broke after the request was sent; it may have taken effect."""


class Declined(Exception):
    """The other process has released the table, so that this one can claim it."""


async def forward(leases: Leases, peer: Peer, scope: Any, body: bytes) -> Response:
    """The answer of another process; `Unreachable` or `Unanswered` if it gives none."""
    line, head = await reach(leases, peer, _request(peer, scope, body), body)
    answer: Response
    if any(name == b"content-length" for name, _ in head.headers):
        answer = Response(await line.whole(leases, peer), head.status_code)
    else:
        answer = StreamingResponse(line.rest(leases, peer), head.status_code)
    leases.hops["request"] += 1
    answer.raw_headers = [pair for pair in head.headers if pair[0] not in _SAID_AGAIN]
    return answer


async def reach(
    leases: Leases, peer: Peer, request: h11.Request, body: bytes
) -> tuple[HttpConnection, h11.Response]:
    """A connection on which another process has begun to answer."""
    where = urlsplit(peer.address)
    try:
        async with asyncio.timeout(CONNECT_S):
            reader, writer = await asyncio.open_connection(where.hostname, where.port or 80)
    except (OSError, TimeoutError):
        raise Unreachable(peer.address) from None
    line = HttpConnection(reader, writer)
    with leases.watching(peer, line.hang_up):
        try:
            return line, await line.ask(request, body)
        except _BROKEN:
            line.hang_up()
            raise Unanswered(peer.address) from None
        except BaseException:
            line.hang_up()
            raise


def _request(peer: Peer, scope: Any, body: bytes) -> h11.Request:
    headers = [pair for pair in scope["headers"] if pair[0] not in _OURS_ALONE]
    headers += [hop_headers(peer, scope), (b"connection", b"close")]
    if body or scope["method"] == "POST":
        headers.append((b"content-length", str(len(body)).encode()))
    target = quote(scope["path"]).encode()
    if scope["query_string"]:
        target += b"?" + scope["query_string"]
    return h11.Request(method=scope["method"], target=target, headers=headers)


class HttpConnection:
    """A connection that carries one request."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._talk = h11.Connection(h11.CLIENT)

    async def ask(self, request: h11.Request, body: bytes) -> h11.Response:
        said = [self._talk.send(request)]
        if body:
            said.append(self._talk.send(h11.Data(body)))
        said.append(self._talk.send(h11.EndOfMessage()))
        self._writer.write(b"".join(part for part in said if part))
        await self._writer.drain()
        while True:
            event = await self._event()
            if isinstance(event, h11.Response):
                return event

    async def whole(self, leases: Leases, peer: Peer) -> bytes:
        """The whole body; `Unanswered` if the connection breaks before its end."""
        try:
            return b"".join([part async for part in self._parts(leases, peer)])
        except _BROKEN:
            raise Unanswered(peer.address) from None

    async def rest(self, leases: Leases, peer: Peer) -> AsyncIterator[bytes]:
        """The body piece by piece, until the connection closes; clients of streams reconnect."""
        leases.streams.add(self.hang_up)
        try:
            async for part in self._parts(leases, peer):
                yield part
        except _BROKEN:
            logger.info("stream_broken", peer=peer.address)
        finally:
            leases.streams.discard(self.hang_up)

    async def _parts(self, leases: Leases, peer: Peer) -> AsyncIterator[bytes]:
        try:
            with leases.watching(peer, self.hang_up):
                while isinstance(event := await self._event(), h11.Data):
                    yield bytes(event.data)
        finally:
            self.hang_up()

    def hang_up(self) -> None:
        self._writer.transport.abort()

    async def _event(self) -> Any:
        while (event := self._talk.next_event()) is h11.NEED_DATA:
            self._talk.receive_data(await self._reader.read(65_536))
        return event
