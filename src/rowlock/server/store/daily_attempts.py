"""Attempts at the game of the day: one per player and day, ranked when they are judged.

A player is identified by the hash of a key. The loss decides the rank; `judged` is what else a
board shows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from rowlock.server.store.sql import Run, SqlStore

MOST_SHOWN = 100
"""Maximum number of lines of a board."""


class DailyAttempt(Struct, frozen=True):
    """A player's game of a day."""

    player: str
    log: str
    """The table; empty if the player has deleted it."""
    name: str
    loss: float | None
    """What the choices gave away; None before it is judged, or if it is not ranked."""
    judged: bytes | None
    at: float
    """When it was started."""


class Leaderboard(Struct, frozen=True):
    """The best attempts of a day, and how many are ranked."""

    attempts: tuple[DailyAttempt, ...]
    ranked: int


_FIELDS = "tries.player, tries.log, tries.name, tries.loss, tries.judged, tries.at"
_IN_GROUP = (
    " AND EXISTS (SELECT 1 FROM day_groups g"
    " WHERE g.circle = ? AND g.day = tries.day AND g.player = tries.player)"
)
_RANKED = "FROM tries WHERE day = ? AND loss IS NOT NULL"


class DailyAttempts:
    def __init__(self, store: SqlStore) -> None:
        self._store = store

    async def find(self, day: str, player: str) -> DailyAttempt | None:
        return await self._store.run(_finding(day, player))

    async def begin(self, day: str, player: str, log: str, name: str, at: float) -> DailyAttempt:
        """Store an attempt; returns it, or the existing one."""

        def work(run: Run) -> DailyAttempt | None:
            run(
                "INSERT INTO tries (day, player, log, name, at) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT DO NOTHING",
                day,
                player,
                log,
                name,
                at,
            )
            return _finding(day, player)(run)

        found = await self._store.run(work)
        assert found is not None
        return found

    async def judge(self, day: str, player: str, loss: float | None, judged: bytes) -> None:
        """Store the result of an attempt, once."""
        await self._store.run(
            lambda run: run(
                "UPDATE tries SET loss = ?, judged = ?"
                " WHERE day = ? AND player = ? AND judged IS NULL AND log <> ''",
                loss,
                judged,
                day,
                player,
            )
        )

    async def forget(self, day: str, player: str) -> None:
        """Remove a player from all groups of a day; the attempt is deleted with its table."""
        await self._store.run(
            lambda run: run("DELETE FROM day_groups WHERE day = ? AND player = ?", day, player)
        )

    async def join(self, group: str, day: str, player: str, at: float) -> None:
        """Show a player's attempt of this day to a group."""
        await self._store.run(
            lambda run: run(
                "INSERT INTO day_groups (circle, day, player, at) VALUES (?, ?, ?, ?)"
                " ON CONFLICT DO NOTHING",
                group,
                day,
                player,
                at,
            )
        )

    async def leave(self, group: str, player: str) -> None:
        """Remove a player from the boards of a group on all days."""
        await self._store.run(
            lambda run: run("DELETE FROM day_groups WHERE circle = ? AND player = ?", group, player)
        )

    async def board(self, day: str, group: str) -> Leaderboard:
        """The board of a day, of all players or of a group."""
        where, values = _where(day, group)

        def work(run: Run) -> Leaderboard:
            rows = run(
                f"SELECT {_FIELDS} {where} ORDER BY loss, at, player LIMIT {MOST_SHOWN}", *values
            ).fetchall()
            return Leaderboard(
                tuple(map(_try, rows)), int(run(f"SELECT count(*) {where}", *values).fetchone()[0])
            )

        return await self._store.run(work)

    async def place(self, day: str, group: str, loss: float) -> int:
        """The rank of a loss; equal losses share a rank."""
        where, values = _where(day, group)
        sql = f"SELECT count(*) {where} AND loss < ?"
        return 1 + int(await self._store.run(lambda run: run(sql, *values, loss).fetchone()[0]))


def _where(day: str, group: str) -> tuple[str, tuple[str, ...]]:
    return (_RANKED + _IN_GROUP, (day, group)) if group else (_RANKED, (day,))


def _finding(day: str, player: str) -> Callable[[Run], DailyAttempt | None]:
    def work(run: Run) -> DailyAttempt | None:
        row = run(f"SELECT {_FIELDS} FROM tries WHERE day = ? AND player = ?", day, player)
        found = row.fetchone()
        return None if found is None else _try(found)

    return work


def _try(row: Any) -> DailyAttempt:
    player, log, name, loss, judged, at = row
    return DailyAttempt(player, log, name, loss, None if judged is None else bytes(judged), at)
