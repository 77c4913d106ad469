"""Checks the host and origin of requests, and sets security headers on responses.

A page of another site must not reach a server in a visitor's LAN. So requests must be addressed to
an IP address, a local name or a configured host (a foreign domain that resolves to this server is
refused), and requests of a browser must come from our own page.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from rowlock.server.config import Settings
from rowlock.server.limits.token_buckets import rate_limit_key

_HOST = re.compile(r"[A-Za-z0-9._:%\[\]-]+")  # nothing else may enter our headers


class RequestGuard:
    def __init__(self, settings: Settings) -> None:
        self.names = {name.lower() for name in settings.allowed_hosts}
        self.public = _netloc(settings.public_url)
        if self.public:
            self.names.add(_host_of(self.public))

    def accepts_host(self, host: str) -> bool:
        """Whether a request may be addressed to this Host."""
        name = _host_of(host) if _HOST.fullmatch(host) else ""
        if not name:
            return False
        if name in self.names or name == "localhost" or name.endswith((".localhost", ".local")):
            return True
        if "." not in name and ":" not in name:
            return True  # a name of the local network
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return name.endswith((".lan", ".home", ".internal", ".home.arpa", ".fritz.box"))
        return True

    def accepts_origin(self, origin: str | None, host: str) -> bool:
        """Whether a page of this origin may use the server; only browsers send one."""
        if origin is None:
            return True
        theirs = _netloc(origin)
        return bool(theirs) and theirs in (host.lower(), self.public)


def _netloc(url: str) -> str:
    try:
        return urlsplit(url).netloc.lower()
    except ValueError:
        return ""


def _host_of(netloc: str) -> str:
    """The name of a Host header, without its port."""
    try:
        return (urlsplit(f"//{netloc}").hostname or "").lower().rstrip(".")
    except ValueError:
        return ""


def page_headers(host: str) -> Mapping[str, str]:
    """Headers of every response. `host` has been checked."""
    policy = "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data:",
            "font-src 'self'",
            # 'self' includes sockets, but not in every browser.
            f"connect-src 'self' ws://{host} wss://{host}",
            "media-src 'self'",
            "manifest-src 'self'",
            "worker-src 'self'",
            "base-uri 'self'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    )
    return {
        "content-security-policy": policy,
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    }


def address_of(scope: Any) -> str:
    """The address of a client, by which limits count."""
    client = scope.get("client")
    return rate_limit_key(str(client[0])) if client else "?"


def header(scope: Any, name: bytes) -> str | None:
    for key, value in scope["headers"]:
        if key == name:
            return str(value.decode("latin-1"))
    return None
