"""Connections of the chaos test's players: WebSockets, or event streams with single requests, which
clients use behind proxies that block WebSockets."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Protocol

import httpx
from websockets.asyncio.client import ClientConnection, connect

PATIENCE = httpx.Timeout(5.0, read=30.0)
"""Timeouts in seconds; a stream sends a keep-alive every 15 s."""
NOBODY_THERE = (502, 503, 504)
"""Status codes of a stopping server, and of a proxy without a running server."""


class Wire(Protocol):
    in_order: bool
    """Whether messages arrive in the order in which the server sent them."""

    async def send(self, text: str) -> None: ...
    def __aiter__(self) -> AsyncIterator[str | bytes]: ...
    async def wait_closed(self) -> None: ...
    def drop(self) -> None:
        """Abort the connection without a close handshake."""


class SocketWire:
    in_order = True

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket

    async def send(self, text: str) -> None:
        await self._socket.send(text)

    def __aiter__(self) -> AsyncIterator[str | bytes]:
        return aiter(self._socket)

    async def wait_closed(self) -> None:
        await self._socket.wait_closed()

    def drop(self) -> None:
        self._socket.transport.abort()


class StreamWire:
    in_order = False  # an event may arrive before an earlier response

    def __init__(self, client: httpx.AsyncClient, address: str, token: str) -> None:
        self._client = client
        self._address = address
        self._headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
        self._news: asyncio.Queue[str | None] = asyncio.Queue()
        self._closed = asyncio.Event()
        self._listening: asyncio.Task[None] | None = None

    async def send(self, text: str) -> None:
        if json.loads(text)["type"] == "hello":
            self._listening = asyncio.create_task(self._listen(text))
            return
        try:
            answer = await self._client.post(
                f"{self._address}/send", content=text, headers=self._headers
            )
        except httpx.HTTPError as error:
            raise OSError(str(error)) from None
        if answer.status_code in NOBODY_THERE:
            raise OSError(f"no server: {answer.status_code}")
        if answer.status_code != httpx.codes.OK:
            raise RuntimeError(f"{answer.status_code}: {answer.text}")
        reply = answer.json()
        if reply.get("code") == "server_stopping":  # a socket would receive `bye`
            raise OSError("the room is closing")
        if reply["id"] or reply["type"] != "ack":  # a socket would not receive this message either
            self._news.put_nowait(answer.text)

    async def _listen(self, hello: str) -> None:
        try:
            async with self._client.stream(
                "POST", f"{self._address}/stream", content=hello, headers=self._headers
            ) as stream:
                if stream.status_code == httpx.codes.OK:
                    async for line in stream.aiter_lines():
                        if line.startswith("data:"):
                            self._news.put_nowait(line.removeprefix("data:"))
        except httpx.HTTPError:
            pass
        finally:
            self._news.put_nowait(None)
            self._closed.set()

    async def __aiter__(self) -> AsyncIterator[str]:
        while (text := await self._news.get()) is not None:
            yield text

    async def wait_closed(self) -> None:
        await self._closed.wait()

    def drop(self) -> None:
        if self._listening is not None:
            self._listening.cancel()


@contextlib.asynccontextmanager
async def open_socket(url: str, table: str) -> AsyncIterator[Wire]:
    address = f"{url.replace('http', 'ws')}/ws/{table}"
    async with connect(address, ping_interval=None, open_timeout=5) as socket:
        yield SocketWire(socket)


@contextlib.asynccontextmanager
async def open_stream(
    client: httpx.AsyncClient, url: str, table: str, token: str
) -> AsyncIterator[Wire]:
    wire = StreamWire(client, f"{url}/api/tables/{table}", token)
    try:
        yield wire
    finally:
        wire.drop()


def new_client() -> httpx.AsyncClient:
    """An HTTP client for all players, without keep-alive, because servers are killed."""
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=0)
    return httpx.AsyncClient(timeout=PATIENCE, limits=limits, verify=False)
