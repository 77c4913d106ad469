"""Keep-alive: silent connections are pinged, and dropped if they do not answer."""

from __future__ import annotations

import asyncio
import math

import pytest

from rowlock.server.transport import keepalive
from rowlock.server.transport.keepalive import (
    GONE_S,
    SILENT_S,
    KeepAlive,
    check,
)
from tests.server.player import player
from tests.server.running import PATIENCE_S, Running

PING = b"\x89\x00"


class Silent:
    """A connection that records what happens to it."""

    def __init__(self) -> None:
        self.heard = self.pinged = 100.0
        self.is_open = True
        self.done: list[str] = []

    def ping(self) -> None:
        self.done.append("pinged")

    def drop(self) -> None:
        self.done.append("dropped")


def test_only_silent_connections_are_pinged_and_only_once() -> None:
    connection = Silent()
    check(connection, 100 + SILENT_S - 0.1)
    assert connection.done == []
    check(connection, 100 + SILENT_S)
    check(connection, 100 + SILENT_S + GONE_S - 0.1)
    assert connection.done == ["pinged"]


def test_a_connection_that_does_not_answer_is_dropped() -> None:
    connection = Silent()
    check(connection, 100 + SILENT_S)
    check(connection, 100 + SILENT_S + GONE_S)
    assert connection.done == ["pinged", "dropped"]


def test_anything_received_after_the_ping_answers_it() -> None:
    connection = Silent()
    check(connection, 100 + SILENT_S)
    connection.heard = 100 + SILENT_S
    check(connection, 100 + SILENT_S + GONE_S)
    assert connection.done == ["pinged", "pinged"]  # it is silent again


def test_all_open_connections_are_checked_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keepalive, "INTERVAL_S", 0.0)
    connections = [Silent() for _ in range(3 * keepalive.GROUPS + 1)]
    closed, *others = connections

    async def main() -> None:
        keep_alive = KeepAlive()
        long_ago = asyncio.get_running_loop().time() - SILENT_S
        for each in connections:
            each.heard = each.pinged = long_ago
            keep_alive.add(each)
        closed.is_open = False
        async with asyncio.timeout(PATIENCE_S):
            while any(each.done != ["pinged"] for each in others):
                await asyncio.sleep(0)
            for each in others:
                each.is_open = False
            while keep_alive._timer is not None:  # no timer runs without connections
                await asyncio.sleep(0)

    asyncio.run(main())
    assert closed.done == []


def test_on_real_sockets(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, seconds in (("INTERVAL_S", 0.01), ("SILENT_S", 0.2), ("GONE_S", math.inf)):
        monkeypatch.setattr(keepalive, name, seconds)
    made = server.create("me:Ann")

    async def main() -> None:
        async with player(server, made["table"], made["token"]) as ann:  # answers pings
            reader, writer = await asyncio.open_connection("127.0.0.1", server.settings.port)
            writer.write(
                f"GET /ws/{made['table']} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n".encode()
            )
            async with asyncio.timeout(PATIENCE_S):
                assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
                told = await reader.readexactly(len(PING))
                monkeypatch.setattr(keepalive, "SILENT_S", math.inf)  # nobody else is asked
                await ann.ok("here")  # and she has answered whatever she was asked
                monkeypatch.setattr(keepalive, "GONE_S", 0.0)
                told += await reader.read()  # until the server has hung up
            assert told.startswith(PING)
            assert told[2:6] == bytes((0x88, len(told) - 4)) + (1011).to_bytes(2)
            await ann.ok("here")
            writer.close()

    asyncio.run(main())
