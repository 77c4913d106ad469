"""uvicorn as this server runs it: its configuration, and a shutdown that dismisses the tables."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from typing import Any, TypeAlias

import uvicorn

from rowlock.server.services import Services
from rowlock.server.transport.uvicorn_protocols import protocols

MAX_READ = 16 * 1024
"""Longer frames end the connection at once; those above 4 KiB are refused with a reason."""


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
        for connection in list(self.server_state.connections):
            transport = connection.transport
            if transport is not None and transport.get_write_buffer_size():
                transport.abort()  # they do not read: waiting would only hold up the others
        await super().shutdown(sockets)


OnReady: TypeAlias = Callable[[Server], None]


def uvicorn_config(app: Any, services: Services) -> uvicorn.Config:
    settings, leases = services.settings, services.leases
    http, socket_protocol = protocols(settings, leases.peer_addresses if leases is not None else ())
    return uvicorn.Config(
        app,
        http=http,
        host=settings.host,
        port=settings.port,
        loop="auto",
        ws=socket_protocol,
        h11_max_incomplete_event_size=MAX_READ,
        ws_max_size=MAX_READ,
        ws_per_message_deflate=False,
        ws_ping_interval=None,  # `keepalive.py` sends the pings
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
