"""A thread that owns a database connection and works in batches.

Everything that waits is carried out in one transaction, and confirmed when that is stored: tables
that write at the same time share a commit. A batch costs more than its contents (two threads have
to be woken, a file written), so if several tables write, the thread pauses after each batch and
collects the next one.
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
"""Up to this many jobs are faster one by one than together."""
MAX_WAITING = 20_000
REST_S = 0.016
"""Pause between batches in seconds: one frame at 60 Hz. Waking a process costs more than the work
that follows, so large batches are cheaper."""


class Connection(Protocol):
    """The methods that connections of SQLite and PostgreSQL have in common."""

    def execute(self, sql: str, values: Any = ...) -> Any: ...
    def commit(self) -> None: ...
    def rollback(self) -> None: ...
    def close(self) -> None: ...


Work: TypeAlias = Callable[[Connection], Any]


def one_by_one(connection: Connection, works: Sequence[Work]) -> bool:
    """Default for stores that cannot work in batches: nothing is done together."""
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
    """Runs functions of a connection in a thread of its own.

    An exception of a type in `expected` fails only its own function, which must not have written
    anything before. Any other exception rolls the whole batch back.
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
        """Raises if the connection no longer leads to the right file."""
        self._together = together
        """Runs a batch in one transaction; returns whether it could."""
        self.failure: Exception | None = None
        """The last error; callers get it as a `StoreFailure`."""
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._closing = threading.Lock()
        self._thread = threading.Thread(target=self._main, name="rowlock-store", daemon=True)
        self._connection: Connection | None = None

    def start(self) -> None:
        self._thread.start()

    async def stop(self, within_s: float | None = None) -> None:
        """Stop when all work is done; after `within_s` seconds the thread is abandoned."""
        if self._thread.is_alive():
            self._jobs.put(None)
            await asyncio.to_thread(self._thread.join, within_s)

    def with_connection(self, work: Callable[[Connection], None]) -> None:
        """Call a function with the open connection, if there is one, in the caller's thread."""
        with self._closing:
            if self._connection is not None:
                work(self._connection)

    async def run(self, work: Callable[[Connection], T], whose: str = "") -> T:
        """The result of this work, once it is stored; `whose` names the table it is for."""
        if self._jobs.qsize() >= MAX_WAITING:
            raise StoreFailure("too many writes are waiting")
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
        """All waiting jobs, or the next one to arrive; empty when the thread must stop."""
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
        if job.future.done():  # the caller was cancelled
            continue
        if job.refusal is not None:
            job.future.set_exception(job.refusal)
        else:
            job.future.set_result(job.answer)
