"""The store, in SQL that both SQLite and PostgreSQL understand."""

from __future__ import annotations

import math
import re
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from rowlock.server.store.append import Append
from rowlock.server.store.database_thread import Connection, DatabaseThread
from rowlock.server.store.private_files import private_file
from rowlock.server.store.store import Conflict, LeaseLost, Stored

VERSION = 2
"""The version of what is stored; a later one is refused. 2: games by the scheme `rowlock-dice-3`,
which Rowlock before it cannot read."""

_FORGET_TRY = "UPDATE tries SET log = '', name = '', loss = NULL, judged = NULL WHERE log = ?"
"""What remains of a deleted attempt: only that there was one."""
PATIENCE_S = 10.0
"""Seconds to wait for a PostgreSQL server that does not answer."""
_COLUMNS = {
    "logs": "id, length, touched",
    "entries": "log, seq, payload",
    "tries": "day, player, log, name, loss, judged, at",
    "day_groups": "circle, day, player, at",
    "slow_tables": "log, length, due, payload",
    "running_time": "id, total, last",
}
"""Columns that a backup copies: the games, but not the push subscriptions."""


T = TypeVar("T")
Run: TypeAlias = Callable[..., Any]
"""Executes a statement with its values; returns the driver's cursor."""


NOT_WAITING = (
    " AND NOT EXISTS (SELECT 1 FROM slow_tables, running_time"
    " WHERE slow_tables.log = logs.id AND due > total)"
)
"""Condition that no player's time over days is running."""


class SqlStore:
    """`connect` opens a connection with a transaction at hand and makes the tables if needed;
    `mark` is how the driver writes a parameter."""

    clock = "?"
    """An expression for Unix seconds by the clock of the database; `?` if it has none."""

    def __init__(
        self,
        connect: Callable[[], Connection],
        mark: str = "?",
        guard: Callable[[], None] = lambda: None,
    ) -> None:
        self._worker = DatabaseThread(connect, (Conflict, LeaseLost), guard)
        self._mark = mark

    def _sql(self, text: str) -> str:
        return text.replace("?", self._mark)

    async def open(self) -> None:
        self._worker.start()
        await self.check()

    async def close(self) -> None:
        await self._worker.stop()

    async def run(self, work: Callable[[Run], T]) -> T:
        """Carry out statements in one transaction; `?` stands for a value in each."""

        return await self._worker.run(lambda connection: work(self._runs(connection)))

    def _runs(self, connection: Connection) -> Run:
        return lambda sql, *values: connection.execute(self._sql(sql), values)

    async def append(
        self, table: str, expected: int, payloads: Sequence[bytes], at: float | None
    ) -> None:
        await self._worker.run(self._appending(table, expected, payloads, at))

    def _appending(
        self, table: str, expected: int, payloads: Sequence[bytes], at: float | None
    ) -> Callable[[Connection], None]:
        return Append(table, expected, payloads, at, self._mark)

    async def read(self, table: str) -> Stored | None:
        head = self._sql("SELECT touched FROM logs WHERE id = ?")
        body = self._sql("SELECT payload FROM entries WHERE log = ? ORDER BY seq")

        def work(connection: Connection) -> Stored | None:
            found = connection.execute(head, (table,)).fetchone()
            if found is None:
                return None
            rows = connection.execute(body, (table,)).fetchall()
            return Stored(tuple(_octets(row[0]) for row in rows), float(found[0]))

        return await self._worker.run(work)

    async def rewrite(self, table: str, payloads: Mapping[int, bytes]) -> None:
        await self._worker.run(lambda connection: self._rewrite(connection, table, payloads))

    async def delete(self, table: str) -> None:
        await self.run(lambda run: self._delete(run, table))

    async def keep_call(self, table: str, member: int, payload: bytes) -> None:
        there = self._sql("SELECT 1 FROM logs WHERE id = ?")
        drop = self._sql("DELETE FROM calls WHERE log = ? AND member = ?")
        insert = self._sql("INSERT INTO calls (log, member, payload) VALUES (?, ?, ?)")

        def work(connection: Connection) -> None:
            if connection.execute(there, (table,)).fetchone() is not None:
                connection.execute(drop, (table, member))
                connection.execute(insert, (table, member, payload))

        await self._worker.run(work)

    async def read_call(self, table: str, member: int) -> bytes | None:
        find = self._sql("SELECT payload FROM calls WHERE log = ? AND member = ?")

        def work(connection: Connection) -> bytes | None:
            found = connection.execute(find, (table, member)).fetchone()
            return None if found is None else _octets(found[0])

        return await self._worker.run(work)

    async def drop_calls(self, table: str, member: int | None = None) -> None:
        drop = "DELETE FROM calls WHERE log = ?" + ("" if member is None else " AND member = ?")
        values = (table,) if member is None else (table, member)

        def work(connection: Connection) -> None:
            connection.execute(self._sql(drop), values)

        await self._worker.run(work)

    def _rewrite(self, connection: Connection, table: str, payloads: Mapping[int, bytes]) -> None:
        update = self._sql("UPDATE entries SET payload = ? WHERE log = ? AND seq = ?")
        for seq, payload in payloads.items():
            connection.execute(update, (payload, table, seq))

    def _delete(self, run: Run, table: str) -> None:
        run("DELETE FROM calls WHERE log = ?", table)
        run("DELETE FROM slow_tables WHERE log = ?", table)
        run("DELETE FROM entries WHERE log = ?", table)
        run("DELETE FROM logs WHERE id = ?", table)
        run(_FORGET_TRY, table)

    async def prune(self, now: float, keep_s: float) -> list[str]:
        def work(run: Run) -> list[str]:
            before = now - keep_s
            found = run(f"SELECT id FROM logs WHERE touched < ?{NOT_WAITING} ORDER BY id", before)
            tables = [str(row[0]) for row in found.fetchall()]
            for table in tables:
                self._delete(run, table)
            for name in ("tries", "day_groups"):
                run(f"DELETE FROM {name} WHERE at < ?", before)
            return tables

        return await self.run(work)

    async def check(self) -> None:
        def work(run: Run) -> None:
            if run("UPDATE store SET version = version WHERE version <= ?", VERSION).rowcount == 1:
                return
            found = ", ".join(str(row[0]) for row in run("SELECT version FROM store").fetchall())
            raise RuntimeError(
                f"the database is of version {found or 'none'}, and this Rowlock reads versions up "
                f"to {VERSION}: start the version that wrote it, or a later one"
            )

        await self.run(work)

    async def upgrade(self) -> None:
        """From now on, versions that cannot read what is stored next refuse to start."""
        raised = "UPDATE store SET version = ? WHERE version < ?"
        await self.run(lambda run: run(raised, VERSION, VERSION))

    async def backup(self, path: Path) -> int:
        return await self._worker.run(lambda connection: copy_games(connection, path))


