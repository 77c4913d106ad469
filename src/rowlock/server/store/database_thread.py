"""One thread that owns a database connection, and takes its work in batches.

Everything that waits is carried out in one transaction and answered when that is stored: with
many tables writing at once a commit is shared by all of them. A batch costs more than what is in
it (two threads have to be woken, a file written), so where several tables write, the thread rests
for a moment after each batch, and what comes meanwhile is the next one.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

from rowlock.server.store.store import StoreFailure

T = TypeVar("T")
MAX_BATCH = 256
FEW = 4
"""So many are quicker done one by one than together."""
MAX_WAITING = 20_000
REST_S = 0.016
"""How long it rests: one picture of a screen, which nobody notices. What wakes a process costs more
than what it then does, so the more is done at a time the better."""


class Connection(Protocol):
    """The little that SQLite's and PostgreSQL's connections share."""

    def execute(self, sql: str, values: Any = ...) -> Any: ...
    def commit(self) -> None: ...
    def rollback(self) -> None: ...
    def close(self) -> None: ...


Work: TypeAlias = Callable[[Connection], Any]


def one_by_one(connection: Connection, works: Sequence[Work]) -> bool:
    """Nothing is done together."""
    return False


class _Job:
    __slots__ = ("answer", "future", "loop", "refusal", "whose", "work")

    def __init__(
        self,
        work: Work,
        future: asyncio.Future[Any],
        loop: asyncio.AbstractEventLoop,
        whose: str,
    ) -> None:
        self.work = work
        self.whose = whose
        self.future = future
        self.loop = loop
        self.answer: Any = None
        self.refusal: Exception | None = None


class DatabaseThread:
    """Runs functions of a connection in its own thread.

    A function raises an exception of a type `expected` only before it has written anything: that
    fails it alone. Any other exception undoes the whole batch.
    """

    def __init__(
        self,
        connect: Callable[[], Connection],
        expected: type[Exception] | tuple[type[Exception], ...],
        guard: Callable[[], None] = lambda: None,
        together: Callable[[Connection, Sequence[Work]], bool] = one_by_one,
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
        self._closing = threading.Lock()
        self._thread = threading.Thread(target=self._main, name="rowlock-store", daemon=True)
        self._connection: Connection | None = None

    def start(self) -> None:
        self._thread.start()

    async def stop(self, within_s: float | None = None) -> None:
        """Come to an end when all is done, or leave the thread to itself after a while."""
        if self._thread.is_alive():
            self._jobs.put(None)
            await asyncio.to_thread(self._thread.join, within_s)

    def with_connection(self, work: Callable[[Connection], None]) -> None:
        """Do something with the open connection, if there is one, from outside of its thread."""
        with self._closing:
            if self._connection is not None:
                work(self._connection)

    async def run(self, work: Callable[[Connection], T], whose: str = "") -> T:
        """What this work answers, once it is stored; `whose` names the table it is for."""
        if self._jobs.qsize() >= MAX_WAITING:
            raise StoreFailure("too much waits to be stored")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._jobs.put(_Job(work, future, loop, whose))
        return await future

    def _main(self) -> None:
        last = ""
        while batch := self._next_batch():
            self._carry_out(batch)
            if any(job.whose != last for job in batch):
                time.sleep(REST_S)
            last = batch[-1].whose
        self._drop()

    def _next_batch(self) -> list[_Job]:
        """All that waits, or what comes first; nothing when it is time to stop."""
        batch: list[_Job] = []
        while len(batch) < MAX_BATCH and (not batch or not self._jobs.empty()):
            job = self._jobs.get()
            if job is None:
                self._jobs.put(None)  # for the next time
                break
            batch.append(job)
        return batch

    def _carry_out(self, batch: list[_Job]) -> None:
        try:
            self._guard()
            if self._connection is None:
                self._connection = self._connect()
            works = [job.work for job in batch]
            if len(batch) <= FEW or not self._together(self._connection, works):
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
        with self._closing:
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
