"""Store in which every table belongs to one process at a time.

A process is a row of `servers` with an expiry time by the clock of the database; it renews that one
row, however many tables it owns. A table's row in `logs` names its owner and an epoch, which is
incremented whenever the owner changes. Appending updates the same row, so the database serializes
writes and takeovers, and a process that has lost a table finds a different epoch:

    UPDATE logs SET length = ... WHERE id = ... AND length = ... AND owner = me AND epoch = mine
        AND (I am alive)

An expired row of `servers` is never renewed: its process registers again under a new id. Leases
have a connection and a thread of their own, so that renewals never wait for moves.
"""

from __future__ import annotations

import os
import secrets
import socket
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from msgspec import Struct

from rowlock.server.cluster.address_conflicts import (
    ConflictingServer,
    conflict_message,
    find_conflicts,
    running_servers,
    this_machine,
)
from rowlock.server.cluster.peer import Elsewhere, Peer
from rowlock.server.monitoring.logging import logger
from rowlock.server.store import Conflict, LeaseLost, StoreFailure
from rowlock.server.store.append import INSERT
from rowlock.server.store.database_thread import Connection, DatabaseThread
from rowlock.server.store.sql import NOT_WAITING, Run, SqlStore, connect_postgres

_ALIVE = "EXISTS (SELECT 1 FROM servers WHERE servers.id = ? AND until > clock_timestamp())"
_NOW = "extract(epoch FROM clock_timestamp())::double precision"
_TOUCHED = f"greatest(?, {_NOW})"
"""Never earlier than the clock of the database, so that other processes do not delete the games of
a process whose clock is slow."""
_NEW = (
    "INSERT INTO logs (id, length, touched, owner, epoch)"
    f" SELECT ?, ?, {_TOUCHED}, ?, 1 WHERE {_ALIVE} ON CONFLICT DO NOTHING"
)
_OLD = f"{{at}} < ? AND {{at}} < {_NOW} - ?"
"""Old by our clock, which can use an index, and by the clock of the database."""
_PRUNE = (
    f"DELETE FROM logs WHERE id IN (SELECT id FROM logs WHERE {_OLD.format(at='touched')}"
    f"{NOT_WAITING}"
    " AND (owner = ? OR NOT EXISTS (SELECT 1 FROM servers"
    " WHERE servers.id = owner AND until > clock_timestamp()))"
    f" AND {_ALIVE} FOR UPDATE SKIP LOCKED) RETURNING id"
)
"""Rows locked by a writer are skipped, and the condition is checked again after the lock. A later
writer finds that the table is gone, and acknowledges nothing."""
_OURS = f"WHERE id = ? AND length = ? AND owner = ? AND epoch = ? AND {_ALIVE}"
_APPEND = f"UPDATE logs SET length = ? {_OURS}"
_APPEND_AT = f"UPDATE logs SET length = ?, touched = {_TOUCHED} {_OURS}"
_HELD = f"SELECT 1 FROM logs WHERE id = ? AND owner = ? AND epoch = ? AND {_ALIVE} FOR UPDATE"
_OWNER = (
    "SELECT owner, epoch, servers.id, address, key FROM logs"
    " LEFT JOIN servers ON servers.id = owner AND until > clock_timestamp() WHERE logs.id = ?"
)
_TAKE = (
    "UPDATE logs SET owner = ?, epoch = epoch + 1 WHERE id = (SELECT id FROM logs"
    f" WHERE id = ? AND owner = ? AND epoch = ? AND {_ALIVE} FOR UPDATE SKIP LOCKED)"
)
"""Does not wait for a locked row: a process that froze while writing may hold it for seconds."""
_UNTIL = "clock_timestamp() + ? * interval '1 second'"
_RENEW = f"UPDATE servers SET until = {_UNTIL} WHERE id = ? AND until > clock_timestamp()"
_MOVE_IN = f"INSERT INTO servers (id, address, key, home, until) VALUES (?, ?, ?, ?, {_UNTIL})"
CLOSE_WITHIN_S = 2.0
_MOVE_OUT = "DELETE FROM servers WHERE address = ? OR until < clock_timestamp() - interval '1 hour'"


class Claim(Struct, frozen=True):
    """A table that this process owns now."""

    epoch: int
    fresh: bool
    """Whether this process did not own it before."""
    inherited: bool
    """Whether it was taken over from a process that is gone."""


