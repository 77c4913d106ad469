"""Threads and processes: work that is handed out piece by piece.

Compiled code gives up the interpreter's lock and runs on threads. Python bots need processes of
their own, which end with the parent's work. Ctrl-C reaches every process of a terminal: the workers
ignore SIGINT from the start, since one that hears it while it still imports prints a traceback; the
parent hears it and ends them.
"""

from __future__ import annotations

import pickle
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import lru_cache, partial
from itertools import islice
from multiprocessing import active_children, get_context
from typing import Any, TypeVar

from rowlock.errors import Unreadable

Job = TypeVar("Job")
Answer = TypeVar("Answer")

AHEAD = 4
"""Jobs under way for each worker: one that takes long does not leave the others without work."""


class Pool:
    """So many threads, or processes; made by `threads` and `processes`."""

    def __init__(
        self,
        pool: Executor,
        count: int,
        starting: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        self.pool, self.count, self.starting = pool, count, starting

    def map(self, work: Callable[[Job], Answer], jobs: Iterable[Job]) -> Iterator[Answer]:
        """The answers in the order of the jobs; a refusal in a worker is raised here."""
        # Not the pool's own map: it takes all jobs at once, and cancels what is left when it is
        # interrupted; a pool whose processes are then ended trips over cancelled work and prints
        # a traceback.
        left = iter(jobs)
        under_way = deque[Future[Answer]]()
        try:
            while True:
                with self.starting():  # workers are started when there is something to do
                    for job in islice(left, AHEAD * self.count - len(under_way)):
                        under_way.append(self.pool.submit(work, job))
                if not under_way:
                    return
                yield under_way.popleft().result()
        except BrokenProcessPool:
            message = "a process that played games has died; --threads 1 plays without any"
            raise Unreadable("lost_worker", message) from None


class ProcessPool(Pool):
    """Processes to which the work goes as bytes, and where it is unpacked once."""

    def map(self, work: Callable[[Job], Answer], jobs: Iterable[Job]) -> Iterator[Answer]:
        """The same; work that cannot go to another process is refused."""
        do: Callable[[Job], Answer] = partial(_do, _packed(work))
        return super().map(do, jobs)


@contextmanager
def threads(count: int) -> Iterator[Pool]:
    """Threads of this process; at the end what they are doing is waited for."""
    pool = ThreadPoolExecutor(count)
    try:
        yield Pool(pool, count)
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def processes(count: int) -> Iterator[Pool]:
    """Processes of their own; all are ended at the end, whatever they are doing."""
    before = set(active_children())
    pool = ProcessPoolExecutor(count, get_context("spawn"))
    try:
        yield ProcessPool(pool, count, _ignored_interrupts)
    finally:
        pool.shutdown(wait=False)
        started = set(active_children()) - before
        for process in started:
            process.terminate()
        for process in started:
            process.join()


def _packed(work: object) -> bytes:
    try:
        return pickle.dumps(work)
    except Exception as error:
        message = f"a bot cannot go to another process ({error}); --threads 1 plays without any"
        raise Unreadable("bad_bot", message) from error


def _do(packed: bytes, job: object) -> Any:
    return _unpacked(packed)(job)


@lru_cache(maxsize=4)
def _unpacked(packed: bytes) -> Callable[[object], object]:
    """Once in every process: what the work keeps between two jobs stays."""
    work: Callable[[object], object] = pickle.loads(packed)
    return work


@contextmanager
def _ignored_interrupts() -> Iterator[None]:
    """Processes that are started meanwhile inherit that SIGINT is ignored."""
    if threading.current_thread() is not threading.main_thread():
        yield  # signals belong to the main thread
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
