"""Limits the open connections of one address, whatever they are used for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from rowlock.server.config import Settings
from rowlock.server.limits.ip_ranges import IpRanges

OTHERS_PER_ADDRESS = 50
"""Limit of one address's connections for pages and requests, which do not count as connections at
tables.
"""
OTHERS = 500
"""Like `OTHERS_PER_ADDRESS`, for all addresses together."""


class ConnectionLimits:
    """Counts connections per address, from the moment they are accepted."""

    def __init__(self, settings: Settings, peer_addresses: Collection[str] = ()) -> None:
        self._limit = settings.max_connections + OTHERS
        self._limit_per_address = settings.max_connections_per_address + OTHERS_PER_ADDRESS
        self._proxies = IpRanges(settings.trusted_proxies)
        self._peer_addresses = peer_addresses
        """Other processes of this installation, which forward the connections of many clients."""
        self._open: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Count a connection; False if it is one too many."""
        if self._open.total() >= self._limit:
            return False
        if self._open[address] >= self._limit_per_address and not self._is_shared(address):
            return False
        self._open[address] += 1
        return True

    def leave(self, address: str) -> None:
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]

    def _is_shared(self, address: str) -> bool:
        return address in self._proxies or address in self._peer_addresses
