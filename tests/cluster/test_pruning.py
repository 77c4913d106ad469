"""Old games are deleted by a living process whose clock agrees with the database's, and only where
no other living process has the table."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import psycopg

from rowlock.server.cluster.leased_store import LeasedStore
from rowlock.server.store import LeaseLost
from rowlock.server.store.daily_attempts import DailyAttempts
from tests.cluster.test_leases import (
    payloads,
    run_out,
    sql,
    told,
)
from tests.server.running import running

DAY_S = 86_400.0
KEEP_S = 30 * DAY_S
AHEAD_S = 40 * DAY_S
"""What a clock is wrong by."""


def age(database: str, *tables: str) -> None:
    """Nobody has written to these for longer than they are kept."""
    for table in tables:
        long_ago = time.time() - AHEAD_S
        sql(database, "UPDATE logs SET touched = %s WHERE id = %s", long_ago, table)


async def made(store: LeasedStore, *tables: str) -> None:
    for table in tables:
        await store.append(table, 0, [b"a"], time.time())


def left(database: str, table: str) -> list[Any]:
    """What there is of a table: its row, and its entries."""
    rows = sql(database, "SELECT id FROM logs WHERE id = %s", table)
    return rows + sql(database, "SELECT seq FROM entries WHERE log = %s", table)


def test_a_process_whose_clock_is_ahead_deletes_nothing(database: str) -> None:
    async def story(one: LeasedStore, other: LeasedStore) -> None:
        await made(one, "THEIRS", "FREED")
        await made(other, "OURS")
        await one.release("FREED")
        await DailyAttempts(other).begin("2026-05-01", "ann", "OURS", "Ann", time.time())
        await DailyAttempts(other).join("circle", "2026-05-01", "ann", time.time())
        assert await other.prune(time.time() + AHEAD_S, KEEP_S) == []
        for table in ("THEIRS", "FREED", "OURS"):
            assert await payloads(one, table) == (b"a",)
        assert await DailyAttempts(one).find("2026-05-01", "ann") is not None
        assert sql(database, "SELECT 1 FROM day_groups WHERE circle = 'circle'")

    told(database, story)


def test_a_game_written_by_a_process_whose_clock_is_slow_is_not_old(database: str) -> None:
    async def story(one: LeasedStore, other: LeasedStore) -> None:
        for expected in range(2):
            await one.append("SLOW", expected, [b"a"], time.time() - AHEAD_S)
            await one.release("SLOW")
            assert await other.prune(time.time(), KEEP_S) == []
            assert await one.claim("SLOW") is not None

    told(database, story)


def test_old_games_go_that_are_ours_or_nobodys_and_no_others(database: str) -> None:
    async def story(one: LeasedStore, other: LeasedStore) -> None:
        await made(one, "OLDTHEIRS", "OLDFREE", "OLDDEAD")
        await made(other, "OLDOURS", "YOUNG")
        await one.release("OLDFREE")
        age(database, "OLDTHEIRS", "OLDFREE", "OLDDEAD", "OLDOURS")
        sql(database, "UPDATE logs SET owner = 'a process long gone' WHERE id = 'OLDDEAD'")
        assert await other.prune(time.time(), KEEP_S) == ["OLDDEAD", "OLDFREE", "OLDOURS"]
        for table in ("OLDDEAD", "OLDFREE", "OLDOURS"):
            assert left(database, table) == []
        assert await payloads(one, "OLDTHEIRS") == (b"a",)
        assert await payloads(one, "YOUNG") == (b"a",)
        assert "OLDOURS" not in other.owned
        assert await one.prune(time.time(), KEEP_S) == ["OLDTHEIRS"]

    told(database, story)


def test_a_process_without_its_lease_deletes_nothing(database: str) -> None:
    async def story(one: LeasedStore, _: LeasedStore) -> None:
        await made(one, "LAPSED")
        await DailyAttempts(one).begin("2026-05-02", "ann", "LAPSED", "Ann", time.time() - AHEAD_S)
        age(database, "LAPSED")
        run_out(database, one)
        assert await one.prune(time.time(), KEEP_S) == []
        assert len(left(database, "LAPSED")) == 2
        assert await DailyAttempts(one).find("2026-05-02", "ann") is not None
        await one.register()
        assert await one.prune(time.time(), KEEP_S) == ["LAPSED"]

    told(database, story)


def test_locked_rows_are_skipped_without_waiting(database: str) -> None:
    async def story(one: LeasedStore, _: LeasedStore) -> None:
        await made(one, "BUSY")
        age(database, "BUSY")
        with psycopg.connect(database) as writing:
            writing.execute("UPDATE logs SET length = length WHERE id = 'BUSY'")
            async with asyncio.timeout(10):
                assert await one.prune(time.time(), KEEP_S) == []
            writing.rollback()
        assert await one.prune(time.time(), KEEP_S) == ["BUSY"]

    told(database, story)


def test_an_append_beside_the_deletion_is_stored_or_refused(database: str) -> None:
    """Never acknowledged and gone."""

    async def story(one: LeasedStore, other: LeasedStore) -> None:
        await made(one, "BEFORE", "AFTER")
        age(database, "BEFORE", "AFTER")
        before, pruned, elsewhere, after = await asyncio.gather(
            one.append("BEFORE", 1, [b"b"], time.time()),
            one.prune(time.time(), KEEP_S),
            other.prune(time.time(), KEEP_S),
            one.append("AFTER", 1, [b"b"], time.time()),
            return_exceptions=True,
        )
        assert before is None
        assert await payloads(other, "BEFORE") == (b"a", b"b")
        assert (pruned, elsewhere) == (["AFTER"], [])
        assert isinstance(after, LeaseLost)
        assert left(database, "AFTER") == []

    told(database, story)


def test_a_table_continues_if_another_servers_clock_is_ahead(database: str) -> None:
    with running(database=database, lease_seconds=60.0) as one:
        table = one.create("me:Ann", "open")["table"]
        with running(database=database, lease_seconds=60.0) as other:
            rooms = other.services.rooms
            assert rooms._tidier is not None
            wrong = rooms.prune(time.time() + AHEAD_S)
            asyncio.run_coroutine_threadsafe(wrong, rooms._tidier.get_loop()).result(20)
        assert one.join(table, "Ben")["seat"] == 1
