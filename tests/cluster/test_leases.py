"""Who owns a table, and that nobody else can write to it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import psycopg
import pytest

from rowlock.server.cluster.leased_store import LeasedStore
from rowlock.server.cluster.peer import Elsewhere
from rowlock.server.store import Conflict, LeaseLost, StoreFailure

LEASE_S = 60.0
"""Longer than any test: what is to run out is made to."""


def told(
    database: str,
    story: Callable[[LeasedStore, LeasedStore], Awaitable[None]],
    lost: Callable[[str], object] = lambda table: None,
) -> None:
    async def main() -> None:
        one = LeasedStore(database, "http://one:1", LEASE_S, lost=lost)
        other = LeasedStore(database, "http://other:2", LEASE_S)
        await one.open()
        await other.open()
        try:
            await story(one, other)
        finally:
            await one.close()
            await other.close()

    asyncio.run(main())


def sql(database: str, statement: str, *values: Any) -> list[Any]:
    with psycopg.connect(database) as connection:
        done = connection.execute(statement.encode(), values)
        return done.fetchall() if done.description else []


def run_out(database: str, store: LeasedStore) -> None:
    """The lease of a process is over, as if it had been silent for long."""
    sql(database, "UPDATE servers SET until = now() - interval '1 s' WHERE id = %s", store.me.id)


async def payloads(store: LeasedStore, table: str) -> tuple[bytes, ...]:
    found = await store.read(table)
    assert found is not None
    return found.payloads


def test_a_new_table_belongs_to_its_creator(database: str) -> None:
    async def story(one: LeasedStore, other: LeasedStore) -> None:
        await one.append("MADE", 0, [b"a"], 1.0)
        with pytest.raises(Elsewhere) as found:
            await other.claim("MADE")
        assert found.value.peer is not None
        assert found.value.peer == one.me
        with pytest.raises(LeaseLost):
            await other.append("MADE", 1, [b"x"], 1.0)
        await one.append("MADE", 1, [b"b"], 1.0)
        assert await payloads(other, "MADE") == (b"a", b"b")

    told(database, story)


def test_a_table_without_an_owner_can_be_claimed_by_any_process(database: str) -> None:
    async def story(one: LeasedStore, other: LeasedStore) -> None:
        await one.append("FREE", 0, [b"a"], 1.0)
        await one.release("FREE")
        found = await other.claim("FREE")
        assert found is not None
        assert (found.epoch, found.fresh, found.inherited) == (2, True, False)
        await other.append("FREE", 1, [b"b"], 1.0)
        assert await one.claim("NONE") is None

    told(database, story)


def test_a_table_that_could_not_be_released_can_be_released_later(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise nobody could have it: the database says it is ours, and we say it is not."""

    async def away(self: LeasedStore, work: object) -> object:
        raise StoreFailure("the database is away")

    async def story(one: LeasedStore, other: LeasedStore) -> None:
        await one.append("STUCK", 0, [b"a"], 1.0)
        with monkeypatch.context() as patched:
            patched.setattr(LeasedStore, "_decide", away)
            with pytest.raises(StoreFailure):
                await one.release("STUCK")
        await one.release("STUCK")
        assert await other.claim("STUCK") is not None

    told(database, story)


def test_claiming_an_owned_table_changes_nothing(database: str) -> None:
    async def story(one: LeasedStore, _: LeasedStore) -> None:
        await one.append("SAME", 0, [b"a"], 1.0)
        found = await one.claim("SAME")
        assert found is not None
        assert (found.epoch, found.fresh) == (1, False)

    told(database, story)


def test_after_a_lease_expires_others_take_over_and_the_late_process_writes_nothing(
    database: str,
) -> None:
    lost: list[str] = []

    async def story(one: LeasedStore, other: LeasedStore) -> None:
        await one.append("LATE", 0, [b"a"], 1.0)
        run_out(database, one)
        found = await other.claim("LATE")
        assert found is not None
        assert (found.epoch, found.inherited) == (2, True)
        with pytest.raises(LeaseLost):
            await one.append("LATE", 1, [b"late"], 1.0)
        with pytest.raises(LeaseLost):
            await one.rewrite("LATE", {1: b"late"})
        with pytest.raises(LeaseLost):
            await one.delete("LATE")
        with pytest.raises(LeaseLost):
            await one.append("LATENEW", 0, [b"late"], 1.0)
        assert "LATE" in lost
        assert await payloads(other, "LATE") == (b"a",)

    told(database, story, lost.append)


