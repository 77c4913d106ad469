"""Pools of threads or processes that receive jobs one at a time.

Compiled code releases the GIL and runs on threads. Python bots need separate processes, which end
with the parent's work. Ctrl-C is sent to every process of a terminal. Workers ignore SIGINT from
the start, because one that receives it while importing prints a traceback; the parent handles it
and terminates them.
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
"""Jobs in progress per worker, so that a slow job does not leave other workers idle."""


class Pool:
    """A pool of threads or processes; use `threads` or `processes` to create one."""

    def __init__(
        self,
        pool: Executor,
        count: int,
        starting: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        self.pool, self.count, self.starting = pool, count, starting

    def map(self, work: Callable[[Job], Answer], jobs: Iterable[Job]) -> Iterator[Answer]:
        """Yield the answers in the order of the jobs; exceptions of workers are raised here."""
        # Executor.map is not used: it submits all jobs at once and cancels the rest when
        # interrupted; when its processes are then terminated, it fails on the cancelled jobs and
        # prints a traceback.
        remaining = iter(jobs)
        under_way = deque[Future[Answer]]()
        try:
            while True:
                with self.starting():  # workers start with the first jobs
                    for job in islice(remaining, AHEAD * self.count - len(under_way)):
                        under_way.append(self.pool.submit(work, job))
                if not under_way:
                    return
                yield under_way.popleft().result()
        except BrokenProcessPool:
            message = "a worker process died (use --threads 1)"
            raise Unreadable("lost_worker", message) from None


class ProcessPool(Pool):
    """A pool of processes that unpickle the work once per process."""

    def map(self, work: Callable[[Job], Answer], jobs: Iterable[Job]) -> Iterator[Answer]:
        """Like `Pool.map`; work that cannot be pickled is refused."""
        do: Callable[[Job], Answer] = partial(_do, _packed(work))
        return super().map(do, jobs)


@contextmanager
def threads(count: int) -> Iterator[Pool]:
    """A pool of threads; at the end waits for running jobs."""
    pool = ThreadPoolExecutor(count)
    try:
        yield Pool(pool, count)
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def processes(count: int) -> Iterator[Pool]:
    """A pool of processes; at the end terminates them, even if they are busy."""
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
        message = f"a bot cannot be sent to another process: {error} (use --threads 1)"
        raise Unreadable("bad_bot", message) from error


def _do(packed: bytes, job: object) -> Any:
    return _unpacked(packed)(job)


@lru_cache(maxsize=4)
def _unpacked(packed: bytes) -> Callable[[object], object]:
    """Unpickle the work, once per process, so that its state is kept between jobs."""
    work: Callable[[object], object] = pickle.loads(packed)
    return work


@contextmanager
def _ignored_interrupts() -> Iterator[None]:
    """While active, new processes inherit an ignored SIGINT."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread receives signals
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
