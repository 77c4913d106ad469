"""Detects address conflicts between servers on one database.

Two machines must not announce the same address, or one that means "this machine" everywhere, such
as 127.0.0.1. The row of another machine may be left over from a process that was killed, so it is
watched: a row that is renewed belongs to a living process, and one that expires is not a conflict.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import uuid
from collections.abc import Awaitable, Callable
from datetime import datetime
from urllib.parse import urlsplit

from msgspec import Struct

from rowlock.server.store.sql import Run

LOOK_AGAIN_S = 0.2
_MADE_UP = 1 << 40
"""The bit in the result of `uuid.getnode` that is set if it is not the address of a network
card."""
_OTHERS = (
    "SELECT id, address, until, home FROM servers WHERE home <> ? AND until > clock_timestamp()"
)


class ConflictingServer(Struct, frozen=True):
    address: str
    until: datetime
    home: str


def this_machine() -> str:
    """A text that identifies this machine. Only processes of other machines can conflict, because
    two on one machine cannot have the same address.
    """
    card = uuid.getnode()
    return socket.gethostname() if card & _MADE_UP else f"{socket.gethostname()} {card:012x}"


def find_conflicts(run: Run, address: str, home: str) -> dict[str, ConflictingServer]:
    """Processes of other machines that conflict with this address, by id."""
    found = {str(name): ConflictingServer(*rest) for name, *rest in run(_OTHERS, home).fetchall()}
    return {name: each for name, each in found.items() if _clash(address, each)}


def _clash(address: str, other: ConflictingServer) -> bool:
    if other.address == address:
        return True
    # A process of an older version does not store its machine.
    return bool(other.home) and (_is_here(address) or _is_here(other.address))


def _is_here(address: str) -> bool:
    """Whether an address means "this machine" on every machine."""
    name = urlsplit(address).hostname or ""
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")


async def running_servers(
    look: Callable[[], Awaitable[dict[str, ConflictingServer]]],
) -> ConflictingServer | None:
    """The first conflicting process that proves to be alive; None once there is none."""
    seen: dict[str, ConflictingServer] = {}
    while found := await look():
        for name, rival in found.items():
            if name in seen and rival.until != seen[name].until:
                return rival
        seen = found
        await asyncio.sleep(LOOK_AGAIN_S)
    return None


def conflict_message(address: str, rival: ConflictingServer) -> str:
    """The conflict in words for the operator."""
    if rival.address == address:
        return (
            f"another living process, on {rival.home or 'another machine'}, has the address "
            f"{address}; give each its own peer_url"
        )
    which = address if _is_here(address) else rival.address
    return (
        f"a process on {rival.home} plays on the same database, and {which} means another "
        "machine there than here; set peer_url to an address that both can reach"
    )
