"""Counters for /metrics. They know tables and messages, never people."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_QUICK = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)


class Metrics:
    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.sockets = Gauge("rowlock_connections", "Open connections", registry=self.registry)
        self.rooms = Gauge("rowlock_rooms", "Tables in memory", registry=self.registry)
        self.received = Counter(
            "rowlock_messages_received", "Messages of clients", registry=self.registry
        )
        self.sent = Counter("rowlock_messages_sent", "Messages to clients", registry=self.registry)
        self.refused = Counter(
            "rowlock_refused", "Refused messages by reason", ["code"], registry=self.registry
        )
        self.handled = Histogram(
            "rowlock_message_seconds",
            "From a message's arrival to its answer",
            buckets=_QUICK,
            registry=self.registry,
        )
        self.stored = Histogram(
            "rowlock_store_seconds", "To store a change", buckets=_QUICK, registry=self.registry
        )
        self.thought = Histogram(
            "rowlock_bot_seconds", "A bot's thinking", buckets=_QUICK, registry=self.registry
        )
        self.tables = Counter("rowlock_tables_made", "New tables", registry=self.registry)

    def text(self) -> bytes:
        return generate_latest(self.registry)
