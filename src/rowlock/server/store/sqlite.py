"""SQLite in a file, with two threads, so that writes never wait for reads or checkpoints.

One thread writes moves, all that wait in one transaction. A second one does everything that can
take long: reading, deleting, and checkpoints, which wait for the disk. The event loop never touches
the file.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from rowlock.server.store.append import append_together
from rowlock.server.store.database_thread import Connection, DatabaseThread, one_by_one
from rowlock.server.store.sql import SqlStore, connect_sqlite, copy_games
from rowlock.server.store.store import Conflict, StoreFailure
from rowlock.server.store.write_ahead_log import lost_transactions

log = logging.getLogger(__name__)

CHECKPOINT_EVERY = 2000
"""Entries until a checkpoint, which copies the write-ahead log into the database."""
LONGEST_LOG = 25_000
"""Maximum length of the write-ahead log in pages of 4 KiB; beyond it, writers wait for the
checkpoint."""
_UPDATES_FROM = (3, 33)
"""The first SQLite version that can set many rows to different values in one statement."""
_DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB")


class SqliteStore(SqlStore):
    def __init__(self, path: Path, *, full_sync: bool = False) -> None:
        super().__init__(lambda: self._connect(full_sync=full_sync), guard=self._guard)
        self._path = path
        together = append_together if sqlite3.sqlite_version_info >= _UPDATES_FROM else one_by_one
        self._writer = DatabaseThread(
            lambda: self._connect(full_sync=full_sync), Conflict, self._guard, together
        )
        self._file: tuple[int, int] | None = None
        self._is_open = False
        self._lost = 0
        """Stored transactions that a damaged write-ahead log has lost."""
        self._since_checkpoint = 0
        self._checkpoint: asyncio.Task[None] | None = None

    def _connect(self, *, full_sync: bool) -> Connection:
        if self._file is not None:
            self._guard()  # do not create a new file if the file has vanished
        connection = connect_sqlite(self._path, full_sync=full_sync)
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        self._file = _identity(self._path)
        return connection

    def _guard(self) -> None:
        """Raise if the file was deleted or replaced; SQLite would continue to write into it."""
        if self._file is not None and _identity(self._path) != self._file:
            raise StoreFailure(f"the database {self._path} has vanished or was replaced")

    async def open(self) -> None:
        self._lost = await asyncio.to_thread(lost_transactions, self._path)
        if self._lost:
            log.error("%s", self._damage)
        try:
            await super().open()
            await self._worker.run(_look_through)
        except StoreFailure as failure:
            await self.close()
            raise StoreFailure(f"the database {self._path} cannot be used: {failure}") from None
        self._writer.start()
        self._is_open = True

    async def close(self) -> None:
        if self._checkpoint is not None:
            await asyncio.wait([self._checkpoint])
        await self._writer.stop()
        await super().close()

    @property
    def _damage(self) -> str:
        return (
            f"the write-ahead log of {self._path} is damaged: {self._lost} transactions are lost "
            "(restore a backup, or restart to accept that)"
        )

    async def check(self) -> None:
        if self._lost and self._is_open:
            raise StoreFailure(self._damage)
        for worker in (self._worker, self._writer):
            if getattr(worker.failure, "sqlite_errorname", "").startswith(_DAMAGED):
                raise StoreFailure(f"the database {self._path} is damaged: {worker.failure}")
        await super().check()

    async def append(
        self, table: str, expected: int, payloads: Sequence[bytes], at: float | None
    ) -> None:
        await self._writer.run(self._appending(table, expected, payloads, at), whose=table)
        self._since_checkpoint += len(payloads)
        if self._since_checkpoint >= CHECKPOINT_EVERY:
            self._since_checkpoint = 0
            if self._checkpoint is None or self._checkpoint.done():
                self._checkpoint = asyncio.create_task(self._copy_back())

    async def _copy_back(self) -> None:
        """Checkpoint while writers continue. The log restarts if nothing was written meanwhile; if
        it has become too long, the rest is copied while writers wait."""

        def work(connection: Connection) -> None:
            connection.commit()
            _, pages, _ = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
            if pages > LONGEST_LOG:
                connection.execute("PRAGMA wal_checkpoint(RESTART)").fetchall()

        await self._worker.run(work)


def copy_read_only(source: Path, path: Path) -> int:
    """Copy the games of a database in a folder that cannot be written to.

    SQLite needs to write there to read what only the write-ahead log contains, so the copy is
    refused if there is something in it.
    """
    beside = source.with_name(f"{source.name}-wal")
    if beside.exists() and beside.stat().st_size:
        raise StoreFailure(f"{source.parent} cannot be written to, and {beside.name} is not empty")
    address = f"{source.absolute().as_uri()}?mode=ro&immutable=1"
    try:
        with contextlib.closing(sqlite3.connect(address, uri=True)) as connection:
            return copy_games(connection, path)
    except sqlite3.Error as error:
        raise StoreFailure(f"the database {source} cannot be read: {error}") from None


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _look_through(connection: Connection) -> None:
    found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        raise sqlite3.DatabaseError(f"it is damaged ({found}); restore a backup")
