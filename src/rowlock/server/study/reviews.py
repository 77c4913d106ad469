"""Reviews on demand.

    quick       every choice and every roll evaluated; takes a fraction of a second
    rolled out  costly choices also played out; takes up to `review_seconds`

Each kind has a job queue of its own, so that quick reviews never wait for rollouts, and both leave
the processor to the games. Evaluators and their weights do not change while the server runs.
"""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable

from msgspec import Struct

from rowlock.reviews.preparation import note_ready
from rowlock.server.study.job_queue import IsStopped, JobQueue
from rowlock.server.study.review_messages import Reviewed
from rowlock.server.study.review_payload import review_text


class ReviewJob(Struct, frozen=True):
    """A record to review."""

    text: str
    rolled_out: bool
    first: tuple[int, ...] = ()
    """The caller's seats, from 1: their choices are played out before the others."""

    @property
    def digest(self) -> str:
        whole = f"{self.rolled_out} {self.first}\n{self.text}"
        return hashlib.sha256(whole.encode()).hexdigest()


class Reviews:
    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._desks = {rolled_out: JobQueue[Reviewed]("review") for rolled_out in (False, True)}

    async def find(self, order: ReviewJob, gone: Callable[[], Awaitable[object]]) -> Reviewed:
        """The review of a record; raises `Disconnected` as soon as `gone` returns."""
        seconds = self.seconds if order.rolled_out else 0.0

        def work(is_stopped: IsStopped) -> Reviewed:
            found = review_text(order.text, seconds, is_stopped, order.first)
            note_ready()
            return found

        return await self._desks[order.rolled_out].find(
            order.digest, work, gone, lambda found: not found.making
        )

    def close(self) -> None:
        for desk in self._desks.values():
            desk.close()
