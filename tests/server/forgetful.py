"""`rowlock` with a fault planted: moves are acknowledged at once and stored a moment later."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence

from rowlock.cli.main import main
from rowlock.server.store.sqlite import SqliteStore

LATER_S = 0.2
_store = SqliteStore.append
_writing: set[asyncio.Task[None]] = set()


async def _append_later(
    self: SqliteStore, table: str, expected: int, payloads: Sequence[bytes], at: float | None
) -> None:
    async def write() -> None:
        await asyncio.sleep(LATER_S)
        await _store(self, table, expected, payloads, at)

    if expected == 0:  # a table that is lost as a whole would only be waited for
        await _store(self, table, expected, payloads, at)
        return
    task = asyncio.create_task(write())
    _writing.add(task)
    task.add_done_callback(_writing.discard)


if __name__ == "__main__":
    SqliteStore.append = _append_later  # type: ignore[method-assign]  # the fault
    sys.exit(main())
