"""The listening socket."""

from __future__ import annotations

import socket
import sys

from rowlock.errors import Unreadable
from rowlock.server.config import Settings

PORTS_TRIED = 20
"""How many ports after the wanted one are tried."""


def bind(settings: Settings, *, search: bool) -> socket.socket:
    """The listening socket; with `search` on the next free port if the wanted one is taken."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    last = min(settings.port + (PORTS_TRIED if search and settings.port else 0), 65_535)
    for port in range(settings.port, last + 1):
        listener = socket.socket(family, socket.SOCK_STREAM)
        if sys.platform != "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((settings.host, port))
        except (OSError, UnicodeError) as error:  # the latter: an invalid host name
            listener.close()
            if port == last:
                reason = getattr(error, "strerror", None) or str(error)
                message = f"cannot listen on {settings.host}, port {port}: {reason}"
                raise Unreadable("bad_setting", message) from None
            continue
        settings.port = int(listener.getsockname()[1])
        return listener
    raise AssertionError("unreachable")
