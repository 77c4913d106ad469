"""Renews the lease of this process, and drops its tables if the lease is lost.

Every quarter of a lease the one row of this process is renewed, which also returns the other living
processes. A process that is too late (it was frozen, or could not reach the database) has lost all
of its tables: it disconnects all clients, which reconnect to the new owners, and registers again.
It does not wait for the database to say so, because the network may be down: by its own clock, too,
a lease ends if it was not renewed in time.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator
from typing import Protocol
from urllib.parse import urlsplit

from rowlock.server.cluster.leased_store import LeasedStore
from rowlock.server.cluster.peer import Peer
from rowlock.server.monitoring.logging import logger
from rowlock.server.monitoring.metrics import ClusterGauges
from rowlock.server.store import LeaseLost, StoreFailure

RENEWALS = 4
"""Renewals per lease."""
LEAVE_WITHIN_S = 5.0
"""Seconds for unregistering if the database does not answer."""


class OpenTables(Protocol):
    """Interface to the tables that are open in this process."""

    def __iter__(self) -> Iterator[str]: ...

    def drop(self, table: str) -> None:
        """Disconnect everyone at a table."""


class Leases:
    def __init__(self, store: LeasedStore, lease_s: float, open_tables: OpenTables) -> None:
        self.store = store
        self._open_tables = open_tables
        self.lease_s = lease_s
        self.every_s = lease_s / RENEWALS
        self._until = 0.0
        """When our lease expires by our own clock; after that, others may claim our tables."""
        self.is_lost = False
        """Whether the lease has expired, and this process has not registered again."""
        self.alive: dict[str, Peer] = {}
        """All living processes by id, including this one."""
        self.peer_addresses: set[str] = set()
        """Their IP addresses, which are exempt from the limit of connections."""
        self.moves = store.moves
        self.hops: Counter[str] = Counter()
        """Counts what was forwarded."""
        self.streams: set[Callable[[], None]] = set()
        """Functions that end each forwarded stream, which would otherwise outlive the shutdown."""
        self._watched: dict[str, list[Callable[[], object]]] = {}
        self._renewing: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._until = _now() + self.lease_s
        self._renewing = asyncio.create_task(self._renew_for_ever())

    async def retire(self, settled: Awaitable[object]) -> None:
        """Unregister at shutdown, when everything is written."""
        if self._renewing is None:
            return  # already unregistered
        self._renewing.cancel()
        self._renewing = None
        self.moves["released"] += len(self.store.owned)
        try:
            async with self._answered_by(_now() + LEAVE_WITHIN_S):
                await settled
                await self.store.retire()
        except StoreFailure as failure:
            logger.warning("not_retired", reason=str(failure))  # the lease expires by itself
        for hang_up in list(self.streams):
            hang_up()

    # Tables -----------------------------------------------------------------------------------

    async def claim(self, table: str) -> bool:
        """Claim a table; raises `Elsewhere` if another process owns it. False if there is no such
        table."""
        if self.is_lost:
            raise LeaseLost("this process has lost its lease")
        found = await self.store.claim(table)
        if found is not None and found.fresh:
            self.moves["taken_over" if found.inherited else "claimed"] += 1
        return found is not None

    async def release(self, table: str) -> None:
        if table in self.store.owned:
            self.moves["released"] += 1
            await self.store.release(table)

    async def release_unused(self, is_used: Callable[[str], bool]) -> None:
        """Give up unused tables. `is_used` is asked again before each, because releasing takes time
        and a player may have come meanwhile."""
        for table in self.store.owned:
            if not is_used(table):
                await self.release(table)

    def holds(self, table: str) -> bool:
        """Whether this process believes it owns a table."""
        return not self.is_lost and self.store.holds(table)

    def gauges(self) -> ClusterGauges:
        return ClusterGauges(len(self.store.owned), len(self.alive), self.hops, self.moves)

    # Processes --------------------------------------------------------------------------------

    async def _renew_for_ever(self) -> None:
        while True:
            try:
                await self.renew()
            except StoreFailure as failure:
                logger.warning("lease_not_renewed", reason=str(failure))
            except Exception:
                logger.exception("lease_not_renewed")
            await asyncio.sleep(self.every_s)

    async def renew(self) -> None:
        begun = _now()
        try:
            until = self._until if begun < self._until else begun + self.lease_s
            async with self._answered_by(until):
                alive = await self.store.renew()
            if alive is None:
                self._lose_all()
                begun = _now()
                async with self._answered_by(begun + 2 * self.lease_s):
                    await self.store.register()
        except StoreFailure:
            if _now() >= self._until:
                self._lose_all()
            raise
        self._until, self.is_lost = begun + self.lease_s, False
        if alive is not None:
            await self._meet(alive)
        self._drop_strays()

    async def _meet(self, alive: dict[str, Peer]) -> None:
        """Update the living processes; notify those who watch one that has died."""
        if alive != self.alive:
            self.peer_addresses.clear()
            self.peer_addresses.update(await _addresses([peer.address for peer in alive.values()]))
        self.alive = alive
        for peer in [each for each in self._watched if each not in alive]:
            for gone in self._watched.pop(peer):
                gone()

    def _lose_all(self) -> None:
        if not self.is_lost:
            self.is_lost = True
            logger.warning("lease_lost", tables=len(self.store.owned))
            self.moves["lost"] += len(self.store.owned)
            for table in tuple(self._open_tables):
                self._open_tables.drop(table)

    def _drop_strays(self) -> None:
        """Drop open tables that we do not own, for whatever reason: another process may have opened
        them, and players would be divided between two copies."""
        for table in tuple(self._open_tables):
            if not self.holds(table):
                logger.warning("stray_room", table=table)
                self._open_tables.drop(table)

    @contextlib.asynccontextmanager
    async def _answered_by(self, when: float) -> AsyncIterator[None]:
        """Raise `StoreFailure` at a deadline, as if the database had refused."""
        try:
            async with asyncio.timeout_at(when):
                yield
        except TimeoutError:
            self.store.hang_up()
            raise StoreFailure("the database does not answer") from None

    @contextlib.contextmanager
    def watching(self, peer: Peer, gone: Callable[[], object]) -> Iterator[None]:
        """While entered, calls `gone` if the process dies; the network may not notice."""
        self._watched.setdefault(peer.id, []).append(gone)
        try:
            yield
        finally:
            watched = self._watched.get(peer.id)
            if watched is not None:
                watched.remove(gone)
                if not watched:
                    del self._watched[peer.id]


def _now() -> float:
    return asyncio.get_running_loop().time()


async def _addresses(urls: Collection[str]) -> set[str]:
    """The IP addresses of host names."""
    found: set[str] = set()
    for url in urls:
        with contextlib.suppress(OSError, ValueError):
            parts = urlsplit(url)
            known = await asyncio.get_running_loop().getaddrinfo(parts.hostname, parts.port)
            found |= {str(address[0]) for *_, address in known}
    return found
