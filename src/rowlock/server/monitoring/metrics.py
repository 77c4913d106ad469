"""Counters for /metrics. They count tables and messages, never people.

Every message is counted, so counters are plain numbers; they are converted to Prometheus metrics
when /metrics is read.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct
from prometheus_client import generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

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


def metrics_text(metrics: Metrics, gauges: Gauges) -> bytes:
    """Everything in the format of Prometheus."""
    return generate_latest(_Scrape(metrics, gauges))


class _Scrape(Collector):
    def __init__(self, metrics: Metrics, gauges: Gauges) -> None:
        self._metrics = metrics
        self._gauges = gauges

    def collect(self) -> Iterable[Metric]:
        metrics, gauges = self._metrics, self._gauges
        yield GaugeMetricFamily("rowlock_rooms", "Tables in memory", gauges.rooms)
        yield GaugeMetricFamily("rowlock_connections", "Open connections", metrics.connections)
        yield CounterMetricFamily("rowlock_tables_made", "New tables", metrics.tables)
        yield CounterMetricFamily("rowlock_messages_received", "From clients", metrics.received)
        yield CounterMetricFamily("rowlock_messages_sent", "To clients", metrics.sent)
        yield CounterMetricFamily("rowlock_bots_late", "Quick judgements of bots", gauges.bots_late)
        yield _labelled("rowlock_refused", "Refused, by reason", "code", metrics.refused)
        for name, text, times in (
            ("message", "From a message's arrival to its answer", metrics.handled),
            ("store", "To store a change", metrics.stored),
            ("bot", "A bot's thinking", metrics.thought),
        ):
            yield HistogramMetricFamily(
                f"rowlock_{name}_seconds", text, list(times.buckets()), times.total
            )
        if gauges.cluster is not None:
            yield from _of_cluster(gauges.cluster)


def _of_cluster(cluster: ClusterGauges) -> Iterator[Metric]:
    yield GaugeMetricFamily("rowlock_leases", "Tables that belong to this process", cluster.leases)
    yield GaugeMetricFamily("rowlock_servers", "Living processes", cluster.servers)
    yield _labelled("rowlock_hops", "Passed on to where the table is", "kind", cluster.hops)
    yield _labelled("rowlock_moves", "Tables that came or went", "how", cluster.moves)


def _labelled(name: str, text: str, label: str, counts: Mapping[str, int]) -> CounterMetricFamily:
    family = CounterMetricFamily(name, text, labels=[label])
    for value, number in counts.items():
        family.add_metric([value], number)
    return family
