"""A store by its address."""

from __future__ import annotations

from pathlib import Path

from rowlock.server.store.sql import SqlStore, connect_postgres, connect_sqlite
from rowlock.server.store.sqlite import SqliteStore

FILE = "rowlock.sqlite3"


def open_store(data: Path, database: str = "", *, full_sync: bool = False) -> SqlStore:
    """SQLite in the data folder, or the PostgreSQL server at `postgresql://...`."""
    if database.startswith(("postgresql://", "postgres://")):
        import psycopg  # noqa: F401  a missing one is to be noticed now

        return SqlStore(lambda: connect_postgres(database), mark="%s")
    data.mkdir(parents=True, exist_ok=True, mode=0o700)
    if full_sync:  # a commit that waits for the disk must not keep the event loop waiting
        return SqlStore(lambda: connect_sqlite(data / FILE, full_sync=True))
    return SqliteStore(data / FILE)
