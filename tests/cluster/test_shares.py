"""What one address may do is shared by all living processes, who need not be told how many."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import pytest

from rowlock.server.limits.token_buckets import AddressBuckets
from tests.attack.tools import on_the_loop
from tests.cluster.processes import new_database
from tests.cluster.test_leases import run_out
from tests.server.running import Running, running

AT_ONCE = 90
OPTIONS: dict[str, Any] = {
    "lease_seconds": 60.0,
    "requests_per_second": AT_ONCE / 10,
    "max_connections_per_address": 90,
}


@pytest.fixture
def servers(database: str) -> Iterator[list[Running]]:
    alone = new_database(database)
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(running(database=alone, **OPTIONS)) for _ in range(3)]


def renew(*servers: Running) -> None:
    for server in servers:
        on_the_loop(server, server.leases.renew())


def answered(server: Running) -> int:
    """How often somebody may ask until it is too fast."""
    return next(n for n in range(10 * AT_ONCE) if server.get("/healthz").status_code == 429)


def connections(server: Running) -> int:
    return int(server.services.limits.max_connections)


def test_an_address_gets_its_limits_once_and_not_from_every_process(
    servers: list[Running],
) -> None:
    renew(*servers)
    assert [connections(server) for server in servers] == [30, 30, 30]
    asked = [answered(server) for server in servers]
    # A little comes back while we ask.
    assert AT_ONCE <= sum(asked) < 2 * AT_ONCE, asked


def test_the_remaining_processes_divide_the_limit_anew(servers: list[Running]) -> None:
    renew(*servers)
    first, *others = servers
    assert connections(first) == 30
    for gone in others:
        run_out(first.settings.database, gone.leases.store)
    renew(first)
    assert connections(first) == 90


def test_more_servers_than_live_may_be_counted_on(database: str) -> None:
    with running(database=new_database(database), servers=3, **OPTIONS) as server:
        renew(server)
        assert connections(server) == 30


def test_a_new_rate_applies_to_known_addresses() -> None:
    counted = AddressBuckets(0.0, 10.0)
    assert counted.take("ann")
    counted.allow(0.0, 2.0)
    assert [counted.take("ann") for _ in range(3)] == [True, True, False]
