"""A store of which every table belongs to one process at a time.

A process is a row of `servers`, alive until a time by the clock of the database and nobody else's;
it renews that one row, however many tables it has. A table's row in `logs` names its owner and an
epoch that goes up whenever the owner changes. Appending is an update of the same row, so the
database itself lets writing and taking over happen one after the other, and whoever has lost a
table finds another epoch there:

    UPDATE logs SET length = ... WHERE id = ... AND length = ... AND owner = me AND epoch = mine
        AND (I am alive)

A row of `servers` that has run out is never renewed: its process begins anew under another id.
Leases have a connection and a thread of their own, so that renewing waits for no move.
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
from rowlock.server.store.sql import Run, SqlStore, connect_postgres

_ALIVE = "EXISTS (SELECT 1 FROM servers WHERE servers.id = ? AND until > clock_timestamp())"
_NOW = "extract(epoch FROM clock_timestamp())::double precision"
_TOUCHED = f"greatest(?, {_NOW})"
"""Never before what the database says: to others a table of a process whose clock is slow would
look as if nobody had played there for long."""
_NEW = (
    "INSERT INTO logs (id, length, touched, owner, epoch)"
    f" SELECT ?, ?, {_TOUCHED}, ?, 1 WHERE {_ALIVE} ON CONFLICT DO NOTHING"
)
_OLD = f"{{at}} < ? AND {{at}} < {_NOW} - ?"
"""By our clock, which an index knows, and by that of the database."""
_PRUNE = (
    f"DELETE FROM logs WHERE id IN (SELECT id FROM logs WHERE {_OLD.format(at='touched')}"
    " AND (owner = ? OR NOT EXISTS (SELECT 1 FROM servers"
    " WHERE servers.id = owner AND until > clock_timestamp()))"
    f" AND {_ALIVE} FOR UPDATE SKIP LOCKED) RETURNING id"
)
"""What is written to at this moment is skipped, and what was written to the moment before is seen
as it is now; whoever writes to it afterwards finds that it is gone, and acknowledges nothing."""
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
"""Nobody waits for a row: a process that froze while writing may hold it for seconds."""
_UNTIL = "clock_timestamp() + ? * interval '1 second'"
_RENEW = f"UPDATE servers SET until = {_UNTIL} WHERE id = ? AND until > clock_timestamp()"
_MOVE_IN = f"INSERT INTO servers (id, address, key, home, until) VALUES (?, ?, ?, ?, {_UNTIL})"
CLOSE_WITHIN_S = 2.0
_MOVE_OUT = "DELETE FROM servers WHERE address = ? OR until < clock_timestamp() - interval '1 hour'"


class Claim(Struct, frozen=True):
    """A table that is ours now."""

    epoch: int
    fresh: bool
    """Whether it was not ours before."""
    inherited: bool
    """Whether a process that is gone had it."""


class LeasedStore(SqlStore):
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
        """Called for a table that turned out to be another's when we wanted to write to it."""
        self.moves: Counter[str] = Counter()
        """How tables came and went."""

    @property
    def owned(self) -> tuple[str, ...]:
        """The tables that are ours as far as we know."""
        return tuple(self._epochs)

    def holds(self, table: str) -> bool:
        return table in self._epochs

    async def open(self) -> None:
        self._worker.start()
        self._office.start()
        await super().check()
        await self.register()

    async def check(self) -> None:
        """Whether we can write and are alive: by a row of our own, for which nobody else waits."""
        touch = f"UPDATE servers SET key = key WHERE id = ? AND {_ALIVE}"
        me = self.me.id
        if await self._decide(lambda run: run(touch, me, me).rowcount) != 1:
            raise LeaseLost("this process has lost its lease")

    async def close(self) -> None:
        await self._office.stop(CLOSE_WITHIN_S)
        await self._worker.stop(CLOSE_WITHIN_S)

    def hang_up(self) -> None:
        """The database does not answer: whoever waits for it hears so, and new connections are
        made for what comes next."""
        for worker in (self._office, self._worker):
            worker.with_connection(_hang_up)

    async def _decide(self, work: Callable[[Run], object]) -> object:
        return await self._office.run(lambda connection: work(self._runs(connection)))

    # This process -----------------------------------------------------------------------------

    async def register(self) -> None:
        """Begin (anew), owning nothing. Whoever had our address on this machine cannot be there
        any more; another machine's living process is left alone (`StoreFailure`)."""
        me = Peer(secrets.token_hex(8), self.me.address, secrets.token_hex(16))
        self._epochs = {}

        def work(run: Run) -> dict[str, ConflictingServer]:
            run("SELECT pg_advisory_xact_lock(7080)")  # one looks around after the other
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
        """Stay alive; answers all that are, by their ids. None: it was too late."""
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
        """Leave: all our tables are anybody's at once."""
        self._epochs = {}
        await self._decide(lambda run: run("DELETE FROM servers WHERE id = ?", self.me.id).rowcount)

    # Tables -----------------------------------------------------------------------------------

    async def claim(self, table: str) -> Claim | None:
        """Make a table ours, unless a living process has it (`Elsewhere`). None: there is none."""
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
        """A table that anybody may have."""
        epoch = self._epochs.pop(table, None)
        if epoch is None:
            return
        free = "UPDATE logs SET owner = '' WHERE id = ? AND owner = ? AND epoch = ?"
        try:
            await self._decide(lambda run: run(free, table, self.me.id, epoch).rowcount)
        except StoreFailure:
            self._epochs.setdefault(table, epoch)  # the database may still say it is ours
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
        """Nothing was written: is the log of another length, or no longer ours?"""
        if expected == 0:
            alive = connection.execute(self._sql(f"SELECT 1 WHERE {_ALIVE}"), (me,))
            if alive.fetchone() is None:
                raise LeaseLost(f"this process has lost its lease: {table} was not made")
            raise Conflict(f"{table} is not at {expected}")
        self._hold(connection, table, epoch, me)
        raise Conflict(f"{table} is not at {expected}")

    def _hold(self, connection: Connection, table: str, epoch: int, me: str) -> None:
        """Go on only if the table is ours, and let nobody take it until this is stored."""
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
    """End the conversation under the thread that waits for an answer, which then gets an error."""
    from psycopg import Error

    with suppress(OSError, Error), socket.socket(fileno=os.dup(connection.fileno())) as line:
        line.shutdown(socket.SHUT_RDWR)


def _connect(url: str, lease_s: float) -> Connection:
    """A connection that cannot keep a row to itself for longer than a lease, frozen or not."""
    connection = connect_postgres(url, lease_s)
    most = f"{int(lease_s * 1000)}ms"
    connection.execute(f"SET idle_in_transaction_session_timeout = '{most}'")
    connection.execute(f"SET lock_timeout = '{most}'")
    connection.commit()
    return connection
