"""Sends HTTPS requests to other servers, in a thread of its own: the only way in which this server
addresses anybody.

Its event loop is separate from that of the tables, so name lookups, cryptography and slow
receivers do not delay games. Time and size of each message and the length of the queue are limited;
messages beyond that are dropped, because a late notification is worthless. Redirects are not
followed, and only public addresses are connected to (`allowed_hosts.py`).
"""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Callable, Mapping

from msgspec import Struct

from rowlock.server.monitoring.logging import logger
from rowlock.server.push.allowed_hosts import AllowedHosts, Endpoint

WITHIN_S = 15.0
AT_ONCE = 8
MOST_WAITING = 256
MAX_LINE = 1024
_STATUS = re.compile(rb"HTTP/1\.[01] ([0-9]{3})\b")


class Post(Struct, frozen=True):
    """One request."""

    to: Endpoint
    headers: Mapping[str, str]
    body: bytes


class Poster:
    def __init__(self, reach: AllowedHosts) -> None:
        self.reach = reach
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

    async def post(self, make: Callable[[], Post]) -> int | None:
        """The status of the response to a request, which is made in the thread; None if there is
        no response."""
        if self._waiting >= MOST_WAITING:
            return None
        self._waiting += 1
        try:
            bringing = asyncio.run_coroutine_threadsafe(self._bring(make), self._loop)
            return await asyncio.wrap_future(bringing)
        finally:
            self._waiting -= 1

    async def _bring(self, make: Callable[[], Post]) -> int | None:
        try:
            async with self._counters, asyncio.timeout(WITHIN_S):
                return await self._post(make())
        except (OSError, ValueError, EOFError, TimeoutError) as error:
            logger.warning("push_failed", reason=type(error).__name__)
            return None

    async def _post(self, post: Post) -> int:
        """Send one request and read the status line."""
        to, body = post.to, post.body
        address = await self.reach.find(to)
        lines = {
            "host": to.netloc,
            **post.headers,
            "content-length": str(len(body)),
            "connection": "close",
        }
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        reader, writer = await asyncio.open_connection(
            address, to.port, ssl=self.reach.tls, server_hostname=to.host, limit=MAX_LINE
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
