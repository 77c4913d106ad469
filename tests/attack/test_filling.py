"""Strangers cannot close a lobby, and one address cannot fill the disk within its limits."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from rowlock.server.limits.token_buckets import AddressBuckets
from rowlock.table.commands import entry_limits
from tests.attack.test_guests import stored
from tests.attack.tools import bearer
from tests.server.player import player
from tests.server.running import Running, running

STRANGER, HOST, FRIEND = "10.0.0.1", "10.0.0.2", "10.0.0.3"
PROXY: dict[str, Any] = {"trusted_proxies": ["*"]}


def from_address(address: str, token: str = "") -> dict[str, str]:
    return {"x-forwarded-for": address} | (bearer(token) if token else {})


def join(server: Running, table: str, name: str, address: str) -> httpx.Response:
    wish = {"name": name}
    return server.post(f"/api/tables/{table}/join", wish, headers=from_address(address))


def send(server: Running, table: str, token: str, address: str, **message: Any) -> Any:
    headers = from_address(address, token)
    return server.post(f"/api/tables/{table}/send", message, headers=headers).json()


def code_of(reply: Any) -> str:
    return str(reply.get("code") or reply["type"])


# A lobby ------------------------------------------------------------------------------------------


def test_joining_and_leaving_repeatedly_does_not_close_a_lobby(tmp_path: Path) -> None:
    with running(data=str(tmp_path), **PROXY) as server:
        table = server.create("me:Ann", "open")["table"]
        for _ in range(entry_limits.MOST_MEMBERS + 10):
            answer = join(server, table, "Stranger", STRANGER)
            if answer.status_code != 201:
                break
            send(server, table, answer.json()["token"], STRANGER, type="leave")
        assert answer.json()["code"] == "too_fast"
        assert join(server, table, "Ben", FRIEND).status_code == 201


def test_many_who_came_and_went_close_no_lobby(tmp_path: Path) -> None:
    with running(data=str(tmp_path), **PROXY) as server:
        made = server.create("me:Ann", "open")
        table = made["table"]
        for number in range(entry_limits.MOST_MEMBERS + 10):
            address = f"10.0.1.{number}"
            answer = join(server, table, "Stranger", address)
            assert answer.status_code == 201
            if number % 2:
                send(server, table, answer.json()["token"], address, type="leave")
            else:
                send(server, table, made["token"], HOST, type="kick", seat=1)
        assert join(server, table, "Ben", FRIEND).status_code == 201


def test_declined_seat_requests_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entry_limits, "MOST_MEMBERS", 3)
    with running(data=str(tmp_path), **PROXY) as server:
        made = server.create("me:Ann", "bot", start=True)
        table = made["table"]
        codes = []
        for number in range(3):
            wish = {"name": f"Late {number}"}
            headers = from_address(f"10.0.1.{number}")
            answer = server.post(f"/api/tables/{table}/requests", wish, headers=headers).json()
            codes.append(answer.get("code"))
            if "member" in answer:
                decline = {"type": "decline_request", "member": answer["member"]}
                send(server, table, made["token"], HOST, **decline)
        assert codes == [None, None, "table_full"]


# Chat ---------------------------------------------------------------------------------------------


def test_chat_that_is_no_longer_shown_is_erased(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        made = server.create("me:Ann", "bot", chat=True)
        async with player(server, made["table"], made["token"]) as ann:
            for number in range(130):
                await ann.ok("chat", key=f"k{number}", text=f"line {number}")
            texts = b"".join(stored(tmp_path, made["table"]))
            assert b'"line 0"' not in texts
            assert 50 <= texts.count(b'"line ') < 60
            assert texts.count(b'"said"') == 130  # a line that is sent again is recognized
            await ann.ok("chat", key="k0", text="line 0")
        async with player(server, made["table"], made["token"]) as ann:
            lines = [line["text"] for line in ann.view["chat"]]
            assert lines == [f"line {number}" for number in range(80, 130)]

    with running(data=str(tmp_path)) as server:
        asyncio.run(story(server))


# The disk -----------------------------------------------------------------------------------------


def test_an_address_stores_at_most_half_of_a_table_and_the_game_continues(tmp_path: Path) -> None:
    with running(data=str(tmp_path), kib_per_table=32, **PROXY) as server:
        made = server.create("me:Ann", "open", "bot", chat=True)
        table = made["table"]
        guest = join(server, table, "Guest", STRANGER).json()["token"]
        for number in range(300):
            line = {"type": "chat", "key": f"k{number}", "text": "\N{GRINNING FACE}" * 200}
            reply = send(server, table, guest, STRANGER, **line)
            if reply["type"] == "refused":
                break
        assert reply["code"] == "too_many_changes"
        assert len(b"".join(stored(tmp_path, table))) < 32 * 1024
        line = {"type": "chat", "key": "h", "text": "I can still say something."}
        assert send(server, table, made["token"], HOST, **line)["type"] == "ack"

        async def story() -> None:
            async with (
                player(server, table, made["token"]) as ann,
                player(server, table, guest) as ben,
            ):
                await ann.ok("start")
                await asyncio.gather(ann.play_to_end(60), ben.play_to_end(60))

        asyncio.run(story())


def test_an_address_reaches_its_hourly_limit_and_its_game_continues(tmp_path: Path) -> None:
    with running(data=str(tmp_path), mib_per_hour=0.02, **PROXY) as server:
        made = server.create("me:Ann", "bot", chat=True, start=True)
        body = {"options": {}, "seats": [{"kind": "me", "name": "Ann"}, {"kind": "bot"}]}

        def new_table(address: str) -> httpx.Response:
            return server.post("/api/tables", body, headers=from_address(address))

        for _ in range(100):
            answer = new_table("127.0.0.1")
            if answer.status_code != 201:
                break
        assert answer.json()["code"] == "too_fast"
        with sqlite3.connect(tmp_path / "rowlock.sqlite3") as connection:
            (size,) = connection.execute("SELECT sum(length(payload)) FROM entries").fetchone()
        connection.close()
        assert size < 25_000
        table, token = made["table"], made["token"]
        line = {"type": "chat", "key": "a", "text": "And I?"}
        assert code_of(send(server, table, token, "127.0.0.1", **line)) == "too_fast"
        assert join(server, table, "Ben", "127.0.0.1").status_code in (409, 429)
        assert new_table(FRIEND).status_code == 201

        async def story() -> None:
            async with player(server, table, token) as ann:
                await ann.play_to_end(60)
                assert await ann.refused("rematch") == "too_fast"

        asyncio.run(story())
        assert new_table("127.0.0.1").status_code == 429


def test_storage_beyond_the_limit_is_subtracted_later(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    buckets = AddressBuckets(10.0, 100.0)
    assert buckets.take("a", 0.0)
    buckets.spend("a", 150.0)
    assert not buckets.take("a", 0.0)
    assert buckets.take("b", 0.0)
    now = 4.0  # 40 of the 50 owed are refilled
    assert not buckets.take("a", 0.0)
    now = 5.0
    assert buckets.take("a", 0.0)
    now = 1000.0
    assert buckets.take("a", 100.0)  # no more than a burst
    assert not buckets.take("a", 1.0)