def test_without_its_lease_a_process_writes_nothing_even_if_no_process_took_over(
    database: str,
) -> None:
    async def story(one: LeasedStore, _: LeasedStore) -> None:
        await one.append("ALONE", 0, [b"a"], 1.0)
        run_out(database, one)
        with pytest.raises(LeaseLost):
            await one.append("ALONE", 1, [b"late"], 1.0)
        with pytest.raises(LeaseLost):
            await one.check()
        assert await one.renew() is None
        await one.register()
        await one.check()
        found = await one.claim("ALONE")
        assert found is not None
        assert found.epoch == 2
        await one.append("ALONE", 1, [b"b"], 1.0)
        assert await payloads(one, "ALONE") == (b"a", b"b")

    told(database, story)


def test_the_epoch_counts_even_if_the_owner_is_the_same(database: str) -> None:
    """A write of before the table went and came back is refused."""

    async def story(one: LeasedStore, _: LeasedStore) -> None:
        await one.append("EPOCH", 0, [b"a"], 1.0)
        sql(database, "UPDATE logs SET epoch = epoch + 1 WHERE id = 'EPOCH'")
        with pytest.raises(LeaseLost):
            await one.append("EPOCH", 1, [b"b"], 1.0)

    told(database, story)


def test_a_wrong_number_is_a_conflict_and_no_loss(database: str) -> None:
    async def story(one: LeasedStore, _: LeasedStore) -> None:
        await one.append("CLASH", 0, [b"a"], 1.0)
        for expected in (0, 2):
            with pytest.raises(Conflict):
                await one.append("CLASH", expected, [b"x"], 1.0)
        await one.append("CLASH", 1, [b"b"], 1.0)

    told(database, story)


def test_goodbye_frees_all_tables_at_once(database: str) -> None:
    async def story(one: LeasedStore, other: LeasedStore) -> None:
        for n in range(3):
            await one.append(f"BYE{n}", 0, [b"a"], 1.0)
        await one.retire()
        for n in range(3):
            assert await other.claim(f"BYE{n}") is not None

    told(database, story)


def test_a_process_that_starts_again_takes_the_place_of_the_old_one(database: str) -> None:
    async def story(one: LeasedStore, _: LeasedStore) -> None:
        await one.append("AGAIN", 0, [b"a"], 1.0)
        again = LeasedStore(database, one.me.address, LEASE_S)
        await again.open()
        assert await again.claim("AGAIN") is not None
        with pytest.raises(LeaseLost):
            await one.append("AGAIN", 1, [b"x"], 1.0)
        await again.close()

    told(database, story)


def test_of_many_who_want_a_free_table_one_gets_it(database: str) -> None:
    async def story(one: LeasedStore, other: LeasedStore) -> None:
        for n in range(10):
            name = f"WANTED{n}"
            await one.append(name, 0, [b"a"], 1.0)
            await one.release(name)
            found = await asyncio.gather(one.claim(name), other.claim(name), return_exceptions=True)
            assert sum(isinstance(each, Elsewhere) for each in found) == 1, found

    told(database, story)


def test_a_row_locked_by_a_frozen_process_blocks_no_request(database: str) -> None:
    async def story(one: LeasedStore, other: LeasedStore) -> None:
        await one.append("HELD", 0, [b"a"], 1.0)
        await one.append("OTHER", 0, [b"a"], 1.0)
        run_out(database, one)
        with psycopg.connect(database) as frozen:
            frozen.execute("SELECT 1 FROM logs WHERE id = 'HELD' FOR UPDATE")
            with pytest.raises(Elsewhere) as found:
                await other.claim("HELD")
            assert found.value.peer is None
            assert await other.claim("OTHER") is not None
            frozen.rollback()
        assert await other.claim("HELD") is not None

    told(database, story)


def test_the_living_are_known_by_the_clock_of_the_database(database: str) -> None:
    async def story(one: LeasedStore, other: LeasedStore) -> None:
        alive = await one.renew()
        assert alive is not None
        assert {one.me.id, other.me.id} <= set(alive)
        run_out(database, other)
        alive = await one.renew()
        assert alive is not None
        assert other.me.id not in alive

    told(database, story)
