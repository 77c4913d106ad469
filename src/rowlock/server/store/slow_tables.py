"""Tables over days: when each needs the server again, and the time for which servers have run.

Time over days is counted in seconds for which a server was running, so that neither a machine that
was switched off nor a clock that jumps lets anybody's time run out. Every running process adds to
the same total; a gap between two beats that is longer than `LONGEST_GAP_S`, or negative, adds
nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from rowlock.server.store.sql import Run, SqlStore

LONGEST_GAP_S = 60.0
MAX_DUE = 100
"""Tables that are woken at a time."""

_BEAT = (
    "INSERT INTO running_time (id, total, last) VALUES (1, 0, {now})"
    " ON CONFLICT (id) DO UPDATE SET total = running_time.total + CASE"
    f" WHEN excluded.last - running_time.last BETWEEN 0 AND {LONGEST_GAP_S}"
    " THEN excluded.last - running_time.last ELSE 0 END, last = excluded.last"
)
_KEEP = (
    "INSERT INTO slow_tables (log, length, due, payload) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (log) DO UPDATE SET"
    " length = excluded.length, due = excluded.due, payload = excluded.payload"
)


class SlowTableRows:
    def __init__(self, store: SqlStore) -> None:
        self._store = store

    async def beat(self, now: float) -> float:
        """Count the time since the last beat; returns the running time in seconds. `now` are Unix
        seconds, used if the database has no clock of its own."""
        clock = self._store.clock
        values = (now,) if clock == "?" else ()

        def work(run: Run) -> float:
            run(_BEAT.format(now=clock), *values)
            return float(run("SELECT total FROM running_time WHERE id = 1").fetchone()[0])

        return await self._store.run(work)

    async def keep(self, table: str, length: int, due: float | None, payload: bytes) -> None:
        """Store what a table needs besides its log, which has this length; `due` is the running
        time at which it needs the server."""
        await self._store.run(lambda run: run(_KEEP, table, length, due, payload))

    async def read(self, tables: Sequence[str]) -> dict[str, bytes]:
        """What is stored for these tables."""
        if not tables:
            return {}
        marks = ", ".join("?" * len(tables))
        sql = f"SELECT log, payload FROM slow_tables WHERE log IN ({marks})"
        rows = await self._store.run(lambda run: run(sql, *tables).fetchall())
        return {str(row[0]): bytes(row[1]) for row in rows}

    async def due(self, running: float) -> list[str]:
        """The tables that need the server now. A log that has grown since its row was stored is one
        of them: its process has crashed in between."""
        sql = (
            "SELECT log FROM slow_tables JOIN logs ON logs.id = log"
            f" WHERE due <= ? OR logs.length <> slow_tables.length LIMIT {MAX_DUE}"
        )
        rows = await self._store.run(lambda run: run(sql, running).fetchall())
        return [str(row[0]) for row in rows]

    async def drop(self, table: str) -> None:
        await self._store.run(lambda run: run("DELETE FROM slow_tables WHERE log = ?", table))
