"""Who may talk to the server and how much: hosts, origins, rates, headers.

A page of another site must not reach a server on somebody's LAN. So requests must be addressed
to an IP address, a local name or a configured host (a foreign domain that resolves to us is
refused), and what a browser sends on behalf of a page must come from our own page.
"""

from __future__ import annotations

import functools
import ipaddress
import re
import time
from collections.abc import Mapping
from urllib.parse import urlsplit

from rowlock.server.config import Settings

_HOST = re.compile(r"[A-Za-z0-9._:%\[\]-]+")  # nothing else may get into our headers


class Guard:
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
        """Whether a page of this origin may use us; programs that are no browser send none."""
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


class Bucket:
    """A token bucket: `rate` a second on average, bursts up to `size`."""

    __slots__ = ("_filled", "_left", "rate", "size")

    def __init__(self, rate: float, size: float) -> None:
        self.rate = rate
        self.size = size
        self._left = size
        self._filled = time.monotonic()

    def take(self, amount: float = 1.0) -> bool:
        """Whether one more is allowed now."""
        now = time.monotonic()
        self._left = min(self.size, self._left + (now - self._filled) * self.rate)
        self._filled = now
        if self._left < amount:
            return False
        self._left -= amount
        return True

    @property
    def full(self) -> bool:
        return self._left + (time.monotonic() - self._filled) * self.rate >= self.size


@functools.lru_cache(maxsize=4096)
def neighbourhood(address: str) -> str:
    """What limits are counted by: an IPv4 address, or the /64 that one household gets of IPv6."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))


class PerAddress:
    """A bucket for each address; only in memory, forgotten as soon as it is full again."""

    MOST = 10_000
    """Addresses remembered at once. Beyond them, those that have waited longest begin anew."""

    def __init__(self, rate: float, size: float) -> None:
        self._rate = rate
        self._size = size
        self._buckets: dict[str, Bucket] = {}

    def allow(self, rate: float, size: float) -> None:
        """Another rate from now on, for those who are counted already, too."""
        if (rate, size) == (self._rate, self._size):
            return
        self._rate, self._size = rate, size
        for bucket in self._buckets.values():
            bucket.rate, bucket.size = rate, size

    def take(self, address: str, amount: float = 1.0) -> bool:
        bucket = self._buckets.get(address)
        if bucket is None:
            if len(self._buckets) >= self.MOST:
                self._forget()
            bucket = self._buckets[address] = Bucket(self._rate, self._size)
        return bucket.take(amount)

    def _forget(self) -> None:
        kept = [(address, bucket) for address, bucket in self._buckets.items() if not bucket.full]
        self._buckets = dict(kept[-self.MOST // 2 :])


def page_headers(host: str) -> Mapping[str, str]:
    """Headers for everything we send. `host` has been checked."""
    policy = "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data:",
            "font-src 'self'",
            # 'self' covers sockets too, but not in every browser.
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
