"""`rowlock serve`: run the server in this process, or workers below it."""

from __future__ import annotations

import signal
import socket
import webbrowser
from collections.abc import Callable
from threading import Thread

from rowlock.errors import Unreadable
from rowlock.reviews.preparation import prepare_in_background
from rowlock.server.config import Settings
from rowlock.server.monitoring.logging import logger, set_up
from rowlock.server.preflight import fit_connections_to_file_limit, startup_problems
from rowlock.server.process.gc_policy import configure_collector
from rowlock.server.process.listener import bind
from rowlock.server.process.network_addresses import local_url, shared_url
from rowlock.server.transport.uvicorn_server import Server
from rowlock.server.wiring import make_server


def run(settings: Settings, *, search: bool, announce: Callable[[str, str | None], None]) -> int:
    """Serve until stopped; `announce` gets the local and the shared address."""
    set_up(level=settings.log_level, as_json=settings.log_json)
    with bind(settings, search=search) as listener:
        _serve(settings, listener, announce)
    return 0


def _serve(
    settings: Settings, listener: socket.socket, announce: Callable[[str, str | None], None]
) -> None:
    for complaint in startup_problems(settings):
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
    fit_connections_to_file_limit(settings)

    def started(_: Server) -> None:
        ready()
        if settings.warm_up:
            prepare_in_background()

    server = make_server(settings, on_ready=started)
    # uvicorn listens for these itself while it runs, and raises them again when it has stopped.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, server.stop)
    configure_collector()
    server.run(sockets=[listener])
