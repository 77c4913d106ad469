"""A table has one living room: a process that does not own it keeps none."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from rowlock.server.cluster.leases import Leases
from rowlock.server.rooms import registry as rooms_module
from rowlock.server.rooms.registry import Rooms
from rowlock.table.state import fold
from tests.attack.tools import on_the_loop
from tests.cluster.processes import new_database
from tests.cluster.test_leases import run_out
from tests.server.player import player
from tests.server.running import Running, running

LEASE_S = 60.0
"""Longer than any test: what is to be renewed or to run out is made to."""


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Running]:
    with running(database=new_database(database), lease_seconds=LEASE_S) as found:
        yield found


def rooms_of(server: Running) -> Rooms:
    return server.services.rooms


def leases(server: Running) -> Leases:
    return server.leases


async def asleep(rooms: Rooms) -> None:
    """All rooms have left the memory; their tables are still ours."""
    rooms.rooms.clear()


def test_a_table_that_wakes_while_others_are_released_is_kept(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms, store = rooms_of(server), leases(server).store
    first, second = (server.create("me:Ann", "open")["table"] for _ in range(2))
    on_the_loop(server, asleep(rooms))
    release = store.release

    async def slowly(table: str) -> None:
        await rooms.get(second)  # somebody comes while the database is busy with the first
        await release(table)

    monkeypatch.setattr(store, "release", slowly)
    on_the_loop(server, leases(server).release_unused(rooms._is_used))
    assert second in rooms.rooms
    assert leases(server).holds(second)
    assert not leases(server).holds(first)


def test_a_table_that_is_lost_while_it_wakes_gets_no_room(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms = rooms_of(server)
    table = server.create("me:Ann", "open")["table"]
    on_the_loop(server, asleep(rooms))
    reading, lost = threading.Event(), threading.Event()

    def late(payloads: Any) -> Any:
        reading.set()
        assert lost.wait(30)
        return fold(payloads)

    async def story() -> None:
        coming = asyncio.create_task(rooms.get(table))
        await asyncio.to_thread(reading.wait, 30)
        run_out(server.settings.database, leases(server).store)
        await leases(server).renew()  # too late: we begin anew, owning nothing
        lost.set()
        with contextlib.suppress(Exception):
            await coming
        assert (table in rooms.rooms) <= leases(server).holds(table)

    monkeypatch.setattr(rooms_module, "fold", late)
    on_the_loop(server, story())
    monkeypatch.undo()
    assert server.get(f"/api/tables/{table}").status_code == 200
    assert leases(server).holds(table)


def test_players_at_a_lost_table_are_disconnected_at_the_next_renewal(
    server: Running,
) -> None:
    made = server.create("me:Ann", "open")

    async def story() -> None:
        async with player(server, made["table"], made["token"]) as ann:
            given_up = leases(server).store.release(made["table"])
            await asyncio.to_thread(on_the_loop, server, given_up)
            assert made["table"] in rooms_of(server).rooms
            await asyncio.to_thread(on_the_loop, server, leases(server).renew())
            await ann.until(lambda: ann.closed)
            assert ann.heard[-1] == {"type": "bye", "code": "server_stopping"}
        assert made["table"] not in rooms_of(server).rooms

    asyncio.run(story())
