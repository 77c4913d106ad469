"""What a store must be able to do. The same tests run against every one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from msgspec import Struct


class Conflict(Exception):
    """Somebody else has written to this log: it is longer than the writer thought."""


class StoreFailure(RuntimeError):
    """Nothing can be stored here now, in words for whoever runs the server."""


class LeaseLost(StoreFailure):
    """The table belongs to another process now: nothing may be written to it from here."""


class Stored(Struct, frozen=True):
    """A log as it was read."""

    payloads: tuple[bytes, ...]
    touched: float


class Store(Protocol):
    """Append-only logs, one for each table, numbered from 1. All times are Unix seconds."""

    async def open(self) -> None:
        """Make ready; creates what does not exist yet."""

    async def close(self) -> None: ...

    async def append(
        self, table: str, expected: int, payloads: Sequence[bytes], at: float | None
    ) -> None:
        """Add to a log whose last number is `expected` (0: a new one), all or nothing.

        `at` is when, or None for so soon after the last time that it need not be noted: each time
        moves the table in an index. Raises `Conflict` when the log has another length. Returns when
        it is stored.
        """

    async def read(self, table: str) -> Stored | None:
        """A whole log, or None where there is no such table."""

    async def rewrite(self, table: str, payloads: Mapping[int, bytes]) -> None:
        """Replace entries of a log, by number: what people said or were called is erased."""

    async def delete(self, table: str) -> None:
        """Delete a table, with all that is kept beside its log."""

    async def keep_call(self, table: str, member: int, payload: bytes) -> None:
        """Where a member of a table wants to be called, instead of what was kept before."""

    async def read_call(self, table: str, member: int) -> bytes | None:
        """Where a member wants to be called."""

    async def drop_calls(self, table: str, member: int | None = None) -> None:
        """A member, or all of a table, will not be called any more."""

    async def prune(self, now: float, keep_s: float) -> list[str]:
        """Delete every table that was last written longer ago than that; answers which. A store
        that others share does not believe our clock alone, and leaves theirs to them."""

    async def check(self) -> None:
        """Raise when nothing can be written."""

    async def backup(self, path: Path) -> int:
        """Write everything to a new SQLite file; answers the number of tables."""
