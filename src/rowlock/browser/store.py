"""Logs in the browser's database (see `Store`); JavaScript owns it (`web/src/worker/logs.ts`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from rowlock.server.store import Conflict, Stored, StoreFailure

ToJs = Callable[[list[Any]], Any]
"""Turns a list into one of JavaScript."""


class Logs(Protocol):
    """The database, as JavaScript gives it; every entry is a line of JSON."""

    async def append(self, table: str, expected: int, lines: Any, at: float | None) -> bool:
        """False if the log has another length."""
        ...

    async def read(self, table: str) -> Any:
        """The lines and the time of the last change, or None."""
        ...

    async def rewrite(self, table: str, numbers: Any, lines: Any) -> None: ...

    async def remove(self, table: str) -> None: ...

    async def old(self, before: float) -> Any:
        """The tables that were last changed before a time."""
        ...


class BrowserStore:
    """A store without a server. There are no push subscriptions."""

    def __init__(self, logs: Logs, to_js: ToJs) -> None:
        self._logs = logs
        self._to_js = to_js

    async def open(self) -> None:
        """Does nothing: the database is already open."""

    async def close(self) -> None:
        """It closes with the worker."""

    async def upgrade(self) -> None:
        """The browser's database has a version of its own (`logs.ts`)."""

    async def append(
        self, table: str, expected: int, payloads: Sequence[bytes], at: float | None
    ) -> None:
        lines = self._to_js([payload.decode() for payload in payloads])
        try:
            stored = await self._logs.append(table, expected, lines, at)
        except Exception as error:  # of JavaScript: no room left, or storage was cleared
            raise StoreFailure(f"the browser could not store the game: {error}") from None
        if not stored:
            raise Conflict

    async def read(self, table: str) -> Stored | None:
        found = await self._logs.read(table)
        if found is None:
            return None
        return Stored(tuple(line.encode() for line in found.lines), found.touched)

    async def rewrite(self, table: str, payloads: Mapping[int, bytes]) -> None:
        lines = [payload.decode() for payload in payloads.values()]
        await self._logs.rewrite(table, self._to_js(list(payloads)), self._to_js(lines))

    async def delete(self, table: str) -> None:
        await self._logs.remove(table)

    async def keep_call(self, table: str, member: int, payload: bytes) -> None:
        raise StoreFailure("there are no notifications without a server")

    async def read_call(self, table: str, member: int) -> bytes | None:
        return None

    async def drop_calls(self, table: str, member: int | None = None) -> None:
        """There are none."""

    async def prune(self, now: float, keep_s: float) -> list[str]:
        names = [str(name) for name in await self._logs.old(now - keep_s)]
        for name in names:
            await self._logs.remove(name)
        return names

    async def check(self) -> None:
        """Nothing is known before something is written."""

    async def backup(self, path: Path) -> int:
        raise StoreFailure("the browser exports games by itself")