class LeasedStore(SqlStore):
    clock = _NOW

    def __init__(
        self,
        url: str,
        address: str,
        lease_s: float,
        *,
        home: str = "",
        lost: Callable[[str], object] = lambda table: None,
    ) -> None:
        super().__init__(lambda: _connect(url, lease_s), mark="%s")
        self._office = DatabaseThread(lambda: _connect(url, lease_s), Elsewhere)
        self._lease_s = lease_s
        self.me = Peer("", address, "")
        self._home = home or this_machine()
        self._epochs: dict[str, int] = {}
        self._lost = lost
        """Called if a write finds that the table belongs to another process."""
        self.moves: Counter[str] = Counter()
        """Counts tables that were claimed or lost, by what happened."""

    @property
    def owned(self) -> tuple[str, ...]:
        """The tables that this process believes it owns."""
        return tuple(self._epochs)

    def holds(self, table: str) -> bool:
        return table in self._epochs

    async def open(self) -> None:
        self._worker.start()
        self._office.start()
        await super().check()
        await self.register()

    async def check(self) -> None:
        """Raises if this process cannot write or has lost its lease. The test updates the row of
        this process, which no other process locks.
        """
        touch = f"UPDATE servers SET key = key WHERE id = ? AND {_ALIVE}"
        me = self.me.id
        if await self._decide(lambda run: run(touch, me, me).rowcount) != 1:
            raise LeaseLost("this process has lost its lease")

    async def close(self) -> None:
        await self._office.stop(CLOSE_WITHIN_S)
        await self._worker.stop(CLOSE_WITHIN_S)

    def hang_up(self) -> None:
        """Abandon connections that do not answer: what waits for them fails, and new ones are
        opened."""
        for worker in (self._office, self._worker):
            worker.with_connection(_hang_up)

    async def _decide(self, work: Callable[[Run], object]) -> object:
        return await self._office.run(lambda connection: work(self._runs(connection)))

    # This process -----------------------------------------------------------------------------

    async def register(self) -> None:
        """Register under a new id, without tables. A process of this machine with our address must
        be gone, so its row is deleted; if a living process of another machine has it,
        `StoreFailure` is raised."""
        me = Peer(secrets.token_hex(8), self.me.address, secrets.token_hex(16))
        self._epochs = {}

        def work(run: Run) -> dict[str, ConflictingServer]:
            run("SELECT pg_advisory_xact_lock(7080)")  # one process at a time
            if found := find_conflicts(run, me.address, self._home):
                return found
            run(_MOVE_OUT, me.address)
            run(_MOVE_IN, me.id, me.address, me.key, self._home, self._lease_s)
            return {}

        async def look() -> dict[str, ConflictingServer]:
            found = await self._decide(work)
            assert isinstance(found, dict)
            return found

        rival = await running_servers(look)
        if rival is not None:
            why = conflict_message(me.address, rival)
            logger.error("address_taken", reason=why)
            raise StoreFailure(why)
        self.me = me

    async def renew(self) -> dict[str, Peer] | None:
        """Renew the lease. Returns all living processes by id, or None if the lease had expired."""
        me = self.me.id

        def work(run: Run) -> dict[str, Peer] | None:
            if run(_RENEW, self._lease_s, me).rowcount != 1:
                return None
            alive = run("SELECT id, address, key FROM servers WHERE until > clock_timestamp()")
            return {str(row[0]): Peer(*row) for row in alive.fetchall()}

        found = await self._decide(work)
        assert found is None or isinstance(found, dict)
        return found

    async def retire(self) -> None:
        """Unregister: any process may claim our tables from now on."""
        self._epochs = {}
        await self._decide(lambda run: run("DELETE FROM servers WHERE id = ?", self.me.id).rowcount)

    # Tables -----------------------------------------------------------------------------------

    async def claim(self, table: str) -> Claim | None:
        """Claim a table, unless a living process owns it (`Elsewhere`). None if there is no such
        table."""
        me, mine = self.me.id, self._epochs.get(table)

        def work(run: Run) -> Claim | None:
            row = run(_OWNER, table).fetchone()
            if row is None:
                return None
            owner, epoch, alive, address, key = row
            if owner == me and epoch == mine and alive:
                return Claim(epoch, fresh=False, inherited=False)
            if owner != me and alive:
                raise Elsewhere.at_peer(table, Peer(alive, address, key))
            if run(_TAKE, me, table, owner, epoch, me).rowcount != 1:
                raise Elsewhere.at_peer(table, None)
            return Claim(epoch + 1, fresh=True, inherited=owner not in ("", me))

        found = await self._decide(work)
        assert found is None or isinstance(found, Claim)
        if found is not None and me == self.me.id:
            self._epochs[table] = found.epoch
        return found

    async def release(self, table: str) -> None:
        """Give a table up, so that any process may claim it."""
        epoch = self._epochs.pop(table, None)
        if epoch is None:
            return
        free = "UPDATE logs SET owner = '' WHERE id = ? AND owner = ? AND epoch = ?"
        try:
            await self._decide(lambda run: run(free, table, self.me.id, epoch).rowcount)
        except StoreFailure:
            self._epochs.setdefault(table, epoch)  # in the database it may still be ours
            raise

    # Writing ----------------------------------------------------------------------------------

    async def append(
        self, table: str, expected: int, payloads: Sequence[bytes], at: float | None
    ) -> None:
        try:
            await super().append(table, expected, payloads, at)
        except LeaseLost:
            self._lose(table)
            raise
        if expected == 0:
            self._epochs[table] = 1

    def _appending(
        self, table: str, expected: int, payloads: Sequence[bytes], at: float | None
    ) -> Callable[[Connection], None]:
        me, epoch = self.me.id, self._epochs.get(table, 0)
        length = expected + len(payloads)
        insert = self._sql(INSERT)

        def work(connection: Connection) -> None:
            if expected == 0:
                done = connection.execute(self._sql(_NEW), (table, length, at, me, me))
            else:
                which = (table, expected, me, epoch, me)
                if at is None:
                    done = connection.execute(self._sql(_APPEND), (length, *which))
                else:
                    done = connection.execute(self._sql(_APPEND_AT), (length, at, *which))
            if done.rowcount != 1:
                self._say_why(connection, table, expected, epoch, me)
            for seq, payload in enumerate(payloads, expected + 1):
                connection.execute(insert, (table, seq, payload))

        return work

    def _say_why(
        self, connection: Connection, table: str, expected: int, epoch: int, me: str
    ) -> None:
        """Raise why nothing was written: the log has a different length, or is no longer ours."""
        if expected == 0:
            alive = connection.execute(self._sql(f"SELECT 1 WHERE {_ALIVE}"), (me,))
            if alive.fetchone() is None:
                raise LeaseLost(f"this process has lost its lease: {table} was not made")
            raise Conflict(f"{table} is not at {expected}")
        self._hold(connection, table, epoch, me)
        raise Conflict(f"{table} is not at {expected}")

    def _hold(self, connection: Connection, table: str, epoch: int, me: str) -> None:
        """Lock the table's row until the end of the transaction; raise if the table is not ours."""
        if connection.execute(self._sql(_HELD), (table, me, epoch, me)).fetchone() is None:
            raise LeaseLost(f"{table} belongs to another process")

    async def rewrite(self, table: str, payloads: Mapping[int, bytes]) -> None:
        await self._holding(table, lambda connection: self._rewrite(connection, table, payloads))

    async def delete(self, table: str) -> None:
        await self._holding(table, lambda connection: self._delete(self._runs(connection), table))
        self._epochs.pop(table, None)

    async def prune(self, now: float, keep_s: float) -> list[str]:
        me, old = self.me.id, (now - keep_s, keep_s)

        def work(run: Run) -> list[str]:
            tables = [str(row[0]) for row in run(_PRUNE, *old, me, me).fetchall()]
            for table in tables:
                self._delete(run, table)
            for name in ("tries", "day_groups"):
                run(f"DELETE FROM {name} WHERE {_OLD.format(at='at')} AND {_ALIVE}", *old, me)
            return sorted(tables)

        pruned = await self.run(work)
        for table in pruned:
            self._epochs.pop(table, None)
        return pruned

    async def _holding(self, table: str, work: Callable[[Connection], None]) -> None:
        me, epoch = self.me.id, self._epochs.get(table, 0)

        def held(connection: Connection) -> None:
            self._hold(connection, table, epoch, me)
            work(connection)

        try:
            await self._worker.run(held)
        except LeaseLost:
            self._lose(table)
            raise

    def _lose(self, table: str) -> None:
        self._epochs.pop(table, None)
        self.moves["lost"] += 1
        logger.info("table_lost", table=table)
        self._lost(table)


def _hang_up(connection: Any) -> None:
    """Close the socket of a connection, so that the thread waiting for it gets an error."""
    from psycopg import Error

    with suppress(OSError, Error), socket.socket(fileno=os.dup(connection.fileno())) as line:
        line.shutdown(socket.SHUT_RDWR)


def _connect(url: str, lease_s: float) -> Connection:
    """A connection that cannot lock a row for longer than a lease, even if this process freezes."""
    connection = connect_postgres(url, lease_s)
    most = f"{int(lease_s * 1000)}ms"
    connection.execute(f"SET idle_in_transaction_session_timeout = '{most}'")
    connection.execute(f"SET lock_timeout = '{most}'")
    connection.commit()
    return connection
