"""Token buckets: how many messages or requests a connection or an address may send."""

from __future__ import annotations

import functools
import ipaddress
import time


class TokenBucket:
    """A token bucket: `rate` per second on average, bursts up to `size`."""

    __slots__ = ("_filled", "_left", "rate", "size")

    def __init__(self, rate: float, size: float) -> None:
        self.rate = rate
        self.size = size
        self._left = size
        self._filled = time.monotonic()

    def take(self, amount: float = 1.0) -> bool:
        """Whether one more is allowed now."""
        now = time.monotonic()
        self._left = min(self.size, self._left + (now - self._filled) * self.rate)
        self._filled = now
        if self._left < amount:
            return False
        self._left -= amount
        return True

    def spend(self, amount: float) -> None:
        """Charge what was used already; the balance may become negative."""
        self.take(0.0)
        self._left -= amount

    @property
    def full(self) -> bool:
        return self._left + (time.monotonic() - self._filled) * self.rate >= self.size


@functools.lru_cache(maxsize=4096)
def rate_limit_key(address: str) -> str:
    """The key by which limits count: an IPv4 address, or the /64 network of an IPv6 household."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))


class AddressBuckets:
    """A bucket per address, in memory only; a bucket that is full again is deleted."""

    MOST = 10_000
    """Maximum number of buckets; beyond it, the least recently used ones are deleted."""

    def __init__(self, rate: float, size: float) -> None:
        self._rate = rate
        self._size = size
        self._buckets: dict[str, TokenBucket] = {}

    def allow(self, rate: float, size: float) -> None:
        """Change the rate, also of existing buckets."""
        if (rate, size) == (self._rate, self._size):
            return
        self._rate, self._size = rate, size
        for bucket in self._buckets.values():
            bucket.rate, bucket.size = rate, size

    def take(self, address: str, amount: float = 1.0) -> bool:
        return self._bucket(address).take(amount)

    def spend(self, address: str, amount: float) -> None:
        self._bucket(address).spend(amount)

    def _bucket(self, address: str) -> TokenBucket:
        bucket = self._buckets.get(address)
        if bucket is None:
            if len(self._buckets) >= self.MOST:
                self._forget()
            bucket = self._buckets[address] = TokenBucket(self._rate, self._size)
        return bucket

    def _forget(self) -> None:
        kept = [(address, bucket) for address, bucket in self._buckets.items() if not bucket.full]
        self._buckets = dict(kept[-self.MOST // 2 :])
