"""A worker: a whole server that gets its connections from the parent.

It listens for the other workers, for servers on other machines where `peer_url` says how these
reach it, and for whoever reads its metrics. Every second it tells the parent that it is well, and
when the parent has gone it goes, too.
"""

from __future__ import annotations

import asyncio
import os
import socket

import msgspec

from rowlock.review.ready import prepare_in_background
from rowlock.server.config import Settings
from rowlock.server.garbage import calm_collector
from rowlock.server.lan import worker_url
from rowlock.server.logs import logger, set_up
from rowlock.server.serve import Server, make_server, promise_what_there_is

WELL = b"."
LEAVING = b"!"
WELL_EVERY_S = 1.0
AT_ONCE = 64
"""Connections taken in one round of the loop."""


def work(text: bytes, line: socket.socket, listener: socket.socket) -> None:
    """The whole life of a worker, who is told its settings and given a line to the parent."""
    os.setsid()  # Ctrl-C is for the parent, which tells us
    settings = msgspec.json.decode(text, type=Settings)
    set_up(level=settings.log_level, as_json=settings.log_json)
    promise_what_there_is(settings)
    with listener, line:
        settings.peer_url = worker_url(settings, int(listener.getsockname()[1]))
        server = make_server(settings)
        reception = Reception(server, line, settings.peer_url)

        def ready() -> None:
            reception.open()
            if settings.warm_up:
                prepare_in_background()

        server.on_ready = ready
        server.on_leaving = reception.close
        calm_collector()
        server.run(sockets=[listener])


class Reception:
    """Where connections come in."""

    def __init__(self, server: Server, line: socket.socket, url: str) -> None:
        self._server = server
        self._url = url
        self._line = line
        self._beat: asyncio.TimerHandle | None = None
        self._coming: set[asyncio.Task[object]] = set()

    def open(self) -> None:
        self._line.setblocking(False)
        asyncio.get_running_loop().add_reader(self._line, self._take)
        self._say_well()
        logger.info("worker_ready", peer_url=self._url, pid=os.getpid())

    def close(self) -> None:
        if self._beat is not None:
            self._beat.cancel()
        self._say(LEAVING)

    def _say_well(self) -> None:
        self._say(WELL)
        self._beat = asyncio.get_running_loop().call_later(WELL_EVERY_S, self._say_well)

    def _say(self, word: bytes) -> None:
        try:
            self._line.send(word)
        except BlockingIOError:
            pass  # the parent is slow to listen
        except OSError:
            self._server.stop()

    def _take(self) -> None:
        try:
            data, descriptors, _, _ = socket.recv_fds(self._line, AT_ONCE, AT_ONCE)
        except BlockingIOError:
            return
        except OSError:
            data, descriptors = b"", []
        loop = asyncio.get_running_loop()
        if not data:  # the parent has gone
            loop.remove_reader(self._line)
            self._server.stop()
        for descriptor in descriptors:
            client = socket.socket(fileno=descriptor)
            client.setblocking(False)
            task = loop.create_task(self._welcome(client))
            self._coming.add(task)
            task.add_done_callback(self._coming.discard)

    async def _welcome(self, client: socket.socket) -> None:
        try:
            await asyncio.get_running_loop().connect_accepted_socket(self._server.protocol, client)
        except OSError:
            client.close()  # it has gone meanwhile
