"""The seats that bots play: their own, and those of people who are away."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from rowlock.server import entries as log
from rowlock.server.decide import turns
from rowlock.server.decide.outcome import Entries
from rowlock.server.logs import logger
from rowlock.server.store import StoreFailure

if TYPE_CHECKING:
    from rowlock.server.room import Room

TRY_AGAIN_S = 1.0


class BotSeats:
    def __init__(self, room: Room) -> None:
        self.room = room
        self._thinking: dict[int, asyncio.Task[None]] = {}

    @property
    def thinking(self) -> bool:
        return bool(self._thinking)

    def wake(self) -> None:
        """Let every bot think that something is awaited of."""
        if not self.room.moving:
            return
        table = self.room.table
        for seat in table.owing:
            if table.played_by_bot(seat) and seat not in self._thinking:
                self._thinking[seat] = asyncio.create_task(self._think(seat))

    def stop(self) -> None:
        for task in self._thinking.values():
            task.cancel()

    async def _think(self, seat: int) -> None:
        """Roll or answer, after a while, if it is still awaited then."""
        room = self.room
        try:
            moment = room.table.moment
            await asyncio.sleep(room.thinkers.pause(room.table.options.pace))
            if room.table.moment != moment or not room.moving:
                return
            entries = await self._entries(seat)
            async with room.lock:
                if self._still(seat, moment):
                    room.drafts.begun.pop(seat, None)
                    await room.commit(entries)
        except Exception as error:
            if not isinstance(error, StoreFailure):
                logger.exception("bot_task_failed", table=room.table.id)
            await asyncio.sleep(TRY_AGAIN_S)
        finally:
            self._thinking.pop(seat, None)
            self.wake()

    async def _entries(self, seat: int) -> Entries:
        table, room = self.room.table, self.room
        if table.game.stage == "roll":
            return turns.roll(table)
        ask = str(table.question)
        level = table.seats[seat].level or table.options.cover
        begun = time.perf_counter()
        moves = await room.thinkers.answer(table.id, level, table.game, seat, table.day)
        room.metrics.thought.observe(time.perf_counter() - begun)
        return [log.SeatAnswered(seat, ask, moves, "bot")]

    def _still(self, seat: int, moment: object) -> bool:
        room, table = self.room, self.room.table
        return (
            room.moving
            and table.moment == moment
            and seat in table.owing
            and table.played_by_bot(seat)
        )
