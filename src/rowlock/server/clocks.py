"""The clocks of a room: for the open question, and for players who are away."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from rowlock.core.game import legal_moves
from rowlock.core.move import NOTHING
from rowlock.server import entries as log
from rowlock.server.answers import trial, unfinished
from rowlock.server.decide import turns
from rowlock.server.logs import logger
from rowlock.server.store import StoreFailure

if TYPE_CHECKING:
    from rowlock.server.room import Room

MAX_SILENT = 2
"""Timeouts in a row after which a bot covers a seat."""
TRY_AGAIN_S = 1.0
LATE_S = 0.01
"""The alarm comes so much after its time: never before it."""


class Clocks:
    def __init__(self, room: Room) -> None:
        self.room = room
        self.deadline: float | None = None
        """When the time of the open question is up, by the monotonic clock; None without one."""
        self._moment: object = None
        self._alarm: asyncio.TimerHandle | None = None
        self._ringing: set[asyncio.Task[None]] = set()

    @property
    def calm(self) -> bool:
        """Whether no time is running, neither for the open question nor for somebody away."""
        return self._alarm is None

    def start(self) -> None:
        """Start the clock when something new is asked of people."""
        table = self.room.table
        limit = table.options.time_limit
        if not limit or not self.room.moving:
            self.deadline = self._moment = None
        elif self._moment != table.moment:
            self._moment = table.moment
            self.deadline = time.monotonic() + limit if self._people_owing() else None

    def set_alarm(self) -> None:
        """Wake up when a clock runs out or an absent player has been away for long enough."""
        self._silence()
        times = [] if self.deadline is None else [self.deadline]
        if self.room.moving:
            times += [when for _, when in self._absences()]
        if times:
            wait = max(0.0, min(times) - time.monotonic())
            self._alarm = asyncio.get_running_loop().call_later(wait + LATE_S, self._ring)

    @property
    def left_s(self) -> float | None:
        """How much time the open question still has; None without a clock."""
        return None if self.deadline is None else self.deadline - time.monotonic()

    @property
    def covers_in_s(self) -> list[tuple[int, float]]:
        """The owing seats whose players are away, and in how many seconds a bot covers each."""
        now = time.monotonic()
        return [(seat, when - now) for seat, when in self._absences()] if self.room.moving else []

    def try_again(self) -> None:
        """Ring once more soon: nothing could be stored, and what was due still is."""
        self._silence()
        self._alarm = asyncio.get_running_loop().call_later(TRY_AGAIN_S, self._ring)

    def stop(self) -> None:
        self._silence()
        for task in self._ringing:
            task.cancel()

    def _silence(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _people_owing(self) -> list[int]:
        table = self.room.table
        return [seat for seat in table.owing if not table.played_by_bot(seat)]

    def _absences(self) -> list[tuple[int, float]]:
        """Owing seats whose players are away, and when a bot is to cover them.

        Nobody answers for somebody else in the game of the day.
        """
        table, audience = self.room.table, self.room.audience
        if table.day is not None:
            return []
        present = audience.present
        found = []
        for seat in table.owing:
            member = table.seats[seat].member
            if member is None or member in present or seat in table.covered:
                continue
            since = audience.gone_since.setdefault(member, time.monotonic())
            found.append((seat, since + table.options.away_after))
        return found

    # What happens when a time is up ----------------------------------------------------------

    def _ring(self) -> None:
        task = asyncio.create_task(self._rung())
        self._ringing.add(task)
        task.add_done_callback(self._ringing.discard)

    async def _rung(self) -> None:
        async with self.room.lock:
            self._alarm = None
            if not self.room.moving:
                return
            due, moment = self.deadline, self._moment
            try:
                now = time.monotonic()
                await self._cover([seat for seat, when in self._absences() if when <= now])
                if self.deadline is not None and self.deadline <= now:
                    await self._time_is_up()
                await self.room.go_on()
            except Exception as error:
                if not isinstance(error, StoreFailure):
                    logger.exception("alarm_failed", table=self.room.table.id)
                if self._moment == moment:
                    self.deadline = due
                self.try_again()

    async def _cover(self, seats: list[int]) -> None:
        if seats:
            await self.room.commit([log.CoverSet(seat, True) for seat in seats])

    async def _time_is_up(self) -> None:
        room = self.room
        late = self._people_owing()
        self.deadline = None
        question = room.table.question
        if room.table.game.stage == "roll":
            await room.commit(turns.roll(room.table))
            return
        for seat in late:
            if room.table.question != question or seat not in room.table.owing:
                break
            moves = await self._default_answer(seat)
            await room.commit([log.SeatAnswered(seat, str(question), moves, "clock")])
        silent = [seat for seat in late if room.table.timeouts.get(seat, 0) >= MAX_SILENT]
        if room.table.stage == "playing":
            await self._cover(silent)

    async def _default_answer(self, seat: int) -> tuple[str, ...]:
        """The pencilled answer, else nothing; where that cannot be, a bot decides."""
        room, game = self.room, self.room.table.game
        moves = room.drafts.pencil.get(seat) or room.drafts.begun.get(seat)
        if moves is not None:
            while unfinished(after := trial(game, seat, moves), seat):
                moves = (*moves, str(legal_moves(after, seat)[0]))
            return moves
        if NOTHING in legal_moves(game, seat):
            return (str(NOTHING),)
        return await room.thinkers.answer(room.table.id, room.table.options.cover, game, seat)
