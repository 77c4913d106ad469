"""Running the application with uvicorn."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable
from threading import Thread
from typing import TYPE_CHECKING

import uvicorn

from rowlock.errors import Unreadable
from rowlock.review.ready import prepare_in_background
from rowlock.server.app import App, make_app
from rowlock.server.config import Settings
from rowlock.server.door import BESIDE_ALL, protocols
from rowlock.server.files import raise_file_limit
from rowlock.server.garbage import calm_collector
from rowlock.server.lan import local_url, shared_url
from rowlock.server.logs import logger, set_up
from rowlock.server.sanity import SPARE_FILES, obstacles

if TYPE_CHECKING:
    from rowlock.server.push.reach import Reach

MAX_READ = 16 * 1024
"""Longer frames end the connection at once; those above 4 KiB are refused with a reason."""


class Server(uvicorn.Server):
    """uvicorn that tells when it is ready, and says goodbye to the tables before it closes."""

    def __init__(self, config: uvicorn.Config, app: App) -> None:
        super().__init__(config)
        self._app = app
        self.on_ready: Callable[[], None] = lambda: None
        self.on_leaving: Callable[[], None] = lambda: None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.on_ready()

    def stop(self, *_: object) -> None:
        """End soon, also where the signal comes before there is anything to end."""
        self.should_exit = True

    def protocol(self) -> asyncio.Protocol:
        """What speaks to one more connection, where somebody else has accepted it."""
        return self.config.http_protocol_class(  # type: ignore[call-arg]
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.on_leaving()
        await self._app.services.rooms.stop()
        for connection in list(self.server_state.connections):
            transport = connection.transport
            if transport is not None and transport.get_write_buffer_size():
                transport.abort()  # they do not read: waiting would only hold up the others
        await super().shutdown(sockets)


def make_server(settings: Settings, *, reach: Reach | None = None) -> Server:
    app = make_app(settings, lan_url=shared_url(settings), reach=reach)
    leases = app.services.rooms.leases
    http, socket_protocol = protocols(settings, leases.friends if leases is not None else ())
    config = uvicorn.Config(
        app,
        http=http,
        host=settings.host,
        port=settings.port,
        loop="auto",
        ws=socket_protocol,
        h11_max_incomplete_event_size=MAX_READ,
        ws_max_size=MAX_READ,
        ws_per_message_deflate=False,
        ws_ping_interval=None,  # `pulse.py` sees to it
        log_config=None,
        access_log=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies or None,
        server_header=False,
        timeout_graceful_shutdown=5,
        timeout_keep_alive=30,
        limit_concurrency=None,
        backlog=2048,
    )
    return Server(config, app)


def bind(settings: Settings, *, search: bool) -> socket.socket:
    """The listening socket; with `search` the next free port when the wanted one is taken."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    last = min(settings.port + (20 if search and settings.port else 0), 65_535)
    for port in range(settings.port, last + 1):
        listener = socket.socket(family, socket.SOCK_STREAM)
        if sys.platform != "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((settings.host, port))
        except (OSError, UnicodeError) as error:  # the latter: no host can have such a name
            listener.close()
            if port == last:
                reason = getattr(error, "strerror", None) or str(error)
                message = f"cannot listen on {settings.host}, port {port}: {reason}"
                raise Unreadable("bad_setting", message) from None
            continue
        settings.port = int(listener.getsockname()[1])
        return listener
    raise AssertionError("unreachable")


def promise_what_there_is(settings: Settings) -> None:
    room = raise_file_limit() - BESIDE_ALL - SPARE_FILES
    if room < settings.max_connections:
        settings.max_connections = max(1, room)
        logger.warning("fewer_connections", max_connections=settings.max_connections)


def run(settings: Settings, *, search: bool, announce: Callable[[str, str | None], None]) -> int:
    """Serve until stopped; `announce` gets the local and the shared address."""
    set_up(level=settings.log_level, as_json=settings.log_json)
    with bind(settings, search=search) as listener:
        _serve(settings, listener, announce)
    return 0


def _serve(
    settings: Settings, listener: socket.socket, announce: Callable[[str, str | None], None]
) -> None:
    for complaint in obstacles(settings):
        raise Unreadable("bad_setting", complaint)

    def ready() -> None:
        url = local_url(settings)
        announce(url, shared_url(settings))
        if settings.open_browser:
            Thread(target=webbrowser.open, args=[url], daemon=True).start()
        kind = settings.database.split(":")[0] or "sqlite"
        logger.info("serving", port=settings.port, database=kind)

    if settings.workers > 1:
        from rowlock.server.workers.parent import run_workers

        run_workers(settings, listener, ready)
    else:
        _serve_alone(settings, listener, ready)
    logger.info("stopped")


def _serve_alone(settings: Settings, listener: socket.socket, ready: Callable[[], None]) -> None:
    promise_what_there_is(settings)
    server = make_server(settings)

    def started() -> None:
        ready()
        if settings.warm_up:
            prepare_in_background()

    server.on_ready = started
    # uvicorn listens for these itself while it runs, and raises them again when it has stopped.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, server.stop)
    calm_collector()
    server.run(sockets=[listener])
