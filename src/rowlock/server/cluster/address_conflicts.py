"""Processes that cannot share a database with this one, because they could not be told apart or
could not be reached: those of another machine at the same address, or at one that means "here"
everywhere.

A row of another machine may be all that is left of a process that was killed. So it is watched:
whoever is renewed is alive, and whatever runs out is not in the way.
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
"""The bit of a network card's number that says that there is no such card."""
_OTHERS = (
    "SELECT id, address, until, home FROM servers WHERE home <> ? AND until > clock_timestamp()"
)


class ConflictingServer(Struct, frozen=True):
    address: str
    until: datetime
    home: str


def this_machine() -> str:
    """What tells this machine from others: processes on one cannot share an address."""
    card = uuid.getnode()
    return socket.gethostname() if card & _MADE_UP else f"{socket.gethostname()} {card:012x}"


def find_conflicts(run: Run, address: str, home: str) -> dict[str, ConflictingServer]:
    """Those of other machines that stand in the way of a process at this address, by their ids."""
    found = {str(name): ConflictingServer(*rest) for name, *rest in run(_OTHERS, home).fetchall()}
    return {name: each for name, each in found.items() if _clash(address, each)}


def _clash(address: str, other: ConflictingServer) -> bool:
    if other.address == address:
        return True
    # A process of an older version does not say where it runs.
    return bool(other.home) and (_is_here(address) or _is_here(other.address))


def _is_here(address: str) -> bool:
    """Whether an address means another machine wherever it is used."""
    name = urlsplit(address).hostname or ""
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")


async def running_servers(
    look: Callable[[], Awaitable[dict[str, ConflictingServer]]],
) -> ConflictingServer | None:
    """The first that proves to be alive; None as soon as nobody is in the way."""
    seen: dict[str, ConflictingServer] = {}
    while found := await look():
        for name, rival in found.items():
            if name in seen and rival.until != seen[name].until:
                return rival
        seen = found
        await asyncio.sleep(LOOK_AGAIN_S)
    return None


def conflict_message(address: str, rival: ConflictingServer) -> str:
    """In words for whoever runs the server."""
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
