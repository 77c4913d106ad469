"""Limits per address in this process.

The limits in the settings hold for all processes together. Each allows its share of them: one
divided by the number of processes, as the settings or the leases have it, whichever is larger.
"""

from __future__ import annotations

from collections.abc import Callable

from rowlock.errors import Illegal
from rowlock.files import KIB
from rowlock.server.config import Settings
from rowlock.server.limits.token_buckets import AddressBuckets

BURST_S = 10.0
"""Seconds of requests that may come in one burst."""


class AddressLimits:
    def __init__(self, settings: Settings, living_servers: Callable[[], int]) -> None:
        self._settings = settings
        self._living_servers = living_servers
        self._requests = AddressBuckets(0.0, 0.0)
        self._storage = AddressBuckets(0.0, 0.0)
        self._per_minute = {
            "tables": _per_minute(settings.tables_per_minute),
            "reviews": _per_minute(settings.reviews_per_minute),
            "seats": _per_minute(settings.tables_per_minute),
        }

    @property
    def _servers(self) -> int:
        return max(self._settings.servers, self._living_servers())

    @property
    def max_connections(self) -> int:
        return max(1, self._settings.max_connections_per_address // self._servers)

    def take_request(self, address: str, cost: float = 1.0) -> bool:
        """Count a request; False if it is one too many."""
        rate = self._settings.requests_per_second / self._servers
        self._requests.allow(rate, BURST_S * rate)
        return self._requests.take(address, cost)

    @property
    def bytes_per_table(self) -> int:
        return self._settings.kib_per_table * KIB

    def check_storage(self, address: str) -> None:
        """Refuse an address for which too much was stored."""
        if not self._refilled_storage().take(address, 0.0):
            raise Illegal("too_fast", "too much was stored for your address; wait a moment")

    def stored(self, address: str, size: int) -> None:
        """Count bytes that were stored. Games are never stopped, so the balance may become
        negative."""
        if address:
            self._refilled_storage().spend(address, size)

    def _refilled_storage(self) -> AddressBuckets:
        hourly = self._settings.mib_per_hour * KIB * KIB / self._servers
        self._storage.allow(hourly / 3600, hourly)
        return self._storage

    def take(self, kind: str, address: str) -> bool:
        """Count a new table, a review or a request for a seat. Not a share: `RateOwner` counts an
        address in one process."""
        return self._per_minute[kind].take(address)


def _per_minute(rate: float) -> AddressBuckets:
    return AddressBuckets(rate / 60, max(1.0, rate))
