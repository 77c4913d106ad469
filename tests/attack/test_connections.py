"""Connections that take without reading, begin without ending, or do not end at all."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from rowlock.protocol.base import VERSION
from rowlock.server.limits.request_guard import address_of
from rowlock.server.limits.token_buckets import AddressBuckets
from tests.attack.tools import (
    CONTINUED,
    PING,
    TEXT,
    closed_within,
    flooded,
    frame,
    raw,
    resident_mib,
    sooner,
    upgraded,
)
from tests.server.player import player
from tests.server.running import PATIENCE_S, Running, running

HELLO = json.dumps({"type": "hello", "version": VERSION})


@contextlib.contextmanager
def kept(connections: list[socket.socket]) -> Iterator[None]:
    try:
        yield
    finally:
        for connection in connections:
            connection.close()


def test_pings_without_reading_the_pongs(server: Running) -> None:
    table = server.create("me:Ann", "bot")["table"]
    connections = [upgraded(server, table, small=True) for _ in range(4)]
    before = resident_mib()
    with kept(connections):
        pings = frame(PING, b"x" * 125) * 100
        assert all(flooded(connection, pings) for connection in connections)
    assert resident_mib() - before < 50
    assert server.get("/healthz").status_code == 200


def test_a_ping_now_and_then_is_answered(server: Running) -> None:
    table = server.create("me:Ann", "bot")["table"]
    connection = upgraded(server, table)
    with kept([connection]):
        connection.sendall(frame(PING, b"well?") * 3)
        connection.settimeout(PATIENCE_S)
        answer = b""
        while answer.count(b"well?") < 3:
            answer += connection.recv(100)


def test_fragments_without_an_end(server: Running) -> None:
    table = server.create("me:Ann", "bot")["table"]
    connection = upgraded(server, table)
    with kept([connection]):
        connection.sendall(frame(TEXT, b"", final=False))
        assert flooded(connection, frame(CONTINUED, b"", final=False) * 1000)


def test_a_request_that_is_never_completed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sooner(monkeypatch, REQUEST_WITHIN_S=1.0)
    with running(data=str(tmp_path)) as server:
        body = "POST /api/qr HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{"
        complete = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
        texts = ["", "GET / HTTP/1.1\r\n", body, "\r\n", complete]
        connections = [raw(server, text) for text in texts]
        with kept(connections):
            assert b"200" in connections[-1].recv(1000)
            connections[-1].sendall(b"GET / HT")
            assert all(closed_within(connection, PATIENCE_S) for connection in connections)


def test_a_socket_outlives_the_time_of_its_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sooner(monkeypatch, REQUEST_WITHIN_S=0.5)
    with running(data=str(tmp_path)) as server:
        connection = upgraded(server, server.create("me:Ann", "bot")["table"])
        with kept([connection]):
            assert not closed_within(connection, 2)
            connection.sendall(frame(PING, b"well?"))
            connection.settimeout(PATIENCE_S)
            assert b"well?" in connection.recv(100)


def test_silent_connections_do_not_keep_others_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One address holds as many as it may and a few more; those are ended at once."""
    monkeypatch.setattr("rowlock.server.limits.connection_limits.OTHERS_PER_ADDRESS", 10)
    with running(data=str(tmp_path), max_connections_per_address=20) as server:
        connections = [raw(server) for _ in range(60)]
        with kept(connections):
            # They are accepted in their order: when the last is closed, the first are settled.
            assert all(closed_within(connection, PATIENCE_S) for connection in connections[30:])
            assert not any(closed_within(connection, 0.01) for connection in connections[:30])
        until_it_answers(server)  # the places are free again


def until_it_answers(server: Running) -> None:
    limit = time.monotonic() + PATIENCE_S
    while True:
        try:
            assert server.get("/healthz").status_code == 200
            return
        except httpx.TransportError:
            assert time.monotonic() < limit
            time.sleep(0.05)


def test_a_socket_that_does_not_read_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sooner(monkeypatch, STUCK_S=1.0)

    async def story(server: Running) -> None:
        made = server.create("me:Ann", "open")
        for listener in server.server.servers[0].sockets:  # the system takes little, too
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        slow = upgraded(server, made["table"], small=True)
        slow.sendall(frame(TEXT, HELLO.encode()))
        with kept([slow]):
            async with player(server, made["table"], made["token"]) as ann:
                for number in range(100):  # more than 64 KiB, and less than is dropped at once
                    await ann.ok("rename", seat=0, name=f"Ann {number}")
                await ann.until_view(lambda view: view.get("watchers", 0) == 0)

    with running(data=str(tmp_path)) as server:
        asyncio.run(story(server))


