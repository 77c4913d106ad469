"""Storage of logs: one interface, with SQLite in the data folder or a PostgreSQL server."""

from rowlock.server.store.open import open_store
from rowlock.server.store.store import Conflict, LeaseLost, Store, Stored, StoreFailure

__all__ = ["Conflict", "LeaseLost", "Store", "StoreFailure", "Stored", "open_store"]
