"""What a connection is about, by the first bytes that came on it."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from hashlib import blake2b

PEEK = 4096
_TABLE = re.compile(rb"[A-Z]+ [^ ]*?/(?:ws|t|api/tables)/([^/ ?]+)")
_FORWARDED = re.compile(rb"^x-forwarded-for:[ \t]*([^\r\n]+)", re.I | re.M)


def is_whole(head: bytes) -> bool:
    """Whether the request's first line is there, or can never be."""
    return b"\n" in head or len(head) >= PEEK


def subject(head: bytes, address: str, proxies: Container[str]) -> bytes:
    """The table's name; without one, who asks, so that an address is counted in one place."""
    line = head.partition(b"\n")[0]
    table = _TABLE.match(line)
    if table is not None:
        return table[1]
    forwarded = _FORWARDED.search(head) if address in proxies else None
    return _client(forwarded[1], proxies) if forwarded else address.encode()


def _client(forwarded: bytes, proxies: Container[str]) -> bytes:
    """Who came to the first of our proxies: the last one that is none of them."""
    names = [name.strip() for name in forwarded.split(b",")]
    strangers = [name for name in names if name.decode("latin-1") not in proxies]
    return strangers[-1] if strangers else names[0]


def best(subject: bytes, workers: Iterable[int]) -> list[int]:
    """All workers, the first choice first. When one is gone, only what it had goes elsewhere."""

    def weight(number: int) -> bytes:
        return blake2b(b"%d:%b" % (number, subject), digest_size=8).digest()

    return sorted(workers, key=weight)