def test_an_unread_stream_holds_a_bounded_number_of_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sooner(monkeypatch, STUCK_S=60.0)

    async def story(server: Running) -> None:
        made = server.create("me:Ann", "open")
        body = HELLO
        streams = [
            raw(
                server,
                f"POST /api/tables/{made['table']}/stream HTTP/1.1\r\nHost: localhost\r\n"
                f"Content-Length: {len(body)}\r\n\r\n{body}",
                small=True,
            )
            for _ in range(30)
        ]
        with kept(streams):
            async with player(server, made["table"], made["token"]) as ann:
                await ann.until_view(lambda view: view.get("watchers") == 30)
                before = resident_mib()
                for number in range(900):
                    await ann.ok("rename", seat=0, name=f"Ann {number}")
                assert resident_mib() - before < 25

    with running(data=str(tmp_path)) as server:
        asyncio.run(story(server))


def test_a_server_with_unread_sockets_stops_soon_and_tells_all_other_clients(
    tmp_path: Path,
) -> None:
    async def story(server: Running) -> None:
        made = server.create("me:Ann", "open")
        others = [server.create("me:Zoe", "bot") for _ in range(10)]
        stuck = [upgraded(server, made["table"], small=True) for _ in range(20)]
        for connection in stuck:
            connection.sendall(frame(TEXT, HELLO.encode()))
        async with contextlib.AsyncExitStack() as stack:
            people = [
                await stack.enter_async_context(player(server, each["table"], each["token"]))
                for each in (made, *others)
            ]
            for number in range(150):
                await people[0].ok("rename", seat=0, name=f"Ann {number}")
            # Whoever does not read is not waited for: else it would not stop before that.
            server.server.config.timeout_graceful_shutdown = 600
            server.server.should_exit = True
            for person in people:
                async with asyncio.timeout(PATIENCE_S):
                    while not person.closed:
                        await asyncio.sleep(0.02)
                assert person.heard[-1] == {"type": "bye", "code": "server_stopping"}
            async with asyncio.timeout(PATIENCE_S):
                while server.server.server_state.connections:
                    await asyncio.sleep(0.05)
        for connection in stuck:
            connection.close()

    with running(data=str(tmp_path)) as server:
        asyncio.run(story(server))


def test_a_household_with_ipv6_is_one_address() -> None:
    def seen(address: str) -> str:
        return address_of({"client": (address, 1)})

    assert seen("2001:db8:1:2::1") == seen("2001:db8:1:2:ffff::9")
    assert seen("2001:db8:1:2::1") != seen("2001:db8:1:3::1")
    assert seen("::ffff:192.0.2.1") == seen("192.0.2.1") == "192.0.2.1"
    assert seen("192.0.2.1") != seen("192.0.2.2")
    assert seen("fe80::1%eth0") == seen("fe80::2")


def test_limits_remember_a_bounded_number_of_addresses() -> None:
    limit = AddressBuckets(rate=0.001, size=2)
    for number in range(25_000):
        limit.take(str(number))
    assert len(limit._buckets) <= 10_001
    assert limit.take("honest")


def test_the_file_limit_is_raised_or_the_promise_lowered(tmp_path: Path) -> None:
    rowlock = f"{sys.executable} -c 'from rowlock.cli.main import main; exit(main())'"
    done = subprocess.run(
        ["bash", "-c", f"ulimit -n 700; exec {rowlock} serve --check --data {tmp_path}"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "700 open files" in done.stdout


def test_two_lengths_of_a_body_end_the_connection(server: Running) -> None:
    """What one side takes for the body and another for the next request smuggles requests."""
    head = (
        "POST /api/qr HTTP/1.1\r\nHost: localhost\r\n"
        "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    smuggled = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with contextlib.closing(raw(server, head + "0\r\n\r\n" + smuggled)) as connection:
        connection.settimeout(PATIENCE_S)
        heard = b""
        while part := connection.recv(65_536):
            heard += part
    assert heard.startswith(b"HTTP/1.1 400")
    assert heard.count(b"HTTP/1.1") == 1
