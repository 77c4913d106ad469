"""The game of the day on this server: one attempt per player and day, judged by its moves.

An attempt is an ordinary table whose dice follow from the date; `study/daily_judge.py` judges it. A
player is identified by a key that the server has created; only its hash is stored.
"""

from __future__ import annotations

import datetime
import re

import msgspec

from rowlock.daily.judge import DayEvaluation
from rowlock.errors import Illegal
from rowlock.server.rooms.new_token import new_token
from rowlock.server.rooms.registry import Rooms
from rowlock.server.store.daily_attempts import DailyAttempt, DailyAttempts
from rowlock.server.study.daily_judge import DailyJudge
from rowlock.server.study.daily_messages import Group, StartDay
from rowlock.table.day import Day
from rowlock.table.names import clean_name
from rowlock.table.tokens import hash_token

_KEY = re.compile("[A-Za-z0-9_-]{22}")
"""The form of keys, which `new_token` creates."""


class DailyGames:
    def __init__(self, rooms: Rooms, attempts: DailyAttempts, judge: DailyJudge) -> None:
        self._rooms = rooms
        self.attempts = attempts
        self._judge = judge

    def now(self) -> datetime.datetime:
        return datetime.datetime.fromtimestamp(self._rooms.calendar.now(), datetime.UTC)

    async def begin(
        self, day: Day, key: str | None, wish: StartDay, address: str
    ) -> tuple[str, str]:
        """The player's table of a day and their key; an existing attempt is continued."""
        token = key if key is not None else new_token()
        player = player_of(token)
        found = await self.attempts.find(day.date, player)
        if found is None:
            found = await self._new(day, player, wish.name, address)
        if not found.log:
            raise Illegal("already_played", "you have already played this day")
        for group in wish.groups:
            await self.join(day, player, group)
        return found.log, token

    async def _new(self, day: Day, player: str, typed: str, address: str) -> DailyAttempt:
        if not day.is_open(self.now()):
            raise Illegal("wrong_day", f"the game of {day.date} cannot be played now")
        name = clean_name(typed, ())
        table = await self._rooms.create_day(day, name, player, address)
        at = self._rooms.calendar.now()
        found = await self.attempts.begin(day.date, player, table, name, at)
        if found.log != table:  # the same player was faster on another connection
            await self._rooms.delete(table)
        return found

    async def join(self, day: Day, player: str, group: Group) -> None:
        await self.attempts.join(group, day.date, player, self._rooms.calendar.now())

    async def own(self, day: Day, key: str) -> DailyAttempt:
        """The player's attempt of a day."""
        found = await self.attempts.find(day.date, player_of(key))
        if found is None or not found.log:
            raise Illegal("day_not_played", f"you have not played the game of {day.date} here")
        return found

    async def forget(self, day: Day, key: str) -> None:
        """Delete the player's attempt, its game and its lines on the boards."""
        found = await self.own(day, key)
        await self._rooms.delete(found.log)
        await self.attempts.forget(day.date, found.player)

    async def judged(self, day: Day, key: str) -> tuple[DayEvaluation, DailyAttempt]:
        """The result of the player's game; judges it if that has not happened yet."""
        found = await self.own(day, key)
        if found.judged is None:
            table = (await self._rooms.get(found.log)).table
            await self._judge.judge(day, found.player, table)
            found = await self.own(day, key)
        assert found.judged is not None
        return msgspec.json.decode(found.judged, type=DayEvaluation), found

    async def exact_score(self, day: Day) -> int | None:
        """The score of the exact policy with the dice of a day that is over."""
        if day.players > 1 or not day.is_over(self.now()):
            return None
        return await self._judge.exact_score(day)


def player_of(key: str) -> str:
    """The player with this key; refuses a text that no server has created."""
    if not _KEY.fullmatch(key):
        raise Illegal("bad_token", "this is not a player's key")
    return hash_token(key)
