"""Counters for /metrics. They count tables and messages, never people.

Every message is counted, so counters are plain numbers; they are converted to Prometheus metrics
when /metrics is read (`exposition.py`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping

from msgspec import Struct

_LIMITS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)


class Histogram:
    """Histogram of durations."""

    def __init__(self) -> None:
        self.counts = [0] * (len(_LIMITS) + 1)
        self.total = 0.0

    def observe(self, seconds: float) -> None:
        self.counts[bisect_left(_LIMITS, seconds)] += 1
        self.total += seconds

    def buckets(self) -> Iterator[tuple[str, float]]:
        below = 0
        for limit, count in zip((*_LIMITS, "+Inf"), self.counts, strict=True):
            below += count
            yield str(limit), below


class Metrics:
    """Counts what happens."""

    def __init__(self) -> None:
        self.connections = 0
        self.received = 0
        self.sent = 0
        self.tables = 0
        self.refused: Counter[str] = Counter()
        self.handled = Histogram()
        self.stored = Histogram()
        self.thought = Histogram()


class ClusterGauges(Struct, frozen=True):
    """Current values of a process that shares its database."""

    leases: int
    servers: int
    hops: Mapping[str, int]
    moves: Mapping[str, int]


class Gauges(Struct, frozen=True):
    """Current values of other parts of the server."""

    rooms: int
    bots_late: int
    cluster: ClusterGauges | None = None