def copy_games(connection: Connection, path: Path) -> int:
    """Copy the games into a new SQLite file; returns the number of tables."""
    target = connect_sqlite(path)
    try:
        for name, columns in _COLUMNS.items():
            rows = connection.execute(f"SELECT {columns} FROM {name}").fetchall()
            marks = ", ".join("?" for _ in columns.split(","))
            target.executemany(f"INSERT INTO {name} ({columns}) VALUES ({marks})", rows)
        target.commit()
        return int(target.execute("SELECT count(*) FROM logs").fetchone()[0])
    finally:
        target.close()


def _octets(value: object) -> bytes:
    """Payload as bytes, of whatever type it is stored; the fold validates it later."""
    return value if isinstance(value, bytes) else str(value).encode()


_TABLES = """
CREATE TABLE IF NOT EXISTS store (version INTEGER PRIMARY KEY);
INSERT INTO store (version) SELECT {version} WHERE NOT EXISTS (SELECT 1 FROM store);
CREATE TABLE IF NOT EXISTS logs (
    id TEXT PRIMARY KEY,
    length INTEGER NOT NULL,
    touched {double} NOT NULL
);
CREATE INDEX IF NOT EXISTS logs_touched ON logs (touched);
CREATE TABLE IF NOT EXISTS entries (
    log TEXT NOT NULL,
    seq INTEGER NOT NULL,
    payload {bytes} NOT NULL,
    PRIMARY KEY (log, seq)
){suffix};
CREATE TABLE IF NOT EXISTS calls (
    log TEXT NOT NULL,
    member INTEGER NOT NULL,
    payload {bytes} NOT NULL,
    PRIMARY KEY (log, member)
){suffix};
CREATE TABLE IF NOT EXISTS tries (
    day TEXT NOT NULL,
    player TEXT NOT NULL,
    log TEXT NOT NULL,
    name TEXT NOT NULL,
    loss {double},
    judged {bytes},
    at {double} NOT NULL,
    PRIMARY KEY (day, player)
){suffix};
CREATE INDEX IF NOT EXISTS tries_ranked ON tries (day, loss);
CREATE INDEX IF NOT EXISTS tries_log ON tries (log);
CREATE INDEX IF NOT EXISTS tries_at ON tries (at);
CREATE TABLE IF NOT EXISTS day_groups (
    circle TEXT NOT NULL,
    day TEXT NOT NULL,
    player TEXT NOT NULL,
    at {double} NOT NULL,
    PRIMARY KEY (circle, day, player)
){suffix};
CREATE INDEX IF NOT EXISTS day_groups_at ON day_groups (at);
CREATE TABLE IF NOT EXISTS slow_tables (
    log TEXT PRIMARY KEY,
    length INTEGER NOT NULL,
    due {double},
    payload {bytes} NOT NULL
){suffix};
CREATE INDEX IF NOT EXISTS slow_tables_due ON slow_tables (due);
CREATE TABLE IF NOT EXISTS running_time (
    id INTEGER PRIMARY KEY,
    total {double} NOT NULL,
    last {double} NOT NULL
);
"""


