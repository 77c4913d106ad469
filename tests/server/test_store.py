"""Every store keeps the same promises. PostgreSQL takes part where its programs are found."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from rowlock.server.store import Conflict, Store, StoreFailure, open_store
from rowlock.server.store.sql import Run, SqlStore
from rowlock.server.store.write_ahead_log import lost_transactions
from tests.server.databases import postgres, programs
from tests.server.player import player
from tests.server.running import running

KINDS = ["sqlite", *(["postgres"] if programs() else [])]


@pytest.fixture(scope="module", params=KINDS)
def address(request: pytest.FixtureRequest) -> Iterator[str]:
    """The database of a store; empty is SQLite in the data folder."""
    if request.param == "sqlite":
        yield ""
    else:
        with postgres() as url:
            yield url


Story = Callable[[Store], Awaitable[None]]


def told(address: str, folder: Path, story: Story) -> None:
    async def main() -> None:
        store = open_store(folder, address)
        await store.open()
        try:
            await story(store)
        finally:
            await store.close()

    asyncio.run(main())


def test_a_log_is_appended_in_order(address: str, tmp_path: Path) -> None:
    async def story(store: Store) -> None:
        await store.append("ORDER", 0, [b"a", b"b"], 1.0)
        await store.append("ORDER", 2, [b"c"], 2.5)
        log = await store.read("ORDER")
        assert log is not None
        assert log.payloads == (b"a", b"b", b"c")
        assert log.touched == 2.5
        assert await store.read("NOTHING") is None

    told(address, tmp_path, story)


def test_when_it_was_written_to_need_not_be_noted_each_time(address: str, tmp_path: Path) -> None:
    names = [f"SOON{n}" for n in range(6)]

    async def story(store: Store) -> None:
        async def touched() -> list[float]:
            return [log.touched for name in names if (log := await store.read(name)) is not None]

        for name in names:
            await store.append(name, 0, [b"a"], 1.0)
        await store.append(names[0], 1, [b"b"], None)
        assert await touched() == [1.0] * 6
        # Written together, the last of them with their time.
        times = [None, None, None, 5.0, 6.0, 7.0]
        await asyncio.gather(
            *(
                store.append(name, 2 if name == names[0] else 1, [b"c"], at)
                for name, at in zip(names, times, strict=True)
            )
        )
        assert await touched() == [1.0, 1.0, 1.0, 5.0, 6.0, 7.0]

    told(address, tmp_path, story)


def test_a_wrong_expected_number_is_a_conflict_and_writes_nothing(
    address: str, tmp_path: Path
) -> None:
    async def story(store: Store) -> None:
        await store.append("CLASH", 0, [b"a"], 1.0)
        for expected in (0, 2, 7):
            with pytest.raises(Conflict):
                await store.append("CLASH", expected, [b"x"], 2.0)
        with pytest.raises(Conflict):
            await store.append("MISSING", 3, [b"x"], 2.0)
        log = await store.read("CLASH")
        assert log is not None
        assert log.payloads == (b"a",)
        assert await store.read("MISSING") is None

    told(address, tmp_path, story)


def test_of_many_writers_at_once_exactly_one_wins(address: str, tmp_path: Path) -> None:
    async def story(store: Store) -> None:
        other = open_store(tmp_path, address)
        await other.open()
        await store.append("RACE", 0, [b"start"], 1.0)
        for seq in range(1, 6):
            attempts = [
                writer.append("RACE", seq, [f"{number}".encode()], 1.0)
                for number, writer in enumerate([store, other] * 5)
            ]
            results = await asyncio.gather(*attempts, return_exceptions=True)
            assert sum(result is None for result in results) == 1
            assert sum(isinstance(result, Conflict) for result in results) == 9
        log = await store.read("RACE")
        assert log is not None
        assert len(log.payloads) == 6
        await other.close()

    told(address, tmp_path, story)


def test_many_tables_are_stored_at_once_and_one_that_clashes_fails_alone(
    address: str, tmp_path: Path
) -> None:
    names = [f"MANY{n}" for n in range(40)]

    async def story(store: Store) -> None:
        for name in names:
            await store.append(name, 0, [b"a"], 1.0)
        await asyncio.gather(*(store.append(name, 1, [b"b", b"c"], 2.0) for name in names))
        late = [store.append(name, 2 if name == "MANY7" else 3, [b"d"], 3.0) for name in names]
        new = store.append("MANYNEW", 0, [b"n"], 3.0)
        answers = await asyncio.gather(*late, new, return_exceptions=True)
        failed = [answer for answer in answers if answer is not None]
        assert [type(failure) for failure in failed] == [Conflict]
        for name in names:
            log = await store.read(name)
            assert log is not None
            clashed = name == "MANY7"
            assert log.payloads == (b"a", b"b", b"c") + (() if clashed else (b"d",))
            assert log.touched == (2.0 if clashed else 3.0)
        assert await store.read("MANYNEW") is not None

    told(address, tmp_path, story)


def test_stored_entries_survive_a_restart(address: str, tmp_path: Path) -> None:
    async def write(store: Store) -> None:
        writes = [store.append(f"KEEP{n}", 0, [bytes([n])], 1.0) for n in range(50)]
        await asyncio.gather(*writes)

    async def read(store: Store) -> None:
        for n in range(50):
            log = await store.read(f"KEEP{n}")
            assert log is not None
            assert log.payloads == (bytes([n]),)

    told(address, tmp_path, write)
    told(address, tmp_path, read)


def test_old_tables_are_pruned_and_others_stay(address: str, tmp_path: Path) -> None:
    async def story(store: Store) -> None:
        await store.append("OLD", 0, [b"a"], -100.0)
        await store.append("NEW", 0, [b"a"], -10.0)
        assert await store.prune(0.0, 50.0) == ["OLD"]
        assert await store.read("OLD") is None
        assert await store.read("NEW") is not None
        await store.delete("NEW")
        assert await store.read("NEW") is None

    told(address, tmp_path, story)


def test_calls_are_kept_beside_a_table_and_go_with_it(address: str, tmp_path: Path) -> None:
    async def story(store: Store) -> None:
        for table in ("CALLS", "AGED"):
            await store.append(table, 0, [b"a"], -1000.0 if table == "AGED" else 1.0)
            for member in range(3):
                await store.keep_call(table, member, b"before")
            await store.keep_call(table, 1, b"after")
        await store.keep_call("NOTHING", 0, b"x")  # there is no such table
        assert await store.read_call("NOTHING", 0) is None
        assert await store.read_call("CALLS", 1) == b"after"
        await store.drop_calls("CALLS", 1)
        assert await store.read_call("CALLS", 1) is None
        assert await store.read_call("CALLS", 2) == b"before"
        await store.drop_calls("CALLS")
        assert await store.read_call("CALLS", 2) is None
        assert await store.read_call("AGED", 0) == b"before"
        await store.prune(0.0, 500.0)
        assert await store.read_call("AGED", 0) is None

    told(address, tmp_path, story)


def test_entries_can_be_rewritten(address: str, tmp_path: Path) -> None:
    async def story(store: Store) -> None:
        await store.append("ERASE", 0, [b"name", b"move"], 1.0)
        await store.rewrite("ERASE", {1: b"?"})
        log = await store.read("ERASE")
        assert log is not None
        assert log.payloads == (b"?", b"move")

    told(address, tmp_path, story)


def test_a_backup_is_a_store_of_its_own(address: str, tmp_path: Path) -> None:
    async def story(store: Store) -> None:
        await store.append("SAVED", 0, [b"\x00\xff"], 4.0)
        folder = tmp_path / "restored"
        folder.mkdir()
        assert await store.backup(folder / "rowlock.sqlite3") >= 1
        restored = open_store(folder)
        await restored.open()
        log = await restored.read("SAVED")
        await restored.close()
        assert log is not None
        assert log.payloads == (b"\x00\xff",)

    told(address, tmp_path, story)


def test_a_whole_game_is_played_on_it(address: str, tmp_path: Path) -> None:
    async def story() -> None:
        made = server.create("me:Ann", "bot", start=True)
        async with player(server, made["table"], made["token"]) as ann:
            await ann.play_to_end()

    with running(data=str(tmp_path), database=address) as server:
        asyncio.run(story())
        assert server.get("/readyz").status_code == 200


def test_a_store_of_another_version_is_refused(tmp_path: Path) -> None:
    told("", tmp_path, _nothing)
    with sqlite3.connect(tmp_path / "rowlock.sqlite3") as connection:
        connection.execute("UPDATE store SET version = 99")
    connection.close()
    with pytest.raises(RuntimeError, match="version"):
        told("", tmp_path, _nothing)


def test_an_older_store_is_read_and_a_server_makes_it_unreadable_for_older_versions(
    address: str, tmp_path: Path
) -> None:
    async def story(store: Store) -> None:
        assert isinstance(store, SqlStore)
        await store.run(lambda run: run("UPDATE store SET version = 1"))
        await store.check()  # a backup, for instance, leaves it as it is
        assert await store.run(_version) == 1
        await store.upgrade()
        assert await store.run(_version) == 2
        await store.run(lambda run: run("UPDATE store SET version = 3"))
        with pytest.raises(StoreFailure, match="is of version 3, and this Rowlock"):
            await store.check()
        await store.run(lambda run: run("UPDATE store SET version = 2"))

    told(address, tmp_path, story)


def _version(run: Run) -> int:
    return int(run("SELECT version FROM store").fetchone()[0])


@pytest.mark.parametrize(
    "sql",
    [
        "CREATE TRIGGER late AFTER INSERT ON logs BEGIN DELETE FROM entries; END",
        "CREATE VIEW late AS SELECT * FROM logs",
    ],
)
def test_a_file_with_code_of_others_is_refused(sql: str, tmp_path: Path) -> None:
    told("", tmp_path, _nothing)
    with sqlite3.connect(tmp_path / "rowlock.sqlite3") as connection:
        connection.execute(sql)
    connection.close()
    with pytest.raises(RuntimeError, match="'late', which Rowlock did not make"):
        told("", tmp_path, _nothing)


def _killed_with_a_log(folder: Path) -> Path:
    """A database whose write-ahead log has three transactions that no checkpoint has copied."""
    told("", folder, _nothing)
    file, copy = folder / "rowlock.sqlite3", folder / "killed" / "rowlock.sqlite3"
    connection = sqlite3.connect(file)
    for number in range(3):
        connection.execute("INSERT INTO logs VALUES (?, 0, 0)", (f"T{number}",))
        connection.commit()
    copy.parent.mkdir()
    for end in ("", "-wal"):
        copy.with_name(copy.name + end).write_bytes(file.with_name(file.name + end).read_bytes())
    connection.close()
    return copy


@pytest.mark.parametrize("at", [None, 0, 40, 32 + 4120 + 100])
def test_a_damaged_write_ahead_log_is_told(
    at: int | None, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = _killed_with_a_log(tmp_path)
    wal = file.with_name(f"{file.name}-wal")
    if at is not None:
        octets = bytearray(wal.read_bytes())
        octets[at : at + 8] = b"garbage!"
        wal.write_bytes(octets)

    async def story(store: Store) -> None:
        if at is None:
            await store.check()
            return
        with pytest.raises(StoreFailure, match="transactions are lost"):
            await store.check()

    told("", file.parent, story)
    assert ("write-ahead log" in caplog.text) == (at is not None)
    told("", file.parent, lambda store: store.check())  # a restart goes on without them


def test_a_torn_transaction_at_the_end_is_no_damage(tmp_path: Path) -> None:
    file = _killed_with_a_log(tmp_path)
    wal = file.with_name(f"{file.name}-wal")
    wal.write_bytes(wal.read_bytes()[:-100])
    assert lost_transactions(file) == 0


async def _nothing(store: Store) -> None:
    pass
