"""Two machines on one database: neither throws the other out, and what cannot work is refused."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest

from rowlock.cli.main import main
from rowlock.server.cluster.address_conflicts import (
    ConflictingServer,
    conflict_message,
    find_conflicts,
)
from rowlock.server.cluster.leased_store import LeasedStore
from rowlock.server.store import StoreFailure
from tests.cluster.processes import new_database

LEASE_S = 60.0


@pytest.fixture
def empty(database: str) -> str:
    return new_database(database)


@contextlib.asynccontextmanager
async def alive(store: LeasedStore) -> AsyncIterator[None]:
    """A process that is renewed again and again."""

    async def renew() -> None:
        while await store.renew() is not None:
            await asyncio.sleep(0.05)

    await store.open()
    renewing = asyncio.create_task(renew())
    try:
        yield
        assert not renewing.done(), "it was thrown out"
    finally:
        renewing.cancel()
        await store.retire()
        await store.close()


def test_a_living_process_of_another_machine_is_not_thrown_out(empty: str) -> None:
    async def story() -> None:
        one = LeasedStore(empty, "http://same:1", LEASE_S, home="one")
        other = LeasedStore(empty, "http://same:1", LEASE_S, home="other")
        async with alive(one):
            with pytest.raises(StoreFailure, match="another living process, on one, has"):
                await other.open()
            await other.close()
            await one.append("KEPT", 0, [b"a"], 1.0)
            assert await homes(empty) == ["one"]

    asyncio.run(story())


async def homes(database: str) -> list[str]:
    connection = await psycopg.AsyncConnection.connect(database)
    async with connection:
        found = await connection.execute("SELECT home FROM servers")
        return [str(row[0]) for row in await found.fetchall()]


def test_a_row_of_another_machine_is_replaced_after_it_expires(empty: str) -> None:
    async def story() -> None:
        gone = LeasedStore(empty, "http://same:1", 1.0, home="one")
        await gone.open()
        await gone.close()
        again = LeasedStore(empty, "http://same:1", LEASE_S, home="other")
        await again.open()
        await again.close()
        assert await homes(empty) == ["other"]

    asyncio.run(story())


@pytest.mark.parametrize(
    ("theirs", "ours", "code"),
    [
        ("http://127.0.0.1:8378", (), 2),
        ("http://192.0.2.1:8378", (), 2),
        ("http://127.0.0.1:8378", ("--peer-url", "http://192.0.2.2:8378"), 2),
        ("http://192.0.2.1:8378", ("--peer-url", "http://192.0.2.2:8378"), 0),
    ],
)
def test_check_reports_unreachable_workers_on_two_machines(
    empty: str, theirs: str, ours: tuple[str, ...], code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    flags = ["serve", "--check", "--workers", "2", "--database", empty, *ours]

    async def checked() -> int:
        async with alive(LeasedStore(empty, theirs, LEASE_S, home="another one")):
            return await asyncio.to_thread(main, flags)

    assert asyncio.run(checked()) == code
    told = capsys.readouterr().err
    assert ("set peer_url to an address that both can reach" in told) == (code == 2)


@pytest.mark.parametrize(
    ("address", "home", "stands_in_the_way"),
    [
        ("http://10.0.0.7:8377", "", True),
        ("http://10.0.0.7:8377", "other", True),
        ("http://10.0.0.8:8377", "other", False),
        ("http://localhost:8377", "other", True),
        ("http://[::1]:8377", "other", True),
        ("http://127.0.0.1:8377", "", False),
    ],
)
def test_a_process_that_blocks_the_address(
    address: str, home: str, stands_in_the_way: bool
) -> None:
    """A process of an older version does not say where it runs: only its address counts."""
    rows = [("id", address, datetime(2030, 1, 1, tzinfo=UTC), home)]

    def run(sql: str, *values: object) -> Any:
        return SimpleNamespace(fetchall=lambda: rows)

    found = find_conflicts(run, "http://10.0.0.7:8377", "mine")
    assert bool(found) == stands_in_the_way
    for rival in found.values():
        assert rival == ConflictingServer(*rows[0][1:])
        assert address in conflict_message("http://10.0.0.7:8377", rival)