LEASES = (
    "CREATE TABLE IF NOT EXISTS servers (id TEXT PRIMARY KEY, address TEXT NOT NULL,"
    " key TEXT NOT NULL, until TIMESTAMPTZ NOT NULL)",
    "ALTER TABLE servers ADD COLUMN IF NOT EXISTS home TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE logs ADD COLUMN IF NOT EXISTS owner TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE logs ADD COLUMN IF NOT EXISTS epoch BIGINT NOT NULL DEFAULT 0",
)
"""PostgreSQL only: tables of the processes that share the database, and of the owners of tables."""


def tables(*, double: str, blob: str, suffix: str = "") -> list[str]:
    """The statements that create missing database tables."""
    text = _TABLES.format(version=VERSION, double=double, bytes=blob, suffix=suffix)
    return [statement.strip() for statement in text.split(";") if statement.strip()]


def connect_sqlite(path: Path, *, full_sync: bool = False) -> sqlite3.Connection:
    """SQLite with a write-ahead log: readers never wait, and a killed server loses nothing.

    With `full_sync` not even a power cut loses an acknowledged move; each commit then waits for the
    disk.
    """
    private_file(path)
    connection = sqlite3.connect(path, timeout=10, check_same_thread=False)
    connection.execute("PRAGMA trusted_schema = OFF")
    _refuse_foreign_code(connection)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute(f"PRAGMA synchronous = {'FULL' if full_sync else 'NORMAL'}")
    for statement in tables(double="REAL", blob="BLOB", suffix=" WITHOUT ROWID"):
        connection.execute(statement)
    connection.commit()
    return connection


def _refuse_foreign_code(connection: sqlite3.Connection) -> None:
    """Refuse a file with triggers or views: Rowlock makes none, and they would run with it."""
    found = connection.execute(
        "SELECT type, name FROM sqlite_master WHERE type IN ('trigger', 'view') ORDER BY name"
    ).fetchone()
    if found is not None:
        kind, name = found
        connection.close()
        raise sqlite3.DatabaseError(f"it contains the {kind} {name!r}, which Rowlock did not make")


def connect_postgres(url: str, patience_s: float = PATIENCE_S) -> Connection:
    """A connection to a PostgreSQL server; needs the extra `postgres`."""
    import psycopg
    from psycopg.conninfo import conninfo_to_dict

    connection = psycopg.connect(**(_in_time(patience_s) | conninfo_to_dict(url)))
    # Two servers that start at the same time must not create the tables twice.
    connection.execute("SELECT pg_advisory_xact_lock(7079)")
    statements = [*tables(double="DOUBLE PRECISION", blob="BYTEA"), *LEASES]
    for statement in _missing(connection, statements):
        connection.execute(statement.encode())
    connection.commit()
    return connection


def _in_time(patience_s: float) -> dict[str, Any]:
    """Connection options that turn a silent network into an error within about this time; options
    in the database address have priority."""
    return {
        "connect_timeout": math.ceil(patience_s),
        "keepalives_idle": math.ceil(patience_s / 2),
        "keepalives_interval": math.ceil(patience_s / 8),
        "keepalives_count": 4,
        "tcp_user_timeout": int(patience_s * 1000),
    }


def _missing(connection: Connection, statements: list[str]) -> list[str]:
    """The statements that are still necessary. Even a statement without effect would block all
    writers, and a server may start while others are in use."""
    found = connection.execute(
        "SELECT relname FROM pg_class WHERE pg_table_is_visible(oid)"
        " UNION SELECT attname FROM pg_attribute"
        " WHERE attrelid IN (to_regclass('logs'), to_regclass('servers'))"
    )
    there = {str(row[0]) for row in found.fetchall()}
    named = re.compile(r"(?:CREATE \w+|ADD COLUMN) IF NOT EXISTS (\w+)")
    names = [named.search(statement) for statement in statements]
    return [
        statement
        for statement, name in zip(statements, names, strict=True)
        if name is None or name[1] not in there
    ]
