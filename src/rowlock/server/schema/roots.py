"""The types from which all others of the protocol can be reached."""

from __future__ import annotations

from typing import Any

from rowlock.protocol import client_messages, http, server_messages
from rowlock.server.http.router import JSON
from rowlock.server.http.routes import ROUTES

ROOTS: tuple[Any, ...] = (
    client_messages.ClientMessage,
    server_messages.ServerMessage,
    *(route.takes for route in ROUTES if route.takes is not None),
    *(route.gives for route in ROUTES if route.media == JSON),
    http.Problem,
)
