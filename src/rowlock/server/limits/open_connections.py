"""Counts open sockets and streams, in total and per address."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator

from rowlock.server.limits.address_limits import AddressLimits
from rowlock.server.monitoring.metrics import Metrics
from rowlock.server.process.gc_policy import ClosedConnections


class OpenConnections:
    def __init__(self, limit: int, per_address: AddressLimits, metrics: Metrics) -> None:
        self._limit = limit
        self._per_address = per_address
        self._metrics = metrics
        self._open: Counter[str] = Counter()
        self._closed = ClosedConnections()

    @contextlib.contextmanager
    def counted(self, address: str) -> Iterator[bool]:
        """Count a connection while it is open; False if it is one too many."""
        total, of_address = self._open.total(), self._open[address]
        self._open[address] += 1
        self._metrics.connections += 1
        try:
            yield total < self._limit and of_address < self._per_address.max_connections
        finally:
            self._metrics.connections -= 1
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]
            self._closed.another(self._metrics.connections)
