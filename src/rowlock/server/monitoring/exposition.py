"""The counters of `metrics.py` in the format of Prometheus."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from prometheus_client import generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from rowlock.server.monitoring.metrics import ClusterGauges, Gauges, Metrics


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
