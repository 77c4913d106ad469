"""Worker threads and processes in which bots think.

Bots in Python hold the interpreter lock while they think, which blocks the event loop. A worker
with a process of its own hands the questions over and waits for the answers without the lock. Until
the process has started, or after it has died, the worker's thread computes the answers itself.

The process exits when its pipe closes, so it never outlives the server.
"""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess

from rowlock.kernel.processors import default_threads
from rowlock.server.bots.thinking import BotQuestion, think
from rowlock.server.monitoring.logging import logger

READY = "ready"
STUCK_S = 30.0
"""Seconds without an answer until a process is given up."""
NICE = 5
"""Niceness of the processes, so that the event loop has priority on a busy processor."""
MOST_BY_ITSELF = 8
"""Default limit of processes: each takes some hundred megabytes."""


def processes_here(wanted: int) -> int:
    """The number of processes for bots: as configured, or (for -1) one per processor, and none on a
    single processor."""
    processors = default_threads()
    return wanted if wanted >= 0 else min(processors, MOST_BY_ITSELF) * (processors > 1)


class BotWorker:
    """A thread of the server in which bots think."""

    def think(self, questions: list[BotQuestion]) -> list[tuple[str, ...]]:
        """The answers, in the order of the questions. Called in the worker's thread."""
        return [think(question) for question in questions]

    def close(self) -> None:
        """Stop; no questions follow."""


class BotProcess(BotWorker):
    """A thread that hands its questions to a process."""

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
            if self.process is not None:  # it was not us who ended it
                logger.warning("bot_process_lost")
        if self._is_up:
            self.close()
        return super().think(questions)

    def _ready(self) -> Connection | None:
        """The pipe to the process if it is ready; the first call starts the process."""
        if self._pipe is None:
            self._start()
        assert self._pipe is not None
        if not self._is_up and self._pipe.poll():
            self._is_up = self._pipe.recv() == READY
        return self._pipe if self._is_up else None

    def _start(self) -> None:
        os.environ["PYTHONSAFEPATH"] = "1"  # it does not import from the current folder either
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
    """Main function of the process: answer questions until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this one
    if hasattr(os, "nice"):
        os.nice(NICE)
    import rowlock.bots.champion  # noqa: F401  what takes long, before it says that it is ready

    with suppress(EOFError, OSError):
        pipe.send(READY)
        while True:
            pipe.send([think(question) for question in pipe.recv()])
