"""Rate limits across processes: each address is counted in one of them.

The process that counts an address follows from a hash of the address, so all processes agree
without communication. A process asks it before it serves a limited request. If it cannot be
reached, each process counts by itself.

    POST /peers/count/KIND marked by `hop_header.py` with the address: 204 allowed, 429 refused
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from hashlib import blake2b
from http import HTTPStatus
from typing import Any

import h11

from rowlock.server.cluster.forward_http import (
    CONNECT_S,
    Unanswered,
    Unreachable,
    reach,
)
from rowlock.server.cluster.hop_header import hop_headers
from rowlock.server.cluster.leases import Leases
from rowlock.server.cluster.peer import Peer

PATH = "/peers/count/"


class RateOwner:
    def __init__(self, leases: Leases | None, take: Callable[[str, str], bool]) -> None:
        self._leases = leases
        self._take = take
        """Counts a request of this kind in this process; False if it is one too many."""

    async def allows(self, kind: str, address: str) -> bool:
        """Count a request of this kind of an address; False if it is one too many."""
        peer = self._counter(address)
        if peer is not None:
            try:
                return await self._asked(peer, kind, address)
            except (Unreachable, Unanswered):
                pass  # it is gone, or its version does not support this
        return self._take(kind, address)

    def _counter(self, address: str) -> Peer | None:
        """The process that counts an address; None if it is this one."""
        if self._leases is None or not self._leases.alive:
            return None
        peers = self._leases.alive.values()
        found = max(peers, key=lambda peer: blake2b(f"{peer.id} {address}".encode()).digest())
        return None if found.id == self._leases.store.me.id else found

    async def _asked(self, peer: Peer, kind: str, address: str) -> bool:
        assert self._leases is not None
        headers = [
            (b"host", b"localhost"),
            (b"content-length", b"0"),
            hop_headers(peer, {"client": (address, 0), "scheme": "http"}),
        ]
        request = h11.Request(method="POST", target=PATH + kind, headers=headers)
        try:
            async with asyncio.timeout(CONNECT_S):
                line, head = await reach(self._leases, peer, request, b"")
        except TimeoutError:
            raise Unreachable(peer.address) from None
        line.hang_up()
        if head.status_code not in (HTTPStatus.NO_CONTENT, HTTPStatus.TOO_MANY_REQUESTS):
            raise Unreachable(peer.address)
        return head.status_code == HTTPStatus.NO_CONTENT

    async def answer(self, kind: str, address: str, send: Any) -> None:
        """Answer another process."""
        allowed = self._take(kind, address)
        status = HTTPStatus.NO_CONTENT if allowed else HTTPStatus.TOO_MANY_REQUESTS
        await send({"type": "http.response.start", "status": status, "headers": []})
        await send({"type": "http.response.body", "body": b""})
