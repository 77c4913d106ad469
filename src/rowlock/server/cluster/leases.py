"""The leases of this process: it stays alive in the database's eyes, or begins anew.

Every quarter of a lease the one row of this process is renewed, which also tells who else is alive.
A process that comes too late (it was frozen, or could not reach the database) has lost all of its
tables: it sends everybody away, who come back to wherever their table is now, and starts over. It
does not wait for the database to tell: a network may swallow the question, and the lease is over
by our own clock when it was not renewed in time.
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
"""In the time of a lease."""
LEAVE_WITHIN_S = 5.0
"""So long a goodbye may take where the database does not answer."""


class OpenTables(Protocol):
    """The tables that are open in this process."""

    def __iter__(self) -> Iterator[str]: ...

    def drop(self, table: str) -> None:
        """Send away everybody who is at a table."""


class Leases:
    def __init__(self, store: LeasedStore, lease_s: float, open_tables: OpenTables) -> None:
        self.store = store
        self._open_tables = open_tables
        self.lease_s = lease_s
        self.every_s = lease_s / RENEWALS
        self._until = 0.0
        """When our lease runs out by our own clock; later than that it may be another's turn."""
        self.is_lost = False
        """Whether it has run out, and we have not begun anew."""
        self.alive: dict[str, Peer] = {}
        """All living processes by their ids, ours among them."""
        self.peer_addresses: set[str] = set()
        """The same as the network knows them: whose many connections are no flood."""
        self.moves = store.moves
        self.hops: Counter[str] = Counter()
        """What was passed on."""
        self.streams: set[Callable[[], None]] = set()
        """How to end each stream that is passed on: by itself it would go on past our goodbye."""
        self._watched: dict[str, list[Callable[[], object]]] = {}
        self._renewing: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._until = _now() + self.lease_s
        self._renewing = asyncio.create_task(self._renew_for_ever())

    async def retire(self, settled: Awaitable[object]) -> None:
        """Leave for good, when everything is written: our tables are anybody's."""
        if self._renewing is None:
            return  # we have left before
        self._renewing.cancel()
        self._renewing = None
        self.moves["released"] += len(self.store.owned)
        try:
            async with self._answered_by(_now() + LEAVE_WITHIN_S):
                await settled
                await self.store.retire()
        except StoreFailure as failure:
            logger.warning("not_retired", reason=str(failure))  # the lease runs out by itself
        for hang_up in list(self.streams):
            hang_up()

    # Tables -----------------------------------------------------------------------------------

    async def claim(self, table: str) -> bool:
        """Make a table ours, or refuse with `Elsewhere`. False: there is no such table."""
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
        """Give up tables that we have no use for. Asked anew before each: the ones before it took
        the database a while, and somebody may have come meanwhile."""
        for table in self.store.owned:
            if not is_used(table):
                await self.release(table)

    def holds(self, table: str) -> bool:
        """Whether a table is ours as far as we know."""
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
        """Know who is alive, and who no more."""
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
        """Drop open tables that are not ours, however that came about: another process may have
        them open, too, and people would sit at two tables of one name."""
        for table in tuple(self._open_tables):
            if not self.holds(table):
                logger.warning("stray_room", table=table)
                self._open_tables.drop(table)

    @contextlib.asynccontextmanager
    async def _answered_by(self, when: float) -> AsyncIterator[None]:
        """A silent database fails like one that refuses."""
        try:
            async with asyncio.timeout_at(when):
                yield
        except TimeoutError:
            self.store.hang_up()
            raise StoreFailure("the database does not answer") from None

    @contextlib.contextmanager
    def watching(self, peer: Peer, gone: Callable[[], object]) -> Iterator[None]:
        """Calls `gone` if a process dies meanwhile; the network may not notice."""
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
    """The addresses behind names that only the network knows."""
    found: set[str] = set()
    for url in urls:
        with contextlib.suppress(OSError, ValueError):
            parts = urlsplit(url)
            known = await asyncio.get_running_loop().getaddrinfo(parts.hostname, parts.port)
            found |= {str(address[0]) for *_, address in known}
    return found
