"""SQLite as quick as it can be: moves are written from the event loop itself.

With a write-ahead log and without a disk sync a commit is a short write into the system's cache,
much cheaper than waking another thread and being woken by it. All that waits at the end of a round
of the loop goes into one transaction. What can take long (reading, deleting, copying the log back
into the database, which does sync) stays with the worker's thread.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path

from rowlock.server.store.sql import SqlStore, connect_sqlite
from rowlock.server.store.store import Conflict
from rowlock.server.store.worker import Connection

CHECKPOINT_EVERY = 2000
"""Entries after which the write-ahead log is copied back."""
LONGEST_LOG = 25_000
"""Pages of 4 KiB after which writers have to wait for a new log."""

_Waiting = tuple[Callable[[Connection], None], "asyncio.Future[None]"]


class SqliteStore(SqlStore):
    def __init__(self, path: Path) -> None:
        super().__init__(lambda: connect_sqlite(path))
        self._path = path
        self._connection: sqlite3.Connection | None = None
        self._waiting: list[_Waiting] = []
        self._since_checkpoint = 0
        self._checkpoint: asyncio.Task[None] | None = None

    async def open(self) -> None:
        await super().open()
        self._connection = connect_sqlite(self._path)
        self._connection.execute("PRAGMA wal_autocheckpoint = 0")

    async def close(self) -> None:
        if self._checkpoint is not None:
            await self._checkpoint
        await super().close()
        if self._connection is not None:
            self._connection.close()

    async def append(self, table: str, expected: int, payloads: Sequence[bytes], at: float) -> None:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        if not self._waiting:
            loop.call_soon(self._write)
        self._waiting.append((self._appending(table, expected, payloads, at), future))
        self._since_checkpoint += len(payloads)
        await future

    def _write(self) -> None:
        waiting, self._waiting = self._waiting, []
        results: list[Exception | None] = []
        try:
            assert self._connection is not None
            for work, _ in waiting:
                try:
                    work(self._connection)
                    results.append(None)
                except Conflict as conflict:
                    results.append(conflict)
            self._connection.commit()
        except Exception as error:
            if self._connection is not None:
                self._connection.rollback()
            results = [error] * len(waiting)
        for (_, future), result in zip(waiting, results, strict=True):
            if future.done():
                continue
            if result is None:
                future.set_result(None)
            else:
                future.set_exception(result)
        if self._since_checkpoint >= CHECKPOINT_EVERY:
            self._since_checkpoint = 0
            if self._checkpoint is None or self._checkpoint.done():
                self._checkpoint = asyncio.create_task(self._copy_back())

    async def _copy_back(self) -> None:
        """Beside the writers. The log starts anew when nothing was written meanwhile; where that
        never happens, the rest is copied while writers wait, which may take the disk a while."""

        def work(connection: Connection) -> None:
            connection.commit()
            _, pages, _ = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
            if pages > LONGEST_LOG:
                connection.execute("PRAGMA wal_checkpoint(RESTART)").fetchall()

        await self._worker.run(work)
