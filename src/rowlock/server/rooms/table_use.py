"""Limits per address at one table.

Counted in memory while the table is open. Stored bytes are also counted per address over all tables
(`AddressLimits.stored`); automatic entries count for the address that acted last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rowlock.errors import Illegal
from rowlock.server.limits.address_limits import AddressLimits
from rowlock.server.limits.token_buckets import AddressBuckets
from rowlock.table import log_entries
from rowlock.table.commands.entry_limits import is_extra, is_needed
from rowlock.table.commands.outcome import Entries
from rowlock.table.state import Table

MAX_SEAT_REQUESTS = 4
"""Requests for a seat in a game under way by one address."""
MAX_JOINS, JOINS_PER_S = 20.0, 1 / 60
"""Seats that one address may take before the start: burst and average per second."""
ENTRY_BYTES = 40
"""Bytes that an entry takes in the database in addition to its text."""


class TableUse:
    def __init__(self, limits: AddressLimits, size: int) -> None:
        self._limits = limits
        self._size = size
        """Size of the log in bytes."""
        self._extra: Counter[str] = Counter()
        """Bytes per address that the game does not need: chat, names, options."""
        self._joins = AddressBuckets(JOINS_PER_S, MAX_JOINS)
        self._seat_requests: Counter[str] = Counter()
        self.payer = ""
        """The address that acted last."""

    def check_join(self, address: str) -> None:
        self.payer = address
        if not self._joins.take(address):
            raise Illegal("too_fast", "too many joins from your address; wait a minute")

    def check_seat_request(self, address: str) -> None:
        self.payer = address
        if self._seat_requests[address] >= MAX_SEAT_REQUESTS:
            raise Illegal("too_fast", "too many requests for a seat from you")
        self._seat_requests[address] += 1

    def check(self, table: Table, entries: Entries) -> None:
        """Refuse entries that the payer may not store, unless the game waits for them."""
        if not all(is_needed(table, entry) for entry in entries):
            self._limits.check_storage(self.payer)
        extra = sum(size_of(log_entries.encode(entry)) for entry in entries if is_extra(entry))
        if not extra:
            return
        most = self._limits.bytes_per_table
        if self._extra[self.payer] + extra > most / 2 or self._size + extra > most:
            raise Illegal("too_many_changes", "too many changes at this table")
        self._extra[self.payer] += extra

    def stored(self, payloads: Sequence[bytes]) -> None:
        """Add the bytes of these stored entries to the counts of the table and of the address that
        acted last.
        """
        size = sum(map(size_of, payloads))
        self._size += size
        self._limits.stored(self.payer, size)


def size_of(payload: bytes) -> int:
    return len(payload) + ENTRY_BYTES
