"""Header that marks requests forwarded by another process.

    x-rowlock-hop: KEY ADDRESS SCHEME

KEY is the key of the receiving process, which only processes on the same database can read; ADDRESS
and SCHEME are those of the client. A request with this header is never forwarded again, whether its
key is right or not, so requests cannot go in circles. ADDRESS and SCHEME are believed only if the
key is right.
"""

from __future__ import annotations

import secrets
from typing import Any

from rowlock.server.cluster.peer import Peer

HEADER = b"x-rowlock-hop"
_HOPPED = "rowlock.hopped"
"""Key in the scope: True if a peer forwarded the request, False if the header had a wrong key."""


def hop_headers(peer: Peer, scope: Any) -> tuple[bytes, bytes]:
    """The header for a request on behalf of the client of this scope."""
    client = scope.get("client")
    address = str(client[0]) if client else "?"
    return HEADER, f"{peer.key} {address} {scope['scheme']}".encode("latin-1")


def accept_hop(scope: Any, me: Peer) -> Any:
    """The scope as it was before the request was forwarded."""
    said = next((value for name, value in scope["headers"] if name == HEADER), None)
    if said is None:
        return scope
    key, _, rest = said.decode("latin-1").partition(" ")
    address, _, scheme = rest.partition(" ")
    if not secrets.compare_digest(key.encode(), me.key.encode()):
        return {**scope, _HOPPED: False}
    return {**scope, _HOPPED: True, "client": (address, 0), "scheme": scheme}


def is_forwarded(scope: Any) -> bool:
    """Whether the request claims to have been forwarded, so that it must not be forwarded again."""
    return _HOPPED in scope


def is_from_peer(scope: Any) -> bool:
    """Whether a peer has forwarded the request, and has checked it."""
    return bool(scope.get(_HOPPED))
