"""Single-threaded job queue with request coalescing and a short cache.

Jobs run in one thread, off the event loop. Callers with the same key share one job; when the last
of them has disconnected, the job is told to stop. Results are cached in memory for a while.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Generic, TypeVar

from rowlock.errors import Illegal

Found = TypeVar("Found")

QUEUE = 12
"""Maximum number of waiting jobs."""
KEPT = 64
KEPT_SECONDS = 600.0

IsStopped = Callable[[], bool]


class Disconnected(Exception):
    """The caller has disconnected."""


class _Work(Generic[Found]):
    """A job, and the number of callers waiting for it."""

    def __init__(self) -> None:
        self.waiting = 0
        self.stop = threading.Event()
        self.found: asyncio.Future[Found]


class JobQueue(Generic[Found]):
    def __init__(self, name: str, queue: int = QUEUE, kept: int = KEPT) -> None:
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix=f"rowlock-{name}")
        self._most_waiting, self._most_kept = queue, kept
        self._works: dict[Hashable, _Work[Found]] = {}
        self._kept: OrderedDict[Hashable, tuple[float, Found]] = OrderedDict()

    async def find(
        self,
        key: Hashable,
        work: Callable[[IsStopped], Found],
        gone: Callable[[], Awaitable[object]],
        is_final: Callable[[Found], bool] = lambda found: True,
    ) -> Found:
        """Return the result of `work`; callers with the same key share one run. Raises
        `Disconnected` if `gone` returns first. A result is cached only if `is_final`."""
        kept = self._recall(key)
        if kept is not None:
            return kept
        under_way = self._works.get(key) or self._begin(key, work, is_final)
        under_way.waiting += 1
        leaving = asyncio.ensure_future(gone())
        try:
            await asyncio.wait((under_way.found, leaving), return_when=asyncio.FIRST_COMPLETED)
            if not under_way.found.done():
                raise Disconnected
            return under_way.found.result()
        finally:
            leaving.cancel()
            under_way.waiting -= 1
            if not under_way.waiting:
                under_way.stop.set()
                self._forget(key, under_way)

    def _begin(
        self,
        key: Hashable,
        work: Callable[[IsStopped], Found],
        is_final: Callable[[Found], bool],
    ) -> _Work[Found]:
        if len(self._works) > self._most_waiting:
            raise Illegal("busy", "too many computations are waiting; try again in a moment")
        begun = self._works[key] = _Work()
        loop = asyncio.get_running_loop()
        begun.found = loop.run_in_executor(self._pool, work, begun.stop.is_set)
        begun.found.add_done_callback(lambda found: self._done(key, begun, found, is_final))
        return begun

    def _done(
        self,
        key: Hashable,
        work: _Work[Found],
        found: asyncio.Future[Found],
        is_final: Callable[[Found], bool],
    ) -> None:
        self._forget(key, work)
        if found.cancelled() or found.exception() is not None or not is_final(found.result()):
            return
        self._kept[key] = time.monotonic(), found.result()
        if len(self._kept) > self._most_kept:
            self._kept.popitem(last=False)

    def _forget(self, key: Hashable, work: _Work[Found]) -> None:
        """Remove a job that has ended or was stopped, so that no caller joins it."""
        if self._works.get(key) is work:
            del self._works[key]

    def _recall(self, key: Hashable) -> Found | None:
        oldest = time.monotonic() - KEPT_SECONDS
        while self._kept and next(iter(self._kept.values()))[0] < oldest:
            self._kept.popitem(last=False)
        kept = self._kept.get(key)
        return None if kept is None else kept[1]

    def close(self) -> None:
        for work in self._works.values():
            work.stop.set()
        self._pool.shutdown(wait=False, cancel_futures=True)
