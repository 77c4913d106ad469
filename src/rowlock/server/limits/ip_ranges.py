"""Ranges of IP addresses."""

from __future__ import annotations

import ipaddress
from collections.abc import Collection


class IpRanges:
    """A set of addresses and networks such as `10.0.0.0/8`; `*` is every address."""

    def __init__(self, names: Collection[str]) -> None:
        self._names = frozenset(names)
        self._networks = [network for name in names if (network := _network(name)) is not None]

    def __contains__(self, address: object) -> bool:
        if address in self._names or "*" in self._names:
            return True
        found = _network(str(address))
        return found is not None and any(
            found.version == network.version and found.subnet_of(network)  # type: ignore[arg-type]
            for network in self._networks
        )


def _network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network | None:
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError:
        return None
