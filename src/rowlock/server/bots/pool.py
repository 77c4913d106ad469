"""The bots that may take a seat, and their thinking away from the event loop."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from msgspec import Struct

from rowlock.bots import Bot
from rowlock.bots import levels as bot_levels
from rowlock.bots.heuristic import Heuristic
from rowlock.bots.registry import make_bot
from rowlock.core.state import Game
from rowlock.daily.bots import DayBot
from rowlock.protocol.base import Pace
from rowlock.server.bots.fair_queue import FairQueue
from rowlock.server.bots.worker import (
    BotProcess,
    BotQuestion,
    BotWorker,
    think,
)
from rowlock.table.day import Day
from rowlock.variants.variant import MAX_SEATS

QUICK = Heuristic()
"""What answers for a bot that is late."""
LATE_S = 2.0
"""How long an answer may take, waiting included."""
MOST_WAITING = 4000
"""Questions in the queue: what a few seconds of thinking can answer."""
BATCH = 8
"""Questions that a lane gets at a time, or a few more: those of a table go together, because what
its seats are likely to do has to be found out only once."""
PACES: dict[Pace, float] = {"slow": 2.0, "normal": 1.0, "fast": 0.25}
"""How many times the usual delay bots take."""


class LevelChoice(Struct, frozen=True):
    """A bot that the host may choose for a seat."""

    id: str
    bot: Bot
    own: bool = False


def levels(own: Sequence[str] = ()) -> tuple[LevelChoice, ...]:
    """Every level, weakest first; then the bots of `--bot module:Class`."""
    return (
        *(LevelChoice(level.name, level.bot) for level in bot_levels.levels()),
        *(LevelChoice(name, make_bot(name), own=True) for name in own),
    )


def default_level(known: Sequence[LevelChoice]) -> str:
    """The middle of the ladder: what covers a seat when nothing else is said."""
    ladder = [level.id for level in known if not level.own]
    return ladder[len(ladder) // 2]


class BotPool:
    """Where bots think: lanes off the event loop, and a queue before them.

    The queue is fair between tables and has an end. Whoever finds it full, or waits too long, gets
    a quick judgement instead: a table goes on however much there is to think about.
    """

    def __init__(self, known: Sequence[LevelChoice], delay: float, processes: int = 0) -> None:
        self.levels = tuple(known)
        self.ids = tuple(level.id for level in known)
        self.default = default_level(known)
        self.delay = delay
        """How long a bot seems to think on average, in seconds; 0 answers at once."""
        self.late = 0
        """How many answers were quick judgements."""
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
        # These think in this process too. Bots of one's own take as long as they like, and those of
        # a day as long as they need: neither must keep anybody waiting but its own kind.
        self._own = ThreadPoolExecutor(2, thread_name_prefix="rowlock-own-bot")
        self._daily = ThreadPoolExecutor(2, thread_name_prefix="rowlock-daily-bot")
        self._quick = ThreadPoolExecutor(2, thread_name_prefix="rowlock-quick-bot")
        self._rng = random.Random()

    def pause(self, pace: Pace) -> float:
        """A time to seem thoughtful, never twice the same."""
        return self.delay * PACES[pace] * self._rng.uniform(0.5, 1.5)

    async def answer(
        self, table: str, level: str, game: Game, seat: int, day: Day | None = None
    ) -> tuple[str, ...]:
        """The whole answer of a bot at a table, with the choices that follow from it.

        In the game of a day everybody gets the same answer, however long it takes.
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
        """Give idle lanes what is waiting, an equal part to each."""
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
        """Nothing is thought about any more."""
        self._closed = True
        for task in self._asking:
            task.cancel()
        for pool in (self._pool, self._own, self._daily, self._quick):
            pool.shutdown(wait=False, cancel_futures=True)
        for lane in self._lanes:
            lane.close()


class _PendingQuestion(NamedTuple):
    """A question that somebody waits for."""

    question: BotQuestion
    answer: asyncio.Future[tuple[str, ...]]
