"""Floods of requests and messages that are each allowed."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
from pathlib import Path

import pytest
import structlog

from rowlock.protocol.base import VERSION
from rowlock.server.monitoring import logging
from tests.attack.tools import bearer, raw
from tests.server.player import player, two_people
from tests.server.running import Running, running

ODD = ["/" + "x" * 300, "/%00", "/a%00.js", "/" + "%ff" * 50, "/.." * 40, "/" + "a/" * 2000]


@pytest.mark.parametrize("path", ODD, ids=lambda path: path[:6])
def test_odd_paths_are_answered_like_any_other(server: Running, path: str) -> None:
    assert server.get(path).status_code in (200, 404, 503)  # 503: the page is not built


def test_the_log_stays_small_whatever_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = io.StringIO()
    monkeypatch.setattr("sys.stderr", written)
    with running(data=str(tmp_path), log_level="info") as server:
        for number in range(300):
            server.get(ODD[number % len(ODD)])
        for _ in range(300):
            with contextlib.closing(raw(server, "nonsense\r\n\r\n" * 50)):
                pass
        server.get("/healthz")
    assert len(written.getvalue()) < 60_000


def test_an_event_is_cut_and_counted() -> None:
    thrift = logging.RepeatFilter()
    kept = 0
    for _ in range(1000):
        event = logging.cut(None, "error", {"event": "flood", "path": "x" * 100_000})
        assert len(event["path"]) < 400
        with contextlib.suppress(structlog.DropEvent):
            thrift(None, "error", event)
            kept += 1
    assert 10 < kept < 200
    assert thrift(None, "info", {"event": "another"}) == {"event": "another"}


def test_pages_have_a_limit_as_everything_else(tmp_path: Path) -> None:
    with running(data=str(tmp_path), requests_per_second=1.0) as server:
        statuses = [server.get("/t/BCDFGHJK").status_code for _ in range(20)]
        assert statuses[0] in (200, 503)
        assert statuses[-1] == 429
        assert server.post("/nowhere", {}).status_code == 429


def test_expensive_requests_count_more(tmp_path: Path) -> None:
    """50 a second and 500 at once are many pages, but few QR codes."""
    with running(data=str(tmp_path), requests_per_second=50.0) as server:
        answers = [server.post("/api/qr", {"text": f"https://example.org/{n}"}) for n in range(40)]
        drawn = sum(answer.status_code == 200 for answer in answers)
        assert 10 <= drawn <= 25
        assert answers[-1].status_code == 429


def test_a_rematch_counts_as_a_new_table(tmp_path: Path) -> None:
    with running(data=str(tmp_path), tables_per_minute=5.0) as server:
        made = server.create("me:Ann", dice="real", start=True)
        table, key = made["table"], bearer(made["token"])

        def send(**message: object) -> dict[str, object]:
            answer: dict[str, object] = server.post(
                f"/api/tables/{table}/send", message, headers=key
            ).json()
            return answer

        codes = []
        for _ in range(8):
            send(type="start")
            assert send(type="finish")["type"] == "ack"
            reply = send(type="rematch")
            codes.append(reply.get("code"))
            if reply["type"] == "ack":
                assert send(type="rematch")["type"] == "ack"  # it stands: nothing is opened
                room = server.services.rooms.rooms[table]
                table = room.table.next_table
        assert codes[:4] == [None] * 4
        assert codes[-1] == "too_fast"


def test_hello_again_and_again_disturbs_nobody(server: Running) -> None:
    async def story() -> None:
        async with two_people(server) as (ann, ben), player(server, ann.table) as watcher:
            await ann.until_view(lambda view: view.get("watchers") == 1)
            before = len(ann.heard)
            for _ in range(30):
                await watcher.hello()
                await ben.hello()
            await watcher.until(lambda: len(watcher.heard) > 30)
            await ben.until(lambda: len(ben.heard) > 30)
            assert len(ann.heard) <= before + 1
            await ann.ok("ping")

    asyncio.run(story())


def test_hello_costs_more_than_other_messages(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        made = server.create("me:Ann", "bot")
        async with player(server, made["table"]) as watcher:
            for _ in range(10):
                await watcher.hello()
            await watcher.until(lambda: any(m["type"] == "refused" for m in watcher.heard))
            assert sum(m["type"] == "view" for m in watcher.heard) <= 5

    with running(data=str(tmp_path), messages_per_second=10.0) as server:
        asyncio.run(story(server))


def test_emotes_come_now_and_then(server: Running) -> None:
    async def story() -> None:
        async with two_people(server) as (ann, ben):
            replies = [await ben.ask("emote", emote="hello") for _ in range(12)]
            assert [reply["type"] for reply in replies[:5]] == ["ack"] * 5
            assert replies[-1]["code"] == "too_fast"
            assert not ann.closed

    asyncio.run(story())


def test_handshakes_have_a_limit(tmp_path: Path) -> None:
    with running(data=str(tmp_path), requests_per_second=1.0) as server:
        table = server.create("me:Ann", "bot")["table"]
        answers = []
        for _ in range(15):
            with contextlib.closing(
                raw(
                    server,
                    f"GET /ws/{table} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                    "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                    "Sec-WebSocket-Version: 13\r\n\r\n",
                )
            ) as connection:
                connection.settimeout(5)
                answers.append(connection.recv(100).split()[1])
        assert answers[0] == b"101"
        assert answers[-1] == b"403"


def test_an_aborted_request_is_not_a_server_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = io.StringIO()
    monkeypatch.setattr("sys.stderr", written)
    with running(data=str(tmp_path), log_level="info") as server:
        body = json.dumps({"type": "hello", "version": VERSION})
        for _ in range(10):
            raw(
                server,
                "POST /api/qr HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\n" + body,
            ).close()
        assert server.get("/healthz").status_code == 200
    assert "request_failed" not in written.getvalue()
