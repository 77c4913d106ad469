"""Sends messages to push services, in a thread of its own.

Its event loop is separate from that of the tables, so name lookups, cryptography and slow push
services do not delay games. Time and size of each message and the length of the queue are limited;
messages beyond that are dropped, because a late notification is worthless.
"""

from __future__ import annotations

import asyncio
import re
import threading
from typing import Literal, TypeAlias

from msgspec import Struct

from rowlock.server.monitoring.logging import logger
from rowlock.server.push.allowed_hosts import AllowedHosts, Endpoint
from rowlock.server.push.encryption import encrypted
from rowlock.server.push.identity import Identity

Outcome: TypeAlias = Literal["sent", "gone", "failed"]

WITHIN_S = 15.0
AT_ONCE = 8
MOST_WAITING = 256
KEPT_S = 6 * 3600
"""Seconds for which a push service keeps a message for a device that is switched off."""
MAX_LINE = 1024
_STATUS = re.compile(rb"HTTP/1\.[01] ([0-9]{3})\b")
_GONE = (404, 410)
"""Statuses that mean the browser has unsubscribed."""


class PushMessage(Struct, frozen=True):
    to: Endpoint
    browser: bytes
    secret: bytes
    text: bytes


class PushSender:
    def __init__(self, identity: Identity, reach: AllowedHosts) -> None:
        self.identity = identity
        self._reach = reach
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._main, name="rowlock-push", daemon=True)
        self._counters = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0
        self._thread.start()

    def _main(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()

    async def close(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.create_task, self._stop())
        await asyncio.to_thread(self._thread.join)
        self._loop.close()

    async def _stop(self) -> None:
        """Cancel all messages, without waiting for name lookups."""
        under_way = asyncio.all_tasks() - {asyncio.current_task()}
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)
        self._loop.stop()

    async def send(self, letter: PushMessage) -> Outcome:
        """Send a message to its push service."""
        if self._waiting >= MOST_WAITING:
            return "failed"
        self._waiting += 1
        try:
            bringing = asyncio.run_coroutine_threadsafe(self._bring(letter), self._loop)
            return await asyncio.wrap_future(bringing)
        finally:
            self._waiting -= 1

    async def _bring(self, letter: PushMessage) -> Outcome:
        try:
            async with self._counters, asyncio.timeout(WITHIN_S):
                status = await self._post(letter)
        except (OSError, ValueError, EOFError, TimeoutError) as error:
            logger.warning("push_failed", reason=type(error).__name__)
            return "failed"
        if status in _GONE:
            return "gone"
        if not 200 <= status < 300:
            logger.warning("push_refused", status=status)
            return "failed"
        return "sent"

    async def _post(self, letter: PushMessage) -> int:
        """Send one request and read the status line; redirects are not followed."""
        to, body = letter.to, encrypted(letter.text, letter.browser, letter.secret)
        address = await self._reach.find(to)
        lines = {
            "host": to.netloc,
            "authorization": self.identity.authorization(to.origin),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "content-length": str(len(body)),
            "ttl": str(KEPT_S),
            "urgency": "high",
            "connection": "close",
        }
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        reader, writer = await asyncio.open_connection(
            address, to.port, ssl=self._reach.tls, server_hostname=to.host, limit=MAX_LINE
        )
        try:
            writer.write(f"POST {to.path} HTTP/1.1\r\n{head}\r\n".encode() + body)
            await writer.drain()
            found = _STATUS.match(await reader.readline())
        finally:
            writer.close()
        if found is None:
            raise ValueError("this is no answer")
        return int(found[1])
