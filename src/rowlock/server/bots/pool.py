"""The pool of workers in which bots think."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from rowlock.bots.heuristic import Heuristic
from rowlock.core.state import Game
from rowlock.daily.bots import DayBot
from rowlock.protocol.base import Pace
from rowlock.server.bots.fair_queue import FairQueue
from rowlock.server.bots.levels import PACES, LevelChoice, default_level
from rowlock.server.bots.thinking import BotQuestion, think
from rowlock.server.bots.worker import BotProcess, BotWorker
from rowlock.table.day import Day
from rowlock.variants.variant import MAX_SEATS

QUICK = Heuristic()
"""Answers for a bot that is late."""
LATE_S = 2.0
"""Seconds until a bot's answer is late, waiting included."""
MOST_WAITING = 4000
"""Limit of the queue: as many questions as can be answered in a few seconds."""
BATCH = 8
"""Questions that a worker gets at a time, or a few more: those of one table stay together, because
the likely answers of its seats are then computed only once."""


class BotPool:
    """Runs bots in workers off the event loop, behind a queue.

    The queue is fair between tables and bounded. If it is full, or an answer is late, `QUICK`
    answers instead: a game continues however high the load is.
    """

    def __init__(self, known: Sequence[LevelChoice], delay: float, processes: int = 0) -> None:
        self.levels = tuple(known)
        self.ids = tuple(level.id for level in known)
        self.default = default_level(known)
        self.delay = delay
        """Average time in seconds that a bot seems to think; 0 for no delay."""
        self.late = 0
        """Number of answers that `QUICK` gave."""
        self._known = {level.id: level for level in known}
        self._lanes: list[BotWorker] = [BotProcess() for _ in range(processes)] or [
            BotWorker(),
            BotWorker(),
        ]
        self._idle = list(self._lanes)
        self._queue = FairQueue[_PendingQuestion](MOST_WAITING, turn=MAX_SEATS)
        self._asking: set[asyncio.Task[None]] = set()
        self._closed = False
        self._pool = ThreadPoolExecutor(len(self._lanes), thread_name_prefix="rowlock-bot")
        # These also think in this process. Custom bots take as long as they like, and those of the
        # game of the day as long as they need: neither may delay the others.
        self._own = ThreadPoolExecutor(2, thread_name_prefix="rowlock-own-bot")
        self._daily = ThreadPoolExecutor(2, thread_name_prefix="rowlock-daily-bot")
        self._quick = ThreadPoolExecutor(2, thread_name_prefix="rowlock-quick-bot")
        self._rng = random.Random()

    def pause(self, pace: Pace) -> float:
        """A random pause around the average delay."""
        return self.delay * PACES[pace] * self._rng.uniform(0.5, 1.5)

    async def answer(
        self, table: str, level: str, game: Game, seat: int, day: Day | None = None
    ) -> tuple[str, ...]:
        """The whole answer of a bot at a table, including the choices that follow.

        In the game of the day every player gets the same answer, however long it takes.
        """
        choice = self._known.get(level) or self._known[self.default]
        bot = choice.bot if day is None else DayBot(choice.bot, day.key)
        question = BotQuestion(bot, game, seat, self._rng.getrandbits(64))
        loop = asyncio.get_running_loop()
        if choice.own or day is not None:
            pool = self._own if choice.own else self._daily
            return await loop.run_in_executor(pool, think, question)
        asked = _PendingQuestion(question, loop.create_future())
        if self._queue.put(table, asked):
            self._go_on()
            await asyncio.wait({asked.answer}, timeout=LATE_S)
            if asked.answer.done():
                return asked.answer.result()
            asked.answer.cancel()
        self.late += 1
        return await loop.run_in_executor(self._quick, think, question._replace(bot=QUICK))

    def _go_on(self) -> None:
        """Distribute the waiting questions equally among the idle workers."""
        while self._idle and len(self._queue) and not self._closed:
            part = min(BATCH, -(-len(self._queue) // len(self._idle)))
            asked = [each for each in self._queue.take(part) if not each.answer.done()]
            if asked:
                task = asyncio.create_task(self._ask(self._idle.pop(), asked))
                self._asking.add(task)
                task.add_done_callback(self._asking.discard)

    async def _ask(self, lane: BotWorker, asked: list[_PendingQuestion]) -> None:
        loop = asyncio.get_running_loop()
        questions = [each.question for each in asked]
        try:
            answers = await loop.run_in_executor(self._pool, lane.think, questions)
            for each, moves in zip(asked, answers, strict=True):
                if not each.answer.done():
                    each.answer.set_result(moves)
        finally:
            self._idle.append(lane)
            self._go_on()

    def close(self) -> None:
        """Stop the workers and answer nothing from now on."""
        self._closed = True
        for task in self._asking:
            task.cancel()
        for pool in (self._pool, self._own, self._daily, self._quick):
            pool.shutdown(wait=False, cancel_futures=True)
        for lane in self._lanes:
            lane.close()


class _PendingQuestion(NamedTuple):
    """A question whose answer a table waits for."""

    question: BotQuestion
    answer: asyncio.Future[tuple[str, ...]]
