"""The types from which all others of the wire can be reached."""

from __future__ import annotations

from typing import Any

from rowlock.server.protocol import http, intents, news
from rowlock.server.routes import ROUTES
from rowlock.server.routing import JSON

ROOTS: tuple[Any, ...] = (
    intents.ClientMessage,
    news.ServerMessage,
    *(route.takes for route in ROUTES if route.takes is not None),
    *(route.gives for route in ROUTES if route.media == JSON),
    http.Problem,
)
