"""Servers behind the sample balancers: who sits at a table meets in one process."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rowlock.server.cluster.leases import Leases
from tests.deploy.balancers import balancer
from tests.deploy.proxies import PROXIES
from tests.server.player import player
from tests.server.running import Running, running


@contextlib.contextmanager
def behind(name: str, folder: Path, servers: list[Running]) -> Iterator[Running]:
    """A stand-in for a server that is a balancer before all of them."""
    addresses = [server.url.removeprefix("http://") for server in servers]
    with balancer(name, folder, addresses) as address:
        front = Running(servers[0].server, servers[0].settings)
        front.url, front.ws = f"http://{address}", f"ws://{address}/ws"
        with contextlib.closing(front.http):
            yield front


def leases(server: Running) -> Leases:
    return server.leases


@pytest.mark.parametrize("name", PROXIES)
def test_players_of_a_table_meet_in_one_process_without_forwarding(
    name: str, database: str, tmp_path: Path
) -> None:
    options: dict[str, Any] = {"database": database, "lease_seconds": 60.0}
    options["trusted_proxies"] = ["127.0.0.1"]
    with (
        running(**options) as one,
        running(**options) as other,
        behind(name, tmp_path, [one, other]) as front,
    ):

        async def meet(number: int) -> None:
            made = front.create("me:Ann", "open")
            key = front.join(made["table"], f"Ben {number}")["token"]
            async with (
                player(front, made["table"], made["token"]) as ann,
                player(front, made["table"], key) as ben,
            ):
                for each in (ann, ben):
                    await each.until_view(
                        lambda view: all(s.get("connected") for s in view["seats"])
                    )
                assert made["table"] in {*rooms(one), *rooms(other)}

        for number in range(6):
            asyncio.run(meet(number))
        assert sum(leases(server).hops["socket"] for server in (one, other)) == 0


def rooms(server: Running) -> set[str]:
    return set(server.services.rooms.rooms)
