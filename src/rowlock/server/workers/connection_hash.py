"""Chooses the worker of a connection by the first line of its request."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from hashlib import blake2b

PEEK = 4096
_TABLE = re.compile(rb"[A-Z]+ [^ ]*?/(?:ws|t|api/tables)/([^/ ?]+)")
_FORWARDED = re.compile(rb"^x-forwarded-for:[ \t]*([^\r\n]+)", re.I | re.M)


def is_whole(head: bytes) -> bool:
    """Whether the first line of the request is complete, or can never be."""
    return b"\n" in head or len(head) >= PEEK


def subject(head: bytes, address: str, proxies: Container[str]) -> bytes:
    """The table's name, or else the client's address, so that one process counts each address."""
    line = head.partition(b"\n")[0]
    table = _TABLE.match(line)
    if table is not None:
        return table[1]
    forwarded = _FORWARDED.search(head) if address in proxies else None
    return _client(forwarded[1], proxies) if forwarded else address.encode()


def _client(forwarded: bytes, proxies: Container[str]) -> bytes:
    """The client's address behind our proxies: the last forwarded address that is not a proxy."""
    names = [name.strip() for name in forwarded.split(b",")]
    strangers = [name for name in names if name.decode("latin-1") not in proxies]
    return strangers[-1] if strangers else names[0]


def best(subject: bytes, workers: Iterable[int]) -> list[int]:
    """All workers in order of preference (rendezvous hashing): if one is gone, only its own
    connections move to others."""

    def weight(number: int) -> bytes:
        return blake2b(b"%d:%b" % (number, subject), digest_size=8).digest()

    return sorted(workers, key=weight)
