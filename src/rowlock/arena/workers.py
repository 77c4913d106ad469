"""Processes for games between Python bots, which end with the parent's work.

Ctrl-C reaches every process of a terminal. The workers are born deaf to it, since one that hears
it while it still imports prints a traceback; the parent hears it and ends them.
"""

from __future__ import annotations

import pickle
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from typing import TypeVar

from rowlock.errors import Unreadable

Job = TypeVar("Job")
Answer = TypeVar("Answer")


class Workers:
    """So many processes; made by `workers`."""

    def __init__(self, pool: ProcessPoolExecutor) -> None:
        self.pool = pool

    def map(self, work: Callable[[Job], Answer], jobs: Iterable[Job]) -> Iterator[Answer]:
        """The answers in the order of the jobs; a refusal in a worker is raised here."""
        with _deaf():  # processes are started when there is something to do
            # Not the pool's own map: it cancels what is left when it is interrupted, and a pool
            # whose processes are then ended trips over cancelled work and prints a traceback.
            answers = [self.pool.submit(work, job) for job in jobs]
        try:
            for answer in answers:
                yield answer.result()
        except BrokenProcessPool:
            message = "a process that played games has died; --threads 1 plays without any"
            raise Unreadable("lost_worker", message) from None


@contextmanager
def workers(count: int, sent: object) -> Iterator[Workers]:
    """Processes to which `sent` can go; all are ended at the end, whatever they are doing."""
    _check_sendable(sent)
    before = set(active_children())
    pool = ProcessPoolExecutor(count, get_context("spawn"))
    try:
        yield Workers(pool)
    finally:
        pool.shutdown(wait=False)
        started = set(active_children()) - before
        for process in started:
            process.terminate()
        for process in started:
            process.join()


def _check_sendable(sent: object) -> None:
    try:
        pickle.dumps(sent)
    except Exception as error:
        message = f"a bot cannot go to another process ({error}); --threads 1 plays without any"
        raise Unreadable("bad_bot", message) from error


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes that are started meanwhile inherit that SIGINT is ignored."""
    if threading.current_thread() is not threading.main_thread():
        yield  # signals belong to the main thread
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
