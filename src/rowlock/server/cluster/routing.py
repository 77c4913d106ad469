"""Here or there: a thing is done in this process, or by the one that has the table.

While a table has no living owner that can be reached, because that one was killed and its lease
has not run out, whoever asks is kept waiting for a moment rather than sent away.

A process that was asked and is gone without an answer may have done what it was asked. What changes
nothing when it is done twice is asked again; of the rest whoever asked is told.
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
"""The page gives up after five seconds and tries again."""
AGAIN_S = 0.25
_NO_ANSWER = "the server was asked and has gone; look whether it was done before you ask again"

T = TypeVar("T")


async def run_at_owner(
    scope: Any,
    here: Callable[[], Awaitable[T]],
    there: Callable[[Peer], Awaitable[T]],
    *,
    twice: bool = True,
) -> T:
    """What `here` gives, or `there` for a table that is another's; at most one hop. `twice` says
    whether it may be done again by the next owner where nobody knows if it was done."""
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
