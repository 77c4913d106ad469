"""Run a request in this process, or forward it to the process that owns the table.

If the owner was killed and its lease has not expired yet, the request waits for a moment instead of
failing.

A process that dies without an answer may have carried out the request. Idempotent requests are
retried on the next owner; for others the client gets an error that says so.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from rowlock.errors import Illegal
from rowlock.server.cluster.forward_http import Declined, Unanswered, Unreachable
from rowlock.server.cluster.hop_header import is_forwarded
from rowlock.server.cluster.peer import Elsewhere, Peer
from rowlock.server.monitoring.logging import logger

HOLD_S = 4.0
"""Seconds that a request waits for an owner; the page gives up after five and retries."""
AGAIN_S = 0.25
_NO_ANSWER = "the server stopped before it answered (check whether this was done, then retry)"

T = TypeVar("T")


async def run_at_owner(
    scope: Any,
    here: Callable[[], Awaitable[T]],
    there: Callable[[Peer], Awaitable[T]],
    *,
    twice: bool = True,
) -> T:
    """The result of `here`, or of `there` if another process owns the table; at most one hop. With
    `twice` the request is idempotent and is retried if an owner dies without an answer."""
    limit = asyncio.get_running_loop().time() + HOLD_S
    while True:
        try:
            return await here()
        except Elsewhere as elsewhere:
            if is_forwarded(scope):
                raise
            pause = AGAIN_S
            if elsewhere.peer is not None:
                try:
                    return await there(elsewhere.peer)
                except Declined:
                    pause = 0.0
                except Unreachable:
                    logger.info("peer_unreachable", peer=elsewhere.peer.address)
                except Unanswered:
                    logger.info("peer_unanswered", peer=elsewhere.peer.address)
                    if not twice:
                        raise Illegal("no_answer", _NO_ANSWER) from None
            if asyncio.get_running_loop().time() > limit:
                raise
        await asyncio.sleep(pause)
