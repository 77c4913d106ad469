"""Forwards a socket to the process that owns its table: all messages, in both directions."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any, Protocol

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from rowlock.server.cluster.forward_http import CONNECT_S, Declined, Unreachable
from rowlock.server.cluster.hop_header import hop_headers
from rowlock.server.cluster.leases import Leases
from rowlock.server.cluster.peer import Peer


async def open_tunnel(peer: Peer, table: str, scope: Any) -> ClientConnection:
    """Connect to another process, or raise `Declined` or `Unreachable`."""
    name, value = (text.decode("latin-1") for text in hop_headers(peer, scope))
    address = f"ws{peer.address.removeprefix('http').rstrip('/')}/ws/{table}"
    if query := scope["query_string"].decode("latin-1"):
        address += f"?{query}"
    try:
        return await connect(
            address,
            additional_headers={name: value},
            open_timeout=CONNECT_S,
            compression=None,
            ping_interval=None,  # each process pings its own clients
            max_size=None,
            proxy=None,
        )
    except InvalidStatus as answer:
        if answer.response.status_code == 503:  # it is stopping, or has lost its lease
            raise Unreachable(peer.address) from None
        raise Declined(peer.address) from None
    except (OSError, TimeoutError, InvalidHandshake):
        raise Unreachable(peer.address) from None


class Client(Protocol):
    """The client's connection to this process."""

    async def receive(self) -> bytes: ...
    def write(self, messages: Iterable[bytes]) -> None: ...


async def talk(
    leases: Leases, peer: Peer, tunnel: ClientConnection, hello: bytes, client: Client
) -> None:
    """Forward messages, the hello first, until either side closes."""

    async def up() -> None:
        message = hello
        while True:
            await tunnel.send(message, text=True)
            message = await client.receive()

    async def down() -> None:
        while True:
            client.write([await tunnel.recv(decode=False)])

    leases.hops["socket"] += 1
    directions = [asyncio.create_task(up()), asyncio.create_task(down())]
    try:
        with leases.watching(peer, tunnel.transport.abort):
            await asyncio.wait(directions, return_when=asyncio.FIRST_EXCEPTION)
    finally:
        for direction in directions:
            direction.cancel()
        tunnel.transport.abort()
        for error in await asyncio.gather(*directions, return_exceptions=True):
            if isinstance(error, Exception) and not isinstance(error, OSError | ConnectionClosed):
                raise error
