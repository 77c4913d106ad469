"""Here or there: a thing is done in this process, or by the one that has the table.

While a table has no living owner that can be reached, because that one was killed and its lease
has not run out, whoever asks is kept waiting for a moment rather than sent away.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from rowlock.server.logs import logger
from rowlock.server.peers.arrival import passed_on
from rowlock.server.peers.hop import Declined, Unreachable
from rowlock.server.peers.peer import Elsewhere, Peer

HOLD_S = 4.0
"""The page gives up after five seconds and tries again."""
AGAIN_S = 0.25

T = TypeVar("T")


async def here_or_there(
    scope: Any, here: Callable[[], Awaitable[T]], there: Callable[[Peer], Awaitable[T]]
) -> T:
    """What `here` gives, or `there` for a table that is another's; at most one hop."""
    limit = asyncio.get_running_loop().time() + HOLD_S
    while True:
        try:
            return await here()
        except Elsewhere as elsewhere:
            if passed_on(scope):
                raise
            pause = AGAIN_S
            if elsewhere.peer is not None:
                try:
                    return await there(elsewhere.peer)
                except Declined:
                    pause = 0.0
                except Unreachable:
                    logger.info("peer_unreachable", peer=elsewhere.peer.address)
            if asyncio.get_running_loop().time() > limit:
                raise
        await asyncio.sleep(pause)
