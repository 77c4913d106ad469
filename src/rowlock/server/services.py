"""What every request may need, made once at the start."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Iterator
from typing import Any

from rowlock.review.coach import Advice
from rowlock.server.config import Settings
from rowlock.server.days import Days
from rowlock.server.desk import Desk
from rowlock.server.garbage import Departures
from rowlock.server.guard import Guard, PerAddress, neighbourhood
from rowlock.server.metrics import Metrics
from rowlock.server.peers.arrival import by_a_peer
from rowlock.server.peers.counting import Counting
from rowlock.server.peers.leases import Leases
from rowlock.server.protocol import intents
from rowlock.server.protocol.exam import ExamReport
from rowlock.server.reviews import Reviews
from rowlock.server.room import Room
from rowlock.server.rooms import Rooms
from rowlock.server.store import Store
from rowlock.server.store.tries import Tries

ADVICE_QUEUE = 200
"""Questions to the coach that may wait: a second or two of thinking."""
ADVICE_KEPT = 500


class Services:
    def __init__(
        self,
        settings: Settings,
        store: Store,
        rooms: Rooms,
        tries: Tries,
        metrics: Metrics,
        lan_url: str | None,
        leases: Leases | None = None,
    ) -> None:
        self.settings = settings
        self._leases = leases
        self.store = store
        self.rooms = rooms
        self.metrics = metrics
        self.lan_url = lan_url
        self.guard = Guard(settings)
        self._rations = {
            "tables": _a_minute(settings.tables_per_minute),
            "reviews": _a_minute(settings.reviews_per_minute),
        }
        self.counting = Counting(leases, self._take)
        self.reviews = Reviews(settings.review_seconds)
        self.days = Days(rooms, tries)
        self.advice = Desk[Advice]("coach", queue=ADVICE_QUEUE, kept=ADVICE_KEPT)
        self.exams = Desk[ExamReport]("exam")
        self.requests = PerAddress(0.0, 0.0)
        self._share()
        if leases is not None:
            leases.on_renewal(self._share)
        self.connections: Counter[str] = Counter()
        self._departures = Departures()
        self.background: set[asyncio.Task[Any]] = set()

    @property
    def leases(self) -> Leases:
        """Asked only where a table can be elsewhere."""
        assert self._leases is not None
        return self._leases

    # How much one address may ask ------------------------------------------------------------

    def _share(self) -> None:
        """What one address may do is spread over all processes: each allows its part, and knows
        from the leases how many there are, even if nobody has told it."""
        settings = self.settings
        living = 0 if self._leases is None else len(self._leases.alive)
        servers = max(settings.servers, living)
        self.most_connections = max(1, settings.max_connections_per_address // servers)
        rate = settings.requests_per_second / servers
        self.requests.allow(rate, 10 * rate)

    async def may_open(self, address: str) -> bool:
        """Whether one more table may be opened."""
        return await self.counting.allows("tables", address)

    async def may_review(self, address: str) -> bool:
        return await self.counting.allows("reviews", address)

    def opens(self, room: Room, intent: intents.Wish) -> bool:
        """Whether a rematch opens another table, which counts like any new one."""
        table = room.table
        is_last = table.stage == "over" and table.next_table is None
        return is_last and isinstance(intent, intents.Rematch)

    def _take(self, kind: str, address: str) -> bool:
        return self._rations[kind].take(address)

    # Who may come ----------------------------------------------------------------------------

    def admits(self, scope: Any) -> bool:
        """Host and origin of a socket's handshake."""
        if by_a_peer(scope):
            return True  # it has been checked
        host = header(scope, b"host") or ""
        return self.guard.accepts_host(host) and self.guard.accepts_origin(
            header(scope, b"origin"), host
        )

    @contextlib.contextmanager
    def counted(self, scope: Any) -> Iterator[bool]:
        """Counts an open connection; False when there are too many."""
        address = address_of(scope)
        total = self.connections.total()
        mine = self.connections[address]
        self.connections[address] += 1
        self.metrics.connections += 1
        try:
            yield (total < self.settings.max_connections and mine < self.most_connections)
        finally:
            self.metrics.connections -= 1
            self.connections[address] -= 1
            if not self.connections[address]:
                del self.connections[address]
            self._departures.another(self.metrics.connections)


def _a_minute(most: float) -> PerAddress:
    return PerAddress(most / 60, max(1.0, most))


def header(scope: Any, name: bytes) -> str | None:
    for key, value in scope["headers"]:
        if key == name:
            return str(value.decode("latin-1"))
    return None


def address_of(scope: Any) -> str:
    """The address by which limits are counted."""
    client = scope.get("client")
    return neighbourhood(str(client[0])) if client else "?"
