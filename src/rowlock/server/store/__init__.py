"""Where logs are kept: one interface, SQLite in the data folder or a PostgreSQL server."""

from rowlock.server.store.open import open_store
from rowlock.server.store.store import Conflict, Store, Stored

__all__ = ["Conflict", "Store", "Stored", "open_store"]
