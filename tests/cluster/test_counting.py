"""What an address may do is counted in one place, whichever process it asks."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from rowlock.server.cluster.hop_header import HEADER
from rowlock.server.cluster.leases import Leases
from rowlock.server.cluster.peer import Peer
from rowlock.server.cluster.rate_owner import PATH
from tests.attack.tools import on_the_loop
from tests.cluster.processes import new_database
from tests.server.player import player
from tests.server.running import Running, running

ONE = 0.001
"""So many a minute are one, and no more as long as any test lasts."""
SEAT = {"options": {}, "seats": [{"kind": "me", "name": "Ann"}, {"kind": "bot"}], "start": True}


def leases(server: Running) -> Leases:
    return server.leases


@pytest.fixture(scope="module")
def servers(database: str) -> Iterator[list[Running]]:
    """Three servers that know of each other."""
    options: dict[str, Any] = {
        "tables_per_minute": ONE,
        "reviews_per_minute": ONE,
        "trusted_proxies": ["*"],
    }
    alone = new_database(database)
    with contextlib.ExitStack() as stack:
        found = [
            stack.enter_context(running(database=alone, lease_seconds=60.0, **options))
            for _ in range(3)
        ]
        for server in found:
            on_the_loop(server, leases(server).renew())
        ids = {leases(server).store.me.id for server in found}
        assert all(ids == set(leases(server).alive) for server in found)
        yield found


def person(number: int) -> dict[str, str]:
    """Somebody's address, as a proxy tells it. Of a dozen every server counts some."""
    return {"x-forwarded-for": f"198.51.100.{number}"}


def test_each_address_opens_its_tables_once_and_not_once_in_each_process(
    servers: list[Running],
) -> None:
    for number in range(12):
        answers = [server.post("/api/tables", SEAT, headers=person(number)) for server in servers]
        assert [answer.status_code for answer in answers] == [201, 429, 429]


def test_reviews_of_tables_and_of_records_are_counted_together(servers: list[Running]) -> None:
    first, *others = servers
    made = first.create("me:Ann", "local:Ben", start=True)

    async def play() -> None:
        async with player(first, made["table"], made["token"]) as ann:
            await ann.play_to_end()

    asyncio.run(play())
    for number in range(20, 26):
        wish = {"record": "?", "rollouts": False}
        asked = first.post("/api/reviews", wish, headers=person(number))
        assert asked.json()["code"] == "unreadable_record"
        for server in others:
            address = f"/api/tables/{made['table']}/review"
            assert server.get(address, headers=person(number)).json()["code"] == "too_fast"


def test_a_process_counts_itself_if_the_counting_one_is_unreachable(
    servers: list[Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = Peer("gone", "http://127.0.0.1:1", "key")
    monkeypatch.setattr(leases(servers[0]), "alive", {gone.id: gone})
    for number in range(30, 33):
        asked = [servers[0].post("/api/tables", SEAT, headers=person(number)) for _ in range(2)]
        assert [answer.status_code for answer in asked] == [201, 429]


def test_nobody_else_can_use_up_what_an_address_may_do(servers: list[Running]) -> None:
    for server in servers:
        for headers in ({}, {HEADER.decode(): "wrong 198.51.100.40 http"}):
            assert httpx.post(f"{server.url}{PATH}tables", headers=headers).status_code == 405
    made = servers[0].post("/api/tables", SEAT, headers=person(40))
    assert made.status_code == 201
