"""One thread that owns a database connection, and takes its work in batches.

Everything that waits is carried out in one transaction and answered when that is stored: with
many tables writing at once a commit is shared by all of them.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from rowlock.server.store.store import StoreFailure

T = TypeVar("T")
MAX_BATCH = 256
MAX_WAITING = 20_000


class Connection(Protocol):
    """The little that SQLite's and PostgreSQL's connections share."""

    def execute(self, sql: str, values: Any = ...) -> Any: ...
    def commit(self) -> None: ...
    def rollback(self) -> None: ...
    def close(self) -> None: ...


class _Job:
    __slots__ = ("answer", "future", "loop", "refusal", "work")

    def __init__(
        self,
        work: Callable[[Connection], Any],
        future: asyncio.Future[Any],
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        self.work = work
        self.future = future
        self.loop = loop
        self.answer: Any = None
        self.refusal: Exception | None = None


class Worker:
    """Runs functions of a connection in its own thread.

    A function raises an exception of a type `expected` only before it has written anything: that
    fails it alone. Any other exception undoes the whole batch.
    """

    def __init__(
        self,
        connect: Callable[[], Connection],
        expected: type[Exception] | tuple[type[Exception], ...],
        guard: Callable[[], None] = lambda: None,
    ) -> None:
        self._connect = connect
        self._expected = expected
        self._guard = guard
        """Raises when the connection no longer leads where it should."""
        self.failure: Exception | None = None
        """What last went wrong; whoever asked hears of it as a `StoreFailure`."""
        self._jobs: queue.Queue[_Job | None] = queue.Queue(MAX_WAITING)
        self._thread = threading.Thread(target=self._main, name="rowlock-store", daemon=True)
        self._connection: Connection | None = None

    def start(self) -> None:
        self._thread.start()

    async def stop(self) -> None:
        if self._thread.is_alive():
            self._jobs.put(None)
            await asyncio.to_thread(self._thread.join)

    async def run(self, work: Callable[[Connection], T]) -> T:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._jobs.put_nowait(_Job(work, future, loop))
        return await future

    def _main(self) -> None:
        stopping = False
        while not stopping:
            batch: list[_Job] = []
            job = self._jobs.get()
            while True:
                if job is None:
                    stopping = True
                    break
                batch.append(job)
                if len(batch) >= MAX_BATCH:
                    break
                try:
                    job = self._jobs.get_nowait()
                except queue.Empty:
                    break
            if batch:
                self._carry_out(batch)
        self._drop()

    def _carry_out(self, batch: list[_Job]) -> None:
        try:
            self._guard()
            if self._connection is None:
                self._connection = self._connect()
            for job in batch:
                try:
                    job.answer = job.work(self._connection)
                except self._expected as refusal:
                    job.refusal = refusal
            self._connection.commit()
        except Exception as error:
            self.failure = error
            for job in batch:
                job.refusal = StoreFailure(str(error))
            self._undo()
        by_loop: dict[asyncio.AbstractEventLoop, list[_Job]] = {}
        for job in batch:
            by_loop.setdefault(job.loop, []).append(job)
        for loop, jobs in by_loop.items():
            loop.call_soon_threadsafe(_answer, jobs)

    def _undo(self) -> None:
        try:
            if self._connection is not None:
                self._connection.rollback()
        except Exception:
            self._drop()  # a dead connection; the next batch makes a new one

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()


def _answer(jobs: list[_Job]) -> None:
    for job in jobs:
        if job.future.done():  # whoever asked has gone
            continue
        if job.refusal is not None:
            job.future.set_exception(job.refusal)
        else:
            job.future.set_result(job.answer)
