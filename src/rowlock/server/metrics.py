"""Counters for /metrics. They know tables and messages, never people.

Counting happens at every message, so it is done in plain numbers; Prometheus' own types are made
of them when somebody asks.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from rowlock.server.peers.leases import Leases

_LIMITS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)


class Times:
    """How long something took, by size."""

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


class Metrics(Collector):
    def __init__(self) -> None:
        self.rooms: Callable[[], int] = lambda: 0
        self.late: Callable[[], int] = lambda: 0
        self.leases: Leases | None = None
        self.connections = 0
        self.received = 0
        self.sent = 0
        self.tables = 0
        self.refused: Counter[str] = Counter()
        self.handled = Times()
        self.stored = Times()
        self.thought = Times()
        self._registry = CollectorRegistry()
        self._registry.register(self)

    def collect(self) -> Iterable[Metric]:
        yield GaugeMetricFamily("rowlock_rooms", "Tables in memory", self.rooms())
        yield GaugeMetricFamily("rowlock_connections", "Open connections", self.connections)
        yield CounterMetricFamily("rowlock_tables_made", "New tables", self.tables)
        yield CounterMetricFamily("rowlock_messages_received", "From clients", self.received)
        yield CounterMetricFamily("rowlock_messages_sent", "To clients", self.sent)
        yield CounterMetricFamily("rowlock_bots_late", "Quick judgements of bots", self.late())
        refused = CounterMetricFamily("rowlock_refused", "Refused, by reason", labels=["code"])
        for code, number in self.refused.items():
            refused.add_metric([code], number)
        yield refused
        for name, text, times in (
            ("message", "From a message's arrival to its answer", self.handled),
            ("store", "To store a change", self.stored),
            ("bot", "A bot's thinking", self.thought),
        ):
            yield HistogramMetricFamily(
                f"rowlock_{name}_seconds", text, list(times.buckets()), times.total
            )

        if self.leases is not None:
            yield from _shared(self.leases)

    def text(self) -> bytes:
        return generate_latest(self._registry)


def _shared(leases: Leases) -> Iterator[Metric]:
    """What several processes on one database have between them."""
    owned = len(leases.store.owned)
    yield GaugeMetricFamily("rowlock_leases", "Tables that belong to this process", owned)
    yield GaugeMetricFamily("rowlock_servers", "Living processes", len(leases.alive))
    hops = CounterMetricFamily("rowlock_hops", "Passed on to where the table is", labels=["kind"])
    for kind, number in leases.hops.items():
        hops.add_metric([kind], number)
    yield hops
    moves = CounterMetricFamily("rowlock_moves", "Tables that came or went", labels=["how"])
    for how, number in leases.moves.items():
        moves.add_metric([how], number)
    yield moves
