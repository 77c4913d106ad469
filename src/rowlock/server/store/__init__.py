"""Where logs are kept: one interface, SQLite in the data folder or a PostgreSQL server."""

from rowlock.server.store.open import open_store
from rowlock.server.store.store import Conflict, Store, Stored, StoreFailure

__all__ = ["Conflict", "Store", "StoreFailure", "Stored", "open_store"]
