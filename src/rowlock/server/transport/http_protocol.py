"""uvicorn's HTTP protocol with limits.

uvicorn waits without end for the rest of a request and for a client that does not read. Here each
connection is counted from the moment it is accepted, a request must be complete after
`REQUEST_WITHIN_S`, and a client that reads nothing is disconnected after `STUCK_S`.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from rowlock.server.limits.connection_limits import ConnectionLimits
from rowlock.server.limits.token_buckets import rate_limit_key
from rowlock.server.transport.timeout import Timeout

REQUEST_WITHIN_S = 15.0
STUCK_S = 30.0


class HttpProtocol(H11Protocol):
    """tests/server/test_uvicorn_contract.py lists what is used of uvicorn."""

    def __init__(self, *, limits: ConnectionLimits, **arguments: Any) -> None:
        super().__init__(**arguments)
        self._limits = limits

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._address = rate_limit_key(self.client[0] if self.client else "?")
        self._incomplete = Timeout(transport, REQUEST_WITHIN_S)
        self._stuck = Timeout(transport, STUCK_S)
        self._is_websocket = False
        self._is_counted = self._limits.enter(self._address)
        if not self._is_counted:
            transport.abort()
            return
        self._incomplete.start()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop_timeouts()
        if self._is_counted:
            self._limits.leave(self._address)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._is_websocket:
            return
        if self.timeout_keep_alive_task is None and self.conn.their_state in (
            h11.IDLE,
            h11.SEND_BODY,
        ):
            self._incomplete.start()
        else:
            self._incomplete.stop()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._is_websocket = True  # `WebSocketProtocol` takes over the connection and its count
        self._stop_timeouts()
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        self.flow.pause_writing()
        self._stuck.start()

    def resume_writing(self) -> None:
        self._stuck.stop()
        self.flow.resume_writing()

    def _stop_timeouts(self) -> None:
        self._incomplete.stop()
        self._stuck.stop()
