"""Append to one log, or to many in two statements.

The writing thread releases the interpreter lock in every statement, and gets it back after the
event loop. So everything that waits is written together, whichever tables it belongs to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

from msgspec import Struct

from rowlock.server.store.database_thread import Connection
from rowlock.server.store.store import Conflict

NEW = "INSERT INTO logs (length, touched, id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
CLAIM = "UPDATE logs SET length = ? WHERE id = ? AND length = ?"
TOUCH = "UPDATE logs SET touched = ? WHERE id = ?"
_CLAIM_ALL = (
    "UPDATE logs SET length = new.column3 FROM (VALUES {rows}) AS new"
    " WHERE id = new.column1 AND length = new.column2"
)
INSERT = "INSERT INTO entries (log, seq, payload) VALUES (?, ?, ?)"
_INSERT_ALL = "INSERT INTO entries (log, seq, payload) VALUES {rows}"


@cache
def marked(statement: str, mark: str) -> str:
    """A statement with the parameter marks of a driver."""
    return statement.replace("?", mark)


class Append(Struct, frozen=True):
    """Entries for the log whose last number is `expected`; `mark` is the driver's parameter."""

    table: str
    expected: int
    payloads: Sequence[bytes]
    at: float | None
    mark: str = "?"

    def __call__(self, connection: Connection) -> None:
        table, expected, mark = self.table, self.expected, self.mark
        if expected:
            claimed = connection.execute(marked(CLAIM, mark), (self.length, table, expected))
        else:
            claimed = connection.execute(marked(NEW, mark), (self.length, self.at, table))
        if claimed.rowcount != 1:
            raise Conflict(f"{table} is not at {expected}")
        for row in self.rows():
            connection.execute(marked(INSERT, mark), row)
        self.touch(connection)

    def touch(self, connection: Connection) -> None:
        if self.at is not None and self.expected:
            connection.execute(marked(TOUCH, self.mark), (self.at, self.table))

    @property
    def length(self) -> int:
        """The number of the log's last entry once these entries are appended."""
        return self.expected + len(self.payloads)

    def rows(self) -> Iterator[tuple[str, int, bytes]]:
        for seq, payload in enumerate(self.payloads, self.expected + 1):
            yield self.table, seq, payload


def append_together(connection: Any, works: Sequence[Callable[[Connection], Any]]) -> bool:
    """Write all of these together; False if that was not possible and nothing was written."""
    appends = [work for work in works if isinstance(work, Append) and work.expected > 0]
    if len(appends) < len(works) or len({each.table for each in appends}) < len(works):
        return False
    claims = [(each.table, each.expected, each.length) for each in appends]
    if _in_one(connection, _CLAIM_ALL, claims).rowcount != len(claims):
        connection.rollback()
        return False
    _in_one(connection, _INSERT_ALL, [row for each in appends for row in each.rows()])
    for each in appends:
        each.touch(connection)
    return True


def _in_one(connection: Any, statement: str, rows: Sequence[tuple[Any, ...]]) -> Any:
    marks = "(" + ", ".join("?" * len(rows[0])) + ")"
    sql = statement.format(rows=", ".join([marks] * len(rows)))
    return connection.execute(sql, [value for row in rows for value in row])
