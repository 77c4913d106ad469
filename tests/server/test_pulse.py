"""Who is still there: the silent are asked, who answers stays, who does not is gone."""

from __future__ import annotations

import asyncio
import math

import pytest

from rowlock.server.transport import keepalive
from rowlock.server.transport.frames import PING
from rowlock.server.transport.keepalive import (
    GONE_S,
    SILENT_S,
    KeepAlive,
    check,
)
from tests.server.player import player
from tests.server.running import PATIENCE_S, Running


class Somebody:
    def __init__(self) -> None:
        self.heard = self.asked = 100.0
        self.done: list[str] = []

    def ask(self) -> None:
        self.done.append("asked")

    def give_up(self) -> None:
        self.done.append("gone")


def test_only_the_silent_are_asked_and_only_once() -> None:
    somebody = Somebody()
    check(somebody, 100 + SILENT_S - 0.1)
    assert somebody.done == []
    check(somebody, 100 + SILENT_S)
    check(somebody, 100 + SILENT_S + GONE_S - 0.1)
    assert somebody.done == ["asked"]


def test_who_does_not_answer_is_gone() -> None:
    somebody = Somebody()
    check(somebody, 100 + SILENT_S)
    check(somebody, 100 + SILENT_S + GONE_S)
    assert somebody.done == ["asked", "gone"]


def test_whatever_comes_after_the_question_answers_it() -> None:
    somebody = Somebody()
    check(somebody, 100 + SILENT_S)
    somebody.heard = 100 + SILENT_S
    check(somebody, 100 + SILENT_S + GONE_S)
    assert somebody.done == ["asked", "asked"]  # it is silent again


def test_everybody_has_a_turn_and_nobody_after_leaving(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keepalive, "BEAT_S", 0.0)
    people = [Somebody() for _ in range(3 * keepalive.GROUPS + 1)]

    async def main() -> None:
        heart = KeepAlive()
        long_ago = asyncio.get_running_loop().time() - SILENT_S
        for each in people:
            each.heard = each.asked = long_ago
            heart.add(each)
        heart.remove(people[0])
        heart.remove(people[0])  # a connection may end in two ways at once
        async with asyncio.timeout(PATIENCE_S):
            while any(each.done != ["asked"] for each in people[1:]):
                await asyncio.sleep(0)
        for each in people:
            heart.remove(each)
        await asyncio.sleep(0.01)
        assert heart._timer is None  # nobody is there, and nothing goes on

    asyncio.run(main())
    assert people[0].done == []


def test_on_real_sockets(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, seconds in (("BEAT_S", 0.01), ("SILENT_S", 0.2), ("GONE_S", math.inf)):
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
