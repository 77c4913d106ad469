"""A socket passed on to the process that has its table: all messages, both ways, to the end."""

from __future__ import annotations

import asyncio
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from rowlock.server.cluster.forward_http import CONNECT_S, Declined, Unreachable
from rowlock.server.cluster.hop_header import hop_headers
from rowlock.server.cluster.leases import Leases
from rowlock.server.cluster.peer import Peer


async def open_tunnel(peer: Peer, table: str, scope: Any) -> ClientConnection:
    """A line to another process; `Declined` or `Unreachable` if there is none."""
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
            ping_interval=None,  # both ends ask their own side
            max_size=None,
            proxy=None,
        )
    except InvalidStatus as answer:
        if answer.response.status_code == 503:  # it is stopping, or has lost its lease
            raise Unreachable(peer.address) from None
        raise Declined(peer.address) from None
    except (OSError, TimeoutError, InvalidHandshake):
        raise Unreachable(peer.address) from None


async def talk(
    leases: Leases,
    peer: Peer,
    line: ClientConnection,
    first: str | bytes,
    *,
    receive: Any,
    send: Any,
) -> None:
    """Carry messages, the first one among them, until either side is gone."""

    async def up() -> None:
        await line.send(first)
        while (event := await receive())["type"] == "websocket.receive":
            text = event.get("text")
            await line.send(event["bytes"] if text is None else text)

    async def down() -> None:
        async for message in line:
            kind = "text" if isinstance(message, str) else "bytes"
            await send({"type": "websocket.send", kind: message})

    leases.hops["socket"] += 1
    ways = [asyncio.create_task(up()), asyncio.create_task(down())]
    try:
        with leases.watching(peer, line.transport.abort):
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for way in ways:
            way.cancel()
        line.transport.abort()
        for found in await asyncio.gather(*ways, return_exceptions=True):
            if isinstance(found, Exception) and not isinstance(found, OSError | ConnectionClosed):
                raise found
