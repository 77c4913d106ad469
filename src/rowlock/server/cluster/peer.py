"""Another server process, and the exception that names it."""

from __future__ import annotations

from msgspec import Struct

from rowlock.errors import Illegal


class Peer(Struct, frozen=True):
    """A process on the same database."""

    id: str
    """Changes with every start of the process."""
    address: str
    """`http://10.0.0.7:8377`: where the others reach it."""
    key: str
    """Secret by which it recognizes other processes; changes with every start."""


class Elsewhere(Illegal):
    """The table belongs to another process."""

    peer: Peer | None = None
    """None if the owner is unknown because the row is locked."""

    @classmethod
    def at_peer(cls, table: str, peer: Peer | None) -> Elsewhere:
        refusal = cls("server_stopping", f"table {table} is moving between servers; try again")
        refusal.peer = peer
        return refusal
