"""uvicorn as this server runs it: its configuration, and a shutdown that dismisses the tables."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

import uvicorn

from rowlock.server.limits.connection_limits import ConnectionLimits
from rowlock.server.services import Services
from rowlock.server.transport.http_protocol import HttpProtocol
from rowlock.server.transport.keepalive import KeepAlive
from rowlock.server.transport.websocket_protocol import WebSocketProtocol

MAX_READ = 16 * 1024
"""Bytes of a WebSocket frame; longer ones end the connection, those above 4 KiB are refused."""
GOODBYE_S = 1.0
"""Seconds for clients to read what was sent before the server stops."""
POLL_S = 0.02


class Server(uvicorn.Server):
    """uvicorn that reports when it is ready, and says goodbye to the tables before it closes."""

    def __init__(
        self,
        config: uvicorn.Config,
        services: Services,
        *,
        on_ready: OnReady,
        on_leaving: Callable[[], None],
    ) -> None:
        super().__init__(config)
        self.services = services
        self._on_ready = on_ready
        self._on_leaving = on_leaving

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._on_ready(self)

    def stop(self, *_: object) -> None:
        """Shut down soon, even if the signal comes before there is anything to shut down."""
        self.should_exit = True

    def protocol(self) -> asyncio.Protocol:
        """A protocol for a connection that another process has accepted."""
        return self.config.http_protocol_class(  # type: ignore[call-arg]
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._on_leaving()
        await self.services.rooms.stop()
        until = time.monotonic() + GOODBYE_S
        while (slow := self._slow_readers()) and time.monotonic() < until:
            await asyncio.sleep(POLL_S)
        for transport in slow:
            transport.abort()  # waiting for them would hold up the others
        await super().shutdown(sockets)

    def _slow_readers(self) -> list[asyncio.Transport]:
        """Connections that have not read everything sent to them."""
        transports = [connection.transport for connection in self.server_state.connections]
        return [each for each in transports if each is not None and each.get_write_buffer_size()]


OnReady: TypeAlias = Callable[[Server], None]


def uvicorn_config(app: Any, services: Services) -> uvicorn.Config:
    settings, leases = services.settings, services.leases
    limits = ConnectionLimits(settings, leases.peer_addresses if leases is not None else ())
    http: Any = partial(HttpProtocol, limits=limits)
    websocket: Any = partial(WebSocketProtocol, limits=limits, keepalive=KeepAlive())
    return uvicorn.Config(
        app,
        http=http,
        host=settings.host,
        port=settings.port,
        loop="auto",
        ws=websocket,
        h11_max_incomplete_event_size=MAX_READ,
        ws_max_size=MAX_READ,
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
