"""Processes that are killed, frozen and stopped: their tables go on elsewhere."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import psycopg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from rowlock.protocol.base import VERSION
from tests.cluster.processes import (
    PATIENCE_S,
    Process,
    processes,
    wait_for,
)

TROUBLE = (OSError, WebSocketException, TimeoutError)


@contextlib.asynccontextmanager
async def seat(server: Process, made: Any) -> AsyncIterator[tuple[ClientConnection, Any]]:
    """A socket at the table and the first view, as soon as the server has it to give."""
    async with asyncio.timeout(PATIENCE_S):
        while (found := await sit_down(server, made)) is None:
            await asyncio.sleep(0.1)
    socket, view = found
    try:
        yield socket, view
    finally:
        await socket.close()


async def sit_down(server: Process, made: Any) -> tuple[ClientConnection, Any] | None:
    hello = {"type": "hello", "version": VERSION, "token": made["token"]}
    with contextlib.suppress(*TROUBLE):
        address = f"{server.ws}/{made['table']}"
        socket = await connect(address, ping_interval=None, open_timeout=30)
        with contextlib.suppress(*TROUBLE):
            await socket.send(json.dumps(hello))
            view = json.loads(await socket.recv())
            if view["type"] == "view":
                return socket, view
        await socket.close()
    return None


async def told(socket: ClientConnection, *kinds: str) -> Any:
    async with asyncio.timeout(PATIENCE_S):
        while True:
            message = json.loads(await socket.recv())
            if message["type"] in kinds:
                return message


def chat(text: str) -> str:
    return json.dumps({"type": "chat", "id": 1, "key": text, "text": text})


async def say(socket: ClientConnection, text: str) -> Any:
    """Chat; the answer to it."""
    await socket.send(chat(text))
    return await told(socket, "ack", "refused", "bye")


def log_of(database: str, table: str) -> list[bytes]:
    with psycopg.connect(database) as connection:
        found = connection.execute(
            "SELECT payload FROM entries WHERE log = %s ORDER BY seq", (table,)
        )
        return [bytes(row[0]) for row in found.fetchall()]


async def frozen(one: Process, other: Process, made: Any, database: str) -> None:
    """Past its lease a process writes nothing, and sends its players away."""
    async with seat(one, made) as (waiting, _):
        assert (await say(waiting, "before"))["type"] == "ack"
        one.signal(signal.SIGSTOP)
        await waiting.send(chat("too late"))
        async with seat(other, made) as (socket, _):
            assert (await say(socket, "meanwhile"))["type"] == "ack"
            written = log_of(database, made["table"])
            one.signal(signal.SIGCONT)
            assert (await told(waiting, "bye", "ack"))["type"] == "bye"
            assert log_of(database, made["table"]) == written
            assert not any(b"too late" in entry for entry in written)
            await asyncio.to_thread(wait_for, one.is_ready)
            async with seat(one, made) as (again, view):  # by way of the other
                assert view["seq"] == len(written)
                assert (await say(again, "after"))["type"] == "ack"


async def killed(one: Process, other: Process, made: Any) -> None:
    """What was acknowledged is there when the table goes on elsewhere."""
    async with seat(one, made) as (socket, _):
        acknowledged = (await say(socket, "kept"))["seq"]
        one.signal(signal.SIGKILL)
    async with seat(other, made) as (socket, view):
        assert view["seq"] >= acknowledged
        assert (await say(socket, "from the next"))["type"] == "ack"


async def stopped(one: Process, other: Process, made: Any) -> None:
    """Goodbye: whoever is here is told, also those whom another process has passed on."""
    async with seat(one, made) as (here, _), seat(other, made) as (there, _):
        seq = (await say(there, "goodbye"))["seq"]
        one.signal(signal.SIGTERM)
        for socket in (here, there):
            assert (await told(socket, "bye"))["code"] == "server_stopping"
    async with seat(other, made) as (_, view):
        assert view["seq"] >= seq


def test_a_table_outlives_processes_that_are_frozen_killed_and_stopped(
    database: str, tmp_path: Path
) -> None:
    with processes(3, database, tmp_path) as (one, two, three):
        made = one.create("Ann", "Ben")
        asyncio.run(frozen(one, two, made, database))
        asyncio.run(killed(two, one, made))
        asyncio.run(stopped(one, three, made))
        assert one.process.wait(60) in (0, -signal.SIGTERM)
        said = [json.loads(entry).get("text") for entry in log_of(database, made["table"])]
        lines = [text for text in said if text]
        assert lines == ["before", "meanwhile", "after", "kept", "from the next", "goodbye"]
