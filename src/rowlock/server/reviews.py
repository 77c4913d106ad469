"""Reviews on demand: computed away from the event loop, one after the other, and soon forgotten.

    quick      every choice and every roll judged; a fraction of a second
    rolled out the costly ones also played on to the end; `review_seconds` of it

Each kind has one thread and a short queue, so that a quick one never waits for rollouts and both
leave the processor to the games. Who asks for what is already under way joins the others who wait
for it; when the last of them has gone, the work stops at its next step. What was found is kept in
memory for a while under a digest of the record. Judges and their weights stay the same as long as
the server runs, and nothing of this outlives it.
"""

from __future__ import annotations

import asyncio
import hashlib
import threading
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

from msgspec import Struct

from rowlock.errors import Illegal
from rowlock.review.ready import note_ready
from rowlock.server.protocol.review import Reviewed
from rowlock.server.reviewed import review_text

QUEUE = 12
"""How many reviews of a kind may wait for their turn."""
KEPT = 64
KEPT_SECONDS = 600.0


class Order(Struct, frozen=True):
    """A record to review."""

    text: str
    rolled_out: bool
    covered: frozenset[tuple[int, int]] = frozenset()
    """Turns and seats, both from 1, where a bot or the clock answered for the player."""

    @property
    def digest(self) -> str:
        whole = f"{self.rolled_out} {sorted(self.covered)}\n{self.text}"
        return hashlib.sha256(whole.encode()).hexdigest()


class Gone(Exception):
    """Whoever asked has left."""


class _Work:
    """A review under way, and how many wait for it."""

    def __init__(self) -> None:
        self.waiting = 0
        self.stop = threading.Event()
        self.found: asyncio.Future[Reviewed]


class Reviews:
    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._pools = {
            rolled_out: ThreadPoolExecutor(max_workers=1, thread_name_prefix="rowlock-review")
            for rolled_out in (False, True)
        }
        self._works: dict[Order, _Work] = {}
        self._kept: OrderedDict[str, tuple[float, Reviewed]] = OrderedDict()

    async def find(self, order: Order, gone: Callable[[], Awaitable[object]]) -> Reviewed:
        """The review of a record; `Gone` as soon as waiting for `gone` is over."""
        kept = self._recall(order)
        if kept is not None:
            return kept
        work = self._works.get(order) or self._begin(order)
        work.waiting += 1
        leaving = asyncio.ensure_future(gone())
        try:
            await asyncio.wait((work.found, leaving), return_when=asyncio.FIRST_COMPLETED)
            if not work.found.done():
                raise Gone
            return work.found.result()
        finally:
            leaving.cancel()
            work.waiting -= 1
            if not work.waiting:
                work.stop.set()
                self._forget(order, work)

    def _begin(self, order: Order) -> _Work:
        if sum(other.rolled_out == order.rolled_out for other in self._works) > QUEUE:
            raise Illegal("busy", "too many reviews at once; try again in a moment")
        work = self._works[order] = _Work()
        seconds = self.seconds if order.rolled_out else 0.0
        loop = asyncio.get_running_loop()
        work.found = loop.run_in_executor(
            self._pools[order.rolled_out],
            review_text,
            order.text,
            order.covered,
            seconds,
            work.stop.is_set,
        )
        work.found.add_done_callback(lambda found: self._done(order, work, found))
        return work

    def _done(self, order: Order, work: _Work, found: asyncio.Future[Reviewed]) -> None:
        self._forget(order, work)
        if found.cancelled() or found.exception() is not None:
            return
        note_ready()
        self._kept[order.digest] = time.monotonic(), found.result()
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def _forget(self, order: Order, work: _Work) -> None:
        """Work that ends or is stopped is nothing to join any more."""
        if self._works.get(order) is work:
            del self._works[order]

    def _recall(self, order: Order) -> Reviewed | None:
        oldest = time.monotonic() - KEPT_SECONDS
        while self._kept and next(iter(self._kept.values()))[0] < oldest:
            self._kept.popitem(last=False)
        kept = self._kept.get(order.digest)
        return None if kept is None else kept[1]

    def close(self) -> None:
        for work in self._works.values():
            work.stop.set()
        for pool in self._pools.values():
            pool.shutdown(wait=False, cancel_futures=True)
