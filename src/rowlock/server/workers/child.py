"""A worker process: a complete server that gets its connections from the parent.

It also listens at an address of its own, for the other workers, for servers on other machines if
`peer_url` is set, and for metrics. It sends the parent a heartbeat every second, and exits when the
parent has exited.
"""

from __future__ import annotations

import asyncio
import os
import socket

import msgspec

from rowlock.reviews.preparation import prepare_in_background
from rowlock.server.config import Settings
from rowlock.server.monitoring.logging import logger, set_up
from rowlock.server.preflight import fit_connections_to_file_limit
from rowlock.server.process.gc_policy import configure_collector
from rowlock.server.process.network_addresses import worker_url
from rowlock.server.transport.uvicorn_server import Server
from rowlock.server.wiring import make_server

WELL = b"."
LEAVING = b"!"
WELL_EVERY_S = 1.0
AT_ONCE = 64
"""Maximum number of connections taken in one round of the event loop."""


def work(text: bytes, line: socket.socket, listener: socket.socket) -> None:
    """Main function of a worker: its settings as JSON, a socket to the parent, its own listener."""
    os.setsid()  # Ctrl-C is for the parent, which stops us
    settings = msgspec.json.decode(text, type=Settings)
    set_up(level=settings.log_level, as_json=settings.log_json)
    fit_connections_to_file_limit(settings)
    with listener, line:
        settings.peer_url = worker_url(settings, int(listener.getsockname()[1]))
        receiver = ConnectionReceiver(line, settings.peer_url)

        def ready(server: Server) -> None:
            receiver.open(server)
            if settings.warm_up:
                prepare_in_background()

        server = make_server(settings, on_ready=ready, on_leaving=receiver.close)
        configure_collector()
        server.run(sockets=[listener])


class ConnectionReceiver:
    """Takes connections from the parent, and sends it heartbeats."""

    def __init__(self, line: socket.socket, url: str) -> None:
        self._line = line
        self._url = url
        self._server: Server | None = None
        self._beat: asyncio.TimerHandle | None = None
        self._coming: set[asyncio.Task[object]] = set()

    def open(self, server: Server) -> None:
        self._server = server
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
            pass  # the parent is slow to read
        except OSError:
            self._stop()

    def _stop(self) -> None:
        if self._server is not None:
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
            self._stop()
        for descriptor in descriptors:
            client = socket.socket(fileno=descriptor)
            client.setblocking(False)
            task = loop.create_task(self._welcome(client))
            self._coming.add(task)
            task.add_done_callback(self._coming.discard)

    async def _welcome(self, client: socket.socket) -> None:
        assert self._server is not None
        try:
            await asyncio.get_running_loop().connect_accepted_socket(self._server.protocol, client)
        except OSError:
            client.close()  # it was closed meanwhile
