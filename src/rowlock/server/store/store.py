"""Interface of a store. The same tests run against every implementation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from msgspec import Struct


class Conflict(Exception):
    """Another writer has changed this log: it is longer than expected."""


class StoreFailure(RuntimeError):
    """Nothing can be stored at the moment; the message is for the operator."""


class LeaseLost(StoreFailure):
    """The table belongs to another process, so this one may not write to it."""


class Stored(Struct, frozen=True):
    """A log as it was read."""

    payloads: tuple[bytes, ...]
    touched: float


class Store(Protocol):
    """Append-only logs, one for each table, numbered from 1. All times are Unix seconds."""

    async def open(self) -> None:
        """Connect, and create what does not exist yet."""

    async def close(self) -> None: ...

    async def upgrade(self) -> None:
        """Refuse versions of Rowlock that cannot read what this one writes."""

    async def append(
        self, table: str, expected: int, payloads: Sequence[bytes], at: float | None
    ) -> None:
        """Add to a log whose last number is `expected` (0: a new one), all or nothing.

        `at` is the time, or None if the table was updated so recently that the time need not be
        stored, which saves an index update. Raises `Conflict` if the log has a different length.
        Returns when the entries are stored.
        """

    async def read(self, table: str) -> Stored | None:
        """A whole log, or None if there is no such table."""

    async def rewrite(self, table: str, payloads: Mapping[int, bytes]) -> None:
        """Replace entries of a log, by number, to erase chat and names."""

    async def delete(self, table: str) -> None:
        """Delete a table and everything stored with it."""

    async def keep_call(self, table: str, member: int, payload: bytes) -> None:
        """Store or replace a member's push subscription."""

    async def read_call(self, table: str, member: int) -> bytes | None:
        """A member's push subscription."""

    async def drop_calls(self, table: str, member: int | None = None) -> None:
        """Delete the push subscription of a member, or all of a table."""

    async def prune(self, now: float, keep_s: float) -> list[str]:
        """Delete every table that was last written longer ago than `keep_s`; returns their names. A
        shared store also asks the clock of the database, and leaves the tables of other processes
        alone."""

    async def check(self) -> None:
        """Raise if nothing can be written."""

    async def backup(self, path: Path) -> int:
        """Copy everything to a new SQLite file; returns the number of tables."""
