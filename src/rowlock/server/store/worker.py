"""One thread that owns a database connection, and takes its work in batches.

Everything that waits is carried out in one transaction and answered when that is stored: with
many tables writing at once a commit is shared by all of them.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

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


Work: TypeAlias = Callable[[Connection], Any]


class _Job:
    __slots__ = ("answer", "future", "loop", "refusal", "work")

    def __init__(
        self,
        work: Work,
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
        together: Callable[[Connection, Sequence[Work]], bool] = lambda *_: False,
    ) -> None:
        self._connect = connect
        self._expected = expected
        self._guard = guard
        """Raises when the connection no longer leads where it should."""
        self._together = together
        """Does a whole batch at once where it can, and answers whether it has."""
        self.failure: Exception | None = None
        """What last went wrong; whoever asked hears of it as a `StoreFailure`."""
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._main, name="rowlock-store", daemon=True)
        self._connection: Connection | None = None

    def start(self) -> None:
        self._thread.start()

    async def stop(self) -> None:
        if self._thread.is_alive():
            self._jobs.put(None)
            await asyncio.to_thread(self._thread.join)

    async def run(self, work: Callable[[Connection], T]) -> T:
        if self._jobs.qsize() >= MAX_WAITING:
            raise StoreFailure("too much waits to be stored")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._jobs.put(_Job(work, future, loop))
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
            if len(batch) == 1 or not self._together(self._connection, [j.work for j in batch]):
                self._one_by_one(self._connection, batch)
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

    def _one_by_one(self, connection: Connection, batch: list[_Job]) -> None:
        for job in batch:
            try:
                job.answer = job.work(connection)
            except self._expected as refusal:
                job.refusal = refusal

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
