"""Lanes in which bots think: a thread of the server's, alone or with a process of its own.

Python bots hold the interpreter while they think, and the event loop waits for it. A lane with a
process hands its questions over and waits for the answers without holding anything. Until the
process has started, and where it has died, the lane's thread thinks itself, so nobody notices.

The process ends when the pipe does, however the server has ended.
"""

from __future__ import annotations

import os
import random
import signal
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import NamedTuple

from rowlock.bots import Bot, Greedy
from rowlock.core.game import play
from rowlock.core.state import Game
from rowlock.core.view import view
from rowlock.kernel.processors import default_threads
from rowlock.server.monitoring.logging import logger
from rowlock.table.answers import owes_choice

FALLBACK = Greedy()
READY = "ready"
STUCK_S = 30.0
"""After so long a process is given up."""
NICE = 5
"""Where thinking and the event loop want the same processor, the event loop goes first."""
MOST_BY_ITSELF = 8
"""Processes that are started unless more are asked for: each takes some hundred megabytes."""


class BotQuestion(NamedTuple):
    """What a bot is asked; goes to another process in one piece."""

    bot: Bot
    game: Game
    seat: int
    seed: int


def processes_here(wanted: int) -> int:
    """How many processes think: as many as wanted, and if that is left open (-1) as many as there
    are processors, but none on a single one."""
    processors = default_threads()
    return wanted if wanted >= 0 else min(processors, MOST_BY_ITSELF) * (processors > 1)


def think(question: BotQuestion) -> tuple[str, ...]:
    """The whole answer of a bot, with the choices that follow from it."""
    try:
        return _answer(question)
    except Exception:
        # Somebody's own bot may fail; the table must not stop for it.
        logger.exception("bot_failed", bot=type(question.bot).__name__)
        return _answer(question._replace(bot=FALLBACK))


def _answer(question: BotQuestion) -> tuple[str, ...]:
    bot, game, seat, seed = question
    rng = random.Random(seed)
    moves: list[str] = []
    while not moves or owes_choice(game, seat):
        move = bot.choose(view(game, seat), rng)
        game = play(game, seat, move).state
        moves.append(str(move))
    return tuple(moves)


class BotWorker:
    """A thread of the server's that thinks."""

    def think(self, questions: list[BotQuestion]) -> list[tuple[str, ...]]:
        """The answers, in the order of the questions. Called in the lane's thread."""
        return [think(question) for question in questions]

    def close(self) -> None:
        """Nothing is asked any more."""


class BotProcess(BotWorker):
    """A thread with a process that thinks for it."""

    def __init__(self) -> None:
        self.process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._is_up = False

    def think(self, questions: list[BotQuestion]) -> list[tuple[str, ...]]:
        try:
            pipe = self._ready()
            if pipe is not None:
                pipe.send(questions)
                if pipe.poll(STUCK_S):
                    answers: list[tuple[str, ...]] = pipe.recv()
                    return answers
        except (EOFError, OSError):
            if self.process is not None:  # it was not ended by us
                logger.warning("bot_process_lost")
        if self._is_up:
            self.close()
        return super().think(questions)

    def _ready(self) -> Connection | None:
        """The pipe to the process once it is there; it is started when it is first wanted."""
        if self._pipe is None:
            self._start()
        assert self._pipe is not None
        if not self._is_up and self._pipe.poll():
            self._is_up = self._pipe.recv() == READY
        return self._pipe if self._is_up else None

    def _start(self) -> None:
        os.environ["PYTHONSAFEPATH"] = "1"  # it imports nothing from the current folder either
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(theirs,), daemon=True, name="rowlock-bot")
        self.process.start()
        theirs.close()

    def close(self) -> None:
        process, pipe = self.process, self._pipe
        self.process, self._pipe, self._is_up = None, None, False
        if process is not None:
            process.terminate()
            process.join(1.0)
        if pipe is not None:
            pipe.close()


def work(pipe: Connection) -> None:
    """A process that thinks until its pipe ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this one
    if hasattr(os, "nice"):
        os.nice(NICE)
    import rowlock.bots.champion  # noqa: F401  what takes long, before it says that it is ready

    with suppress(EOFError, OSError):
        pipe.send(READY)
        while True:
            pipe.send([think(question) for question in pipe.recv()])
