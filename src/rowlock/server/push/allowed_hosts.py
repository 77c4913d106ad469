"""Hosts to which notifications may be sent. A browser names the address, so it could name any.

So only TLS on port 443 and only public addresses are allowed: no client can make this server
connect to its own network. The name is resolved once, and exactly that address is used.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
import ssl
from typing import TypeAlias
from urllib.parse import urlsplit

from msgspec import Struct

from rowlock.errors import Unreadable

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address

PORT = 443
MAX_URL = 1000
_NAME = re.compile(r"(?=.{1,253}$)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*")
_PATH = re.compile(r"/[!-~]*")  # characters allowed in a request line
_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")
"""IPv6 ranges that are translated to IPv4, including private addresses."""


class Endpoint(Struct, frozen=True):
    """The push address of one browser."""

    host: str
    port: int
    path: str

    @property
    def origin(self) -> str:
        return f"https://{self.netloc}"

    @property
    def netloc(self) -> str:
        return self.host if self.port == PORT else f"{self.host}:{self.port}"


class AllowedHosts:
    """The rule in production; tests replace it to allow a push service on this machine."""

    def __init__(self) -> None:
        self.tls = ssl.create_default_context()

    def accepts_port(self, port: int) -> bool:
        return port == PORT

    def accepts(self, address: Address) -> bool:
        """Whether an address is one of the public network."""
        if isinstance(address, ipaddress.IPv6Address):
            if address.ipv4_mapped is not None:
                return self.accepts(address.ipv4_mapped)
            if address.sixtofour or address.teredo or address in _TRANSLATED:
                return False
        return address.is_global and not address.is_multicast

    def endpoint(self, url: str) -> Endpoint:
        """The endpoint with this URL; refuses one that is not allowed."""
        try:
            parts = urlsplit(url)
            host, port = parts.hostname or "", parts.port or PORT
        except ValueError:
            raise _refused() from None
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        if (
            len(url) > MAX_URL
            or parts.scheme != "https"
            or parts.username is not None
            or not _NAME.fullmatch(host)
            or _is_address(host)
            or not self.accepts_port(port)
            or not _PATH.fullmatch(path)
        ):
            raise _refused()
        return Endpoint(host, port, path)

    async def find(self, endpoint: Endpoint) -> str:
        """An allowed IP address of the endpoint; raises `OSError` if there is none."""
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(endpoint.host, endpoint.port, type=socket.SOCK_STREAM)
        for *_, place in found:
            address = str(place[0])
            if self.accepts(ipaddress.ip_address(address.partition("%")[0])):
                return address
        raise OSError(f"{endpoint.host} has no public address")


def _is_address(host: str) -> bool:
    """Whether a host is an IP address. One that ends in a number would be parsed as IPv4,
    differently on each system."""
    return host.rpartition(".")[2].isdigit() or host.rpartition(".")[2].startswith("0x")


def _refused() -> Unreadable:
    return Unreadable("bad_endpoint", "a push service has an https:// address with a name")
