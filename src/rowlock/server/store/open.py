"""Opens the store at an address."""

from __future__ import annotations

from pathlib import Path

from rowlock.server.store.private_files import private_folder
from rowlock.server.store.sql import SqlStore, connect_postgres
from rowlock.server.store.sqlite import SqliteStore
from rowlock.server.store.store import StoreFailure

FILE = "rowlock.sqlite3"


def open_store(data: Path, database: str = "", *, full_sync: bool = False) -> SqlStore:
    """SQLite in the data folder, or the PostgreSQL server at `postgresql://...`."""
    if database.startswith(("postgresql://", "postgres://")):
        import psycopg  # noqa: F401  a missing one is to be noticed now

        return SqlStore(lambda: connect_postgres(database), mark="%s")
    if database:
        scheme = database.partition(":")[0]
        raise StoreFailure(f"a database is named postgresql://..., not {scheme}:...")
    private_folder(data)
    return SqliteStore(data / FILE, full_sync=full_sync)
