"""A process whose way to the database swallows everything: nobody waits for it for ever."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.cluster.hole import Hole, hole
from tests.cluster.processes import Process, processes, wait_for
from tests.cluster.test_takeover import (
    chat,
    log_of,
    say,
    seat,
    told,
)


async def cut_off(one: Process, other: Process, made: Any, way: Hole, database: str) -> None:
    """Past its lease it sends its players away, who go on elsewhere."""
    async with seat(one, made) as (socket, _):
        assert (await say(socket, "before"))["type"] == "ack"
        way.open()
        await socket.send(chat("into the hole"))
        assert (await told(socket, "bye", "ack"))["code"] == "server_stopping"
    with pytest.raises(InvalidStatus) as refused:  # so that a balancer goes elsewhere, too
        await connect(f"{one.ws}/{made['table']}", open_timeout=60)
    assert refused.value.response.status_code == 503
    async with seat(other, made) as (socket, view):
        assert (await say(socket, "elsewhere"))["type"] == "ack"
        written = log_of(database, made["table"])
        way.close()
        await asyncio.to_thread(wait_for, one.is_ready)
        assert log_of(database, made["table"]) == written
        async with seat(one, made) as (_, view):
            assert view["seq"] == len(written)


async def stopped(one: Process, made: Any, way: Hole) -> None:
    """SIGTERM ends it though it cannot tell the database."""
    async with seat(one, made) as (socket, _):
        way.open()
        await socket.send(chat("the last word"))
        one.signal(signal.SIGTERM)
        assert (await told(socket, "bye", "ack"))["code"] == "server_stopping"
    await asyncio.to_thread(one.process.wait, 60)


def test_a_disconnected_process_says_goodbye_returns_and_can_be_stopped(
    database: str, tmp_path: Path
) -> None:
    with (
        hole(database) as way,
        processes(1, way.url, tmp_path) as (one,),
        processes(1, database, tmp_path) as (other,),
    ):
        made = one.create("Ann", "Ben")
        asyncio.run(cut_off(one, other, made, way, database))
        asyncio.run(stopped(one, one.create("Cleo", "Dan"), way))
        assert "not_retired" in one.log.read_text()
