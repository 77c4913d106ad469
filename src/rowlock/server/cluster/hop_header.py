"""What another process has passed on to this one: marked by a header that only it could write.

    x-rowlock-hop: KEY ADDRESS SCHEME

KEY is what the database says this process is known by, ADDRESS and SCHEME are those of whoever
asked. Anything with this header is never passed on again, whoever wrote it, so nothing goes round
in circles; it is believed only with the right key.
"""

from __future__ import annotations

import secrets
from typing import Any

from rowlock.server.cluster.peer import Peer

HEADER = b"x-rowlock-hop"
_HOPPED = "rowlock.hopped"
"""In a scope: False where somebody only says that it was passed on."""


def hop_headers(peer: Peer, scope: Any) -> tuple[bytes, bytes]:
    """The header that says on whose behalf we ask."""
    client = scope.get("client")
    address = str(client[0]) if client else "?"
    return HEADER, f"{peer.key} {address} {scope['scheme']}".encode("latin-1")


def accept_hop(scope: Any, me: Peer) -> Any:
    """The scope of a request as it was before it was passed on, if it was."""
    said = next((value for name, value in scope["headers"] if name == HEADER), None)
    if said is None:
        return scope
    key, _, rest = said.decode("latin-1").partition(" ")
    address, _, scheme = rest.partition(" ")
    if not secrets.compare_digest(key.encode(), me.key.encode()):
        return {**scope, _HOPPED: False}
    return {**scope, _HOPPED: True, "client": (address, 0), "scheme": scheme}


def is_forwarded(scope: Any) -> bool:
    """Whether it claims to have been passed on, and so must stay."""
    return _HOPPED in scope


def is_from_peer(scope: Any) -> bool:
    """Whether another process of ours has passed it on, and checked it before."""
    return bool(scope.get(_HOPPED))
