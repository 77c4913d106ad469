"""Another process, and the refusal that names it."""

from __future__ import annotations

from msgspec import Struct

from rowlock.errors import Illegal


class Peer(Struct, frozen=True):
    """A process on the same database."""

    id: str
    """Of this run of it: a process that starts again is another one."""
    address: str
    """`http://10.0.0.7:8377`: where the others reach it."""
    key: str
    """What it knows us by; it changes with every run."""


class Elsewhere(Illegal):
    """A table that belongs to another process now."""

    peer: Peer | None = None
    """None: it cannot be told who, for somebody is writing to it right now."""

    @classmethod
    def at_peer(cls, table: str, peer: Peer | None) -> Elsewhere:
        refusal = cls("server_stopping", f"table {table} is moving between servers; try again")
        refusal.peer = peer
        return refusal
