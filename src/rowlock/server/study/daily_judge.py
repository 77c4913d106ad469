"""Judges finished games of the day, one after the other.

When the game of a day is over, the server looks at the moves in its log and judges them itself;
the result is stored with the attempt, and puts it on the boards.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

import msgspec

from rowlock.daily.judge import DayEvaluation, exact_score, judge
from rowlock.daily.tables import day_table
from rowlock.errors import Illegal, Refusal
from rowlock.notation import Record
from rowlock.reviews.review import review
from rowlock.server.monitoring.logging import logger
from rowlock.server.store.daily_attempts import DailyAttempts
from rowlock.solver.table_cache import table_of
from rowlock.solver.value_table import ValueTable
from rowlock.table.day import Day, day_of
from rowlock.table.history import finished_record
from rowlock.table.state import Table

WAITING = 12
"""Maximum number of games that wait to be judged."""


class DailyJudge:
    def __init__(self, attempts: DailyAttempts) -> None:
        self._attempts = attempts
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="rowlock-day")
        self._judging: dict[tuple[str, str], asyncio.Task[DayEvaluation]] = {}

    async def judge(self, day: Day, player: str, table: Table) -> None:
        """Judge a player's game and store the result; callers for the same game share one run."""
        if not self._begin(day, player, table):
            raise Illegal("busy", "too many games are being evaluated; try again in a moment")
        await asyncio.shield(self._judging[day.date, player])

    def judge_soon(self, table: Table) -> None:
        """Judge a game that is over, if it is one of a day, before its player asks. If too many
        games are waiting, it is judged when the player asks."""
        day = table.chance.day
        if day is not None and table.host is not None:
            self._begin(day, table.members[table.host].token_hash, table)

    def _begin(self, day: Day, player: str, table: Table) -> bool:
        """Start judging a game; False if too many are waiting."""
        place = (day.date, player)
        if place in self._judging:
            return True
        if len(self._judging) >= WAITING:
            return False
        task = self._judging[place] = asyncio.create_task(self._judge(day, player, table))
        task.add_done_callback(lambda done: self._end(place, done))
        return True

    def _end(self, place: tuple[str, str], done: asyncio.Task[DayEvaluation]) -> None:
        del self._judging[place]
        failure = None if done.cancelled() else done.exception()
        if failure is not None and not isinstance(failure, Refusal):
            logger.error("day_not_judged", reason=str(failure))

    async def _judge(self, day: Day, player: str, table: Table) -> DayEvaluation:
        attempt = await self._attempts.find(day.date, player)
        if attempt is None or attempt.log != table.id:
            raise Illegal("day_not_played", f"there is no played game of {day.date}")
        record = finished_record(table)
        loop = asyncio.get_running_loop()
        judged = await loop.run_in_executor(self._pool, _judged, record, day)
        ranked = judged.given_away if not table.stood_in else None
        await self._attempts.judge(day.date, player, ranked, msgspec.json.encode(judged))
        return judged

    async def exact_score(self, day: Day) -> int | None:
        """The score of the exact policy with the dice of a day; None if it has no exact table."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, _exact, day.date)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


@lru_cache(maxsize=2)
def _table(date: str) -> ValueTable | None:
    return day_table(day_of(date), table_of)


def _judged(record: Record, day: Day) -> DayEvaluation:
    return judge(record, day, review(record, table=_table(day.date)))


@lru_cache(maxsize=64)
def _exact(date: str) -> int | None:
    day = day_of(date)
    table = _table(date)
    return None if table is None else exact_score(day, table)
