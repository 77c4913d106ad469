"""Tries in the database: the same promises from SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from rowlock.server.store import open_store
from rowlock.server.store.daily_attempts import DailyAttempts
from rowlock.server.store.open import FILE
from rowlock.server.store.sql import SqlStore
from tests.server.test_store import address

__all__ = ["address"]

Story = Callable[[SqlStore, DailyAttempts], Awaitable[None]]


def told(address: str, folder: Path, story: Story) -> None:
    async def main() -> None:
        store = open_store(folder, address)
        await store.open()
        try:
            await story(store, DailyAttempts(store))
        finally:
            await store.close()

    asyncio.run(main())


def test_the_first_try_of_a_day_stays(address: str, tmp_path: Path) -> None:
    async def story(store: SqlStore, attempts: DailyAttempts) -> None:
        assert await attempts.find("2026-01-01", "ann") is None
        first = await attempts.begin("2026-01-01", "ann", "TABLE1", "Ann", 5.0)
        second = await attempts.begin("2026-01-01", "ann", "TABLE2", "Ann again", 6.0)
        assert first == second == await attempts.find("2026-01-01", "ann")
        assert (first.log, first.name, first.loss) == ("TABLE1", "Ann", None)
        assert (await attempts.begin("2026-01-02", "ann", "TABLE3", "Ann", 7.0)).log == "TABLE3"

    told(address, tmp_path, story)


def test_a_try_is_judged_once(address: str, tmp_path: Path) -> None:
    async def story(store: SqlStore, attempts: DailyAttempts) -> None:
        await attempts.begin("2026-02-01", "ann", "JUDGED", "Ann", 5.0)
        await attempts.judge("2026-02-01", "ann", 7.5, b"first")
        await attempts.judge("2026-02-01", "ann", 0.0, b"second")
        found = await attempts.find("2026-02-01", "ann")
        assert found is not None
        assert (found.loss, found.judged) == (7.5, b"first")

    told(address, tmp_path, story)


def test_a_board_shows_the_judged_ones_in_order(address: str, tmp_path: Path) -> None:
    async def story(store: SqlStore, attempts: DailyAttempts) -> None:
        day = "2026-03-01"
        for at, (player, loss) in enumerate({"a": 4.0, "b": 1.5, "c": 4.0, "d": 9.0}.items()):
            await attempts.begin(day, player, f"BOARD{player}", player.upper(), float(at))
            await attempts.judge(day, player, loss, b"{}")
        await attempts.begin(day, "e", "BOARDe", "E", 9.0)  # still plays
        await attempts.begin(day, "f", "BOARDf", "F", 9.0)
        await attempts.judge(day, "f", None, b"{}")  # not ranked
        board = await attempts.board(day, "")
        assert [each.name for each in board.attempts] == ["B", "A", "C", "D"]
        assert board.ranked == 4
        assert [await attempts.place(day, "", loss) for loss in (1.5, 4.0, 9.0)] == [1, 2, 4]
        for player in "acd":
            await attempts.join("friends", day, player, 10.0)
            await attempts.join("friends", day, player, 11.0)
        board = await attempts.board(day, "friends")
        assert [each.name for each in board.attempts] == ["A", "C", "D"]
        assert await attempts.place(day, "friends", 9.0) == 3
        assert (await attempts.board("2026-03-02", "friends")).ranked == 0
        await attempts.leave("friends", "c")
        await attempts.leave("strangers", "a")
        board = await attempts.board(day, "friends")
        assert [each.name for each in board.attempts] == ["A", "D"]
        assert (await attempts.board(day, "")).ranked == 4

    told(address, tmp_path, story)


def test_a_deleted_game_takes_its_line_along_but_not_its_place(
    address: str, tmp_path: Path
) -> None:
    async def story(store: SqlStore, attempts: DailyAttempts) -> None:
        day = "2026-04-01"
        await store.append("ERASED", 0, [b"a"], 5.0)
        await attempts.begin(day, "ann", "ERASED", "Ann", 5.0)
        await attempts.judge(day, "ann", 1.0, b"{}")
        await store.delete("ERASED")
        found = await attempts.find(day, "ann")
        assert found is not None
        assert (found.log, found.name, found.loss, found.judged) == ("", "", None, None)
        await attempts.judge(day, "ann", 0.0, b"too late")
        assert (await attempts.board(day, "")).ranked == 0

    told(address, tmp_path, story)


def test_old_tries_are_deleted_with_old_games(address: str, tmp_path: Path) -> None:
    async def story(store: SqlStore, attempts: DailyAttempts) -> None:
        for at, player in ((1.0, "old"), (100.0, "new")):
            await attempts.begin("2026-05-01", player, f"AGE{player}", player, at)
            await attempts.join("aging", "2026-05-01", player, at)
            await attempts.judge("2026-05-01", player, 1.0, b"{}")
        await store.prune(60.0, 10.0)
        assert await attempts.find("2026-05-01", "old") is None
        assert [each.name for each in (await attempts.board("2026-05-01", "aging")).attempts] == [
            "new"
        ]

    told(address, tmp_path, story)


def test_a_backup_holds_the_tries(address: str, tmp_path: Path) -> None:
    async def story(store: SqlStore, attempts: DailyAttempts) -> None:
        await attempts.begin("2026-06-01", "ann", "BACKUP", "Ann", 5.0)
        await attempts.join("kept", "2026-06-01", "ann", 5.0)
        await attempts.judge("2026-06-01", "ann", 2.5, b"{}")
        await store.backup(tmp_path / "copy.sqlite3")

    told(address, tmp_path / "data", story)
    with sqlite3.connect(tmp_path / "copy.sqlite3") as copy:
        rows = copy.execute("SELECT player, name, loss FROM tries WHERE day = '2026-06-01'")
        assert rows.fetchall() == [("ann", "Ann", 2.5)]
        kept = copy.execute("SELECT player FROM day_groups WHERE circle = 'kept'")
        assert kept.fetchall() == [("ann",)]


@pytest.mark.parametrize("address", [""], indirect=False)
def test_an_old_database_gets_missing_columns(address: str, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / FILE) as old:
        old.executescript(
            "CREATE TABLE store (version INTEGER PRIMARY KEY);"
            "INSERT INTO store VALUES (1);"
            "CREATE TABLE logs"
            " (id TEXT PRIMARY KEY, length INTEGER NOT NULL, touched REAL NOT NULL);"
            "CREATE TABLE entries (log TEXT NOT NULL, seq INTEGER NOT NULL, payload BLOB NOT NULL,"
            " PRIMARY KEY (log, seq)) WITHOUT ROWID;"
            "INSERT INTO logs VALUES ('OLD', 1, 5.0);"
            "INSERT INTO entries VALUES ('OLD', 1, X'61');"
        )

    async def story(store: SqlStore, attempts: DailyAttempts) -> None:
        log = await store.read("OLD")
        assert log is not None
        assert log.payloads == (b"a",)
        assert (await attempts.begin("2026-07-01", "ann", "NEW", "Ann", 6.0)).log == "NEW"

    told(address, tmp_path, story)
