"""A way to the database that can swallow everything, as a broken network does."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from urllib.parse import urlsplit


class Hole:
    """A TCP proxy. While it is open, connections stay and nothing goes through, either way."""

    def __init__(self, database: str) -> None:
        where = urlsplit(database)
        self._target = where.hostname, where.port
        started = threading.Event()
        self._thread = threading.Thread(target=asyncio.run, args=[self._serve(started)])
        self._thread.start()
        started.wait()
        self.url = database.replace(f":{where.port}/", f":{self.port}/")

    def open(self) -> None:
        self._loop.call_soon_threadsafe(self._through.clear)

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._through.set)

    def end(self) -> None:
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join()

    async def _serve(self, started: threading.Event) -> None:
        self._loop = asyncio.get_running_loop()
        self._through, self._over = asyncio.Event(), asyncio.Event()
        self._through.set()
        server = await asyncio.start_server(self._connection, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        started.set()
        async with server:
            await self._over.wait()

    async def _connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.closing(writer), contextlib.suppress(OSError, asyncio.CancelledError):
            await self._through.wait()
            theirs, ours = await asyncio.open_connection(*self._target)
            with contextlib.closing(ours):
                await asyncio.gather(self._carry(reader, ours), self._carry(theirs, writer))

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.closing(writer), contextlib.suppress(OSError):
            while data := await reader.read(65_536):
                await self._through.wait()
                writer.write(data)
                await writer.drain()


@contextlib.contextmanager
def hole(database: str) -> Iterator[Hole]:
    found = Hole(database)
    try:
        yield found
    finally:
        found.close()
        found.end()
