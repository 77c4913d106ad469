"""The game of the day on this server: one try for each player and day, judged by its moves.

A try is an ordinary table whose dice come from the day. When its game is over the server looks at
the moves in its log and judges them itself; what is found is kept beside the try and puts it on the
boards. A player is known by a key that the server has made, and kept as its hash.
"""

from __future__ import annotations

import asyncio
import datetime
import re
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

import msgspec

from rowlock.daily.day import Day, day_of
from rowlock.daily.judge import Judged, exact_score, judge
from rowlock.daily.tables import day_table
from rowlock.errors import Illegal, Refusal
from rowlock.notation import Record
from rowlock.review.review import review
from rowlock.server.history import finished_record
from rowlock.server.logs import logger
from rowlock.server.names import clean_name
from rowlock.server.protocol.daily import Group, StartDay
from rowlock.server.rooms import Rooms
from rowlock.server.store.tries import Tries, Try
from rowlock.server.table import Table
from rowlock.server.tokens import hash_token, new_token
from rowlock.solve.store import table_of
from rowlock.solve.value_table import ValueTable

_KEY = re.compile("[A-Za-z0-9_-]{22}")
"""What `new_token` makes."""
WAITING = 12
"""Games that may wait to be judged."""


class Days:
    def __init__(self, rooms: Rooms, tries: Tries) -> None:
        self._rooms = rooms
        self.tries = tries
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="rowlock-day")
        self._judging: dict[tuple[str, str], asyncio.Task[Judged]] = {}
        rooms.day_over = self._judge_soon

    def now(self) -> datetime.datetime:
        return datetime.datetime.fromtimestamp(self._rooms.calendar.now(), datetime.UTC)

    async def begin(self, day: Day, key: str | None, wish: StartDay) -> tuple[str, str]:
        """A player's table of a day and their key; the try that there is goes on."""
        token = key if key is not None else new_token()
        player = player_of(token)
        found = await self.tries.find(day.date, player)
        if found is None:
            found = await self._new(day, player, wish.name)
        if not found.log:
            raise Illegal("already_played", "you have played this day; a day has one try")
        for group in wish.groups:
            await self.join(day, player, group)
        return found.log, token

    async def _new(self, day: Day, player: str, typed: str) -> Try:
        if not day.is_open(self.now()):
            raise Illegal("wrong_day", f"the game of {day.date} cannot be played now")
        name = clean_name(typed, ())
        table = await self._rooms.create_day(day, name, player)
        at = self._rooms.calendar.now()
        found = await self.tries.begin(day.date, player, table, name, at)
        if found.log != table:  # the same player was quicker on another connection
            await self._rooms.delete(table)
        return found

    async def join(self, day: Day, player: str, group: Group) -> None:
        await self.tries.join(group, day.date, player, self._rooms.calendar.now())

    async def own(self, day: Day, key: str) -> Try:
        """The player's try of a day."""
        found = await self.tries.find(day.date, player_of(key))
        if found is None or not found.log:
            raise Illegal("day_not_played", f"you have not played the game of {day.date} here")
        return found

    async def forget(self, day: Day, key: str) -> None:
        """Delete the player's try, its game and its lines on the boards."""
        found = await self.own(day, key)
        await self._rooms.delete(found.log)
        await self.tries.forget(day.date, found.player)

    async def judged(self, day: Day, key: str) -> tuple[Judged, Try]:
        """What the player's game comes to; judged now if it has not been yet."""
        found = await self.own(day, key)
        if found.judged is None:
            place = (day.date, found.player)
            if place not in self._judging and not self._begin(day, found.player):
                raise Illegal("busy", "too many games are being judged; try again in a moment")
            await asyncio.shield(self._judging[place])
            found = await self.own(day, key)
        assert found.judged is not None
        return msgspec.json.decode(found.judged, type=Judged), found

    def _judge_soon(self, table: Table) -> None:
        """A game is over: the boards need not wait until its player looks at the result. Where too
        many are being judged, it waits for that after all."""
        if table.day is not None and table.host is not None:
            self._begin(table.day, table.members[table.host].token_hash)

    def _begin(self, day: Day, player: str) -> bool:
        """Judge somebody's game, unless too many are waiting for that."""
        place = (day.date, player)
        if len(self._judging) >= WAITING:
            return False
        if place not in self._judging:
            task = self._judging[place] = asyncio.create_task(self._judge(day, player))
            task.add_done_callback(lambda done: self._end(place, done))
        return True

    def _end(self, place: tuple[str, str], done: asyncio.Task[Judged]) -> None:
        del self._judging[place]
        failure = None if done.cancelled() else done.exception()
        if failure is not None and not isinstance(failure, Refusal):
            logger.error("day_not_judged", reason=str(failure))

    async def _judge(self, day: Day, player: str) -> Judged:
        found = await self.tries.find(day.date, player)
        if found is None or not found.log:
            raise Illegal("day_not_played", f"nobody has played this game of {day.date}")
        table = (await self._rooms.get(found.log)).table
        record = finished_record(table)
        loop = asyncio.get_running_loop()
        judged = await loop.run_in_executor(self._pool, _judged, record, day)
        ranked = judged.given_away if not table.stood_in else None
        await self.tries.judge(day.date, player, ranked, msgspec.json.encode(judged))
        return judged

    async def exact_score(self, day: Day) -> int | None:
        """What the exact policy makes of the dice of a day that is over."""
        if day.players > 1 or not day.is_over(self.now()):
            return None
        return await asyncio.get_running_loop().run_in_executor(self._pool, _exact, day.date)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


def player_of(key: str) -> str:
    """Who holds a key; only those that a server has made are keys."""
    if not _KEY.fullmatch(key):
        raise Illegal("bad_token", "this is no key of a player")
    return hash_token(key)


@lru_cache(maxsize=2)
def _table(date: str) -> ValueTable | None:
    return day_table(day_of(date), table_of)


def _judged(record: Record, day: Day) -> Judged:
    return judge(record, day, review(record, table=_table(day.date)))


@lru_cache(maxsize=64)
def _exact(date: str) -> int | None:
    day = day_of(date)
    table = _table(date)
    return None if table is None else exact_score(day, table)
