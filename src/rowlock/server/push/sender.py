"""Sends messages to push services."""

from __future__ import annotations

from functools import partial
from typing import Literal, TypeAlias

from msgspec import Struct

from rowlock.server.monitoring.logging import logger
from rowlock.server.push.allowed_hosts import AllowedHosts, Endpoint
from rowlock.server.push.encryption import encrypted
from rowlock.server.push.identity import Identity
from rowlock.server.push.poster import Post, Poster

Outcome: TypeAlias = Literal["sent", "gone", "failed"]

KEPT_S = 6 * 3600
"""Seconds for which a push service keeps a message for a device that is switched off."""
_GONE = (404, 410)
"""Statuses that mean the browser has unsubscribed."""


class PushMessage(Struct, frozen=True):
    to: Endpoint
    browser: bytes
    secret: bytes
    text: bytes


class PushSender(Poster):
    def __init__(self, identity: Identity, reach: AllowedHosts) -> None:
        super().__init__(reach)
        self.identity = identity

    async def send(self, letter: PushMessage) -> Outcome:
        """Send a message to its push service."""
        status = await self.post(partial(self._sealed, letter))
        if status in _GONE:
            return "gone"
        if status is None:
            return "failed"
        if not 200 <= status < 300:
            logger.warning("push_refused", status=status)
            return "failed"
        return "sent"

    def _sealed(self, letter: PushMessage) -> Post:
        headers = {
            "authorization": self.identity.authorization(letter.to.origin),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(KEPT_S),
            "urgency": "high",
        }
        return Post(letter.to, headers, encrypted(letter.text, letter.browser, letter.secret))
