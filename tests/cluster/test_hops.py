"""Two servers on one database: what lands on the wrong one is passed on, once."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import json
from collections.abc import Iterator
from typing import Any

import httpx
import psycopg
import pytest
from websockets.exceptions import InvalidStatus

from rowlock.protocol.base import VERSION
from rowlock.server.cluster.hop_header import HEADER
from rowlock.server.cluster.leases import Leases
from tests.cluster.processes import new_database
from tests.server.player import player
from tests.server.running import Running, connect, running

HOP = HEADER.decode()


def leases(server: Running) -> Leases:
    return server.leases


def rooms(server: Running) -> set[str]:
    return set(server.services.rooms.rooms)


def hops(server: Running) -> int:
    return sum(leases(server).hops.values())


@contextlib.contextmanager
def two(database: str, **settings: Any) -> Iterator[tuple[Running, Running]]:
    options = {"database": database, "lease_seconds": 60.0, "metrics": True, **settings}
    with running(**options) as one, running(**options) as other:
        yield one, other


@pytest.fixture(scope="module")
def servers(database: str) -> Iterator[tuple[Running, Running]]:
    with two(database) as both:
        yield both


def test_a_request_is_answered_wherever_it_lands(servers: tuple[Running, Running]) -> None:
    one, other = servers
    table = one.create("me:Ann", "open")["table"]
    before = hops(other)
    here, there = one.get(f"/api/tables/{table}"), other.get(f"/api/tables/{table}")
    assert here.json() == there.json()
    assert sorted(here.headers) == sorted(there.headers)
    assert hops(other) == before + 1
    assert table in rooms(one)
    assert table not in rooms(other)


def test_a_body_and_a_key_travel_along(servers: tuple[Running, Running]) -> None:
    one, other = servers
    made = one.create("me:Ann", "open")
    joined = other.join(made["table"], "Ben")
    assert joined["member"] == 1
    wish = {"type": "ping", "id": 7}
    key = {"authorization": f"Bearer {joined['token']}"}
    address = f"/api/tables/{made['table']}"
    assert other.post(f"{address}/send", wish, headers=key).json()["type"] == "pong"
    refused = other.post(f"{address}/send", wish)
    assert (refused.status_code, refused.json()["code"]) == (403, "bad_token")
    host = {"authorization": f"Bearer {made['token']}"}
    assert other.http.delete(other.url + address, headers=host).status_code == 200
    assert one.get(address).status_code == other.get(address).status_code == 404


def test_a_stream_is_passed_on_as_it_comes(servers: tuple[Running, Running]) -> None:
    one, other = servers
    made = one.create("me:Ann", "open")
    hello = {"type": "hello", "version": VERSION, "token": made["token"]}
    address = f"{other.url}/api/tables/{made['table']}/stream"
    with httpx.stream("POST", address, json=hello, timeout=60) as stream:
        lines = (line for line in stream.iter_lines() if line.startswith("data:"))
        view = json.loads(next(lines)[5:])
        assert (view["type"], view["stage"]) == ("view", "lobby")
        one.join(made["table"], "Ben")
        seen = next(lines)
        assert "Ben" in seen


def test_two_players_on_two_servers_play_one_game(servers: tuple[Running, Running]) -> None:
    one, other = servers
    made = one.create("me:Ann", "open")
    key = one.join(made["table"], "Ben")["token"]

    async def story() -> None:
        async with (
            player(one, made["table"], made["token"]) as ann,
            player(other, made["table"], key) as ben,
        ):
            await ann.ok("start")
            await ann.until_view(lambda view: view["stage"] == "playing")
            await ben.until_view(lambda view: view["stage"] == "playing")
            roller = ann if ann.view["active"] in ann.seats else ben
            await roller.ok("roll", turn=1)
            for each in (ann, ben):
                await each.until_view(lambda view: view["phase"] == "action1")
                await each.act()
            for each in (ann, ben):
                await each.until_view(lambda view: view["phase"] != "action1")
            assert ann.view["seq"] > 0

    asyncio.run(story())
    assert leases(other).hops["socket"] >= 1


def test_the_short_form_is_asked_for_wherever_the_table_is(
    servers: tuple[Running, Running],
) -> None:
    one, other = servers
    made = one.create("me:Ann", "open")
    key = one.join(made["table"], "Ben")["token"]

    async def story() -> None:
        async with (
            player(one, made["table"], made["token"]) as ann,
            player(other, made["table"], key, query="?short") as ben,
        ):
            await ann.ok("start")
            for person in (ann, ben):
                await person.until_view(lambda view: view["stage"] == "playing")
                if person.view["active"] in person.seats:
                    await person.ok("roll", turn=1)
            await ben.until_view(lambda view: view["decisions"])
            await ben.ok("answer", seat=1, ask="1.1", moves=["-"])
            assert [message["type"] for message in ben.heard[-2:]] == ["given", "ack"]

    asyncio.run(story())


def test_an_empty_table_moves_to_where_its_first_player_comes(
    servers: tuple[Running, Running],
) -> None:
    one, other = servers
    made = one.create("me:Ann", "bot", start=True)

    async def story() -> None:
        before = leases(other).hops["socket"]
        async with player(other, made["table"], made["token"]) as ann:
            assert ann.view["stage"] == "playing"
            assert made["table"] in rooms(other)
            assert made["table"] not in rooms(one)
            assert leases(other).hops["socket"] == before
            async with player(one, made["table"]) as watcher:  # somebody is here: it stays
                assert watcher.view["stage"] == "playing"
                assert made["table"] in rooms(other)

    asyncio.run(story())


def test_players_who_come_at_once_all_get_to_their_table(servers: tuple[Running, Running]) -> None:
    """It moves while they come; nobody is sent away for that."""
    one, other = servers
    made = one.create("me:Ann", "open")
    keys = [made["token"], one.join(made["table"], "Ben")["token"], None, None, None]

    async def story() -> None:
        async with contextlib.AsyncExitStack() as stack:
            coming = [stack.enter_async_context(player(other, made["table"], key)) for key in keys]
            people = await asyncio.gather(*coming)
            assert [each.heard[0]["type"] for each in people] == ["view"] * len(keys)
            assert made["table"] in rooms(other)

    before = leases(other).hops["socket"]
    asyncio.run(story())
    assert leases(other).hops["socket"] == before


def test_nothing_is_passed_on_twice(servers: tuple[Running, Running]) -> None:
    """Not even with a header that somebody made up, which is good for nothing else either."""
    one, other = servers
    table = one.create("me:Ann", "open")["table"]
    before = hops(other)
    for mark in ("made-up 192.0.2.1 http", f"{leases(one).store.me.key} 192.0.2.1 http", ""):
        refused = other.get(f"/api/tables/{table}", headers={HOP: mark})
        assert (refused.status_code, refused.json()["code"]) == (503, "server_stopping")
    assert hops(other) == before

    async def story() -> None:
        address = f"{other.ws}/{table}"
        async with connect(address, additional_headers={HOP: "x"}) as socket:
            await socket.send(json.dumps({"type": "hello", "version": VERSION}))
            assert json.loads(await socket.recv()) == {"type": "bye", "code": "server_stopping"}
        foreign = {"origin": "https://evil.example", HOP: "x"}
        with pytest.raises(InvalidStatus):
            async with connect(address, additional_headers=foreign):
                pass

    asyncio.run(story())


def test_limits_count_who_asked_and_not_who_passed_it_on(database: str) -> None:
    with running(database=new_database(database), tables_per_minute=1.0) as server:
        wish = {"options": {}, "seats": [{"kind": "me", "name": "Ann"}]}

        def status(key: str, address: str) -> int:
            mark = {HOP: f"{key} {address} http"}
            return server.post("/api/tables", wish, headers=mark).status_code

        known = leases(server).store.me.key
        assert [status(known, "192.0.2.7") for _ in range(2)] == [201, 429]
        assert [status(known, "192.0.2.8") for _ in range(2)] == [201, 429]
        assert [status("made-up", f"192.0.2.{n}") for n in (9, 10)] == [201, 429]


def test_a_stopping_server_releases_its_tables_at_once(database: str) -> None:
    with running(database=database, lease_seconds=60.0) as other:
        with running(database=database, lease_seconds=60.0) as one:
            made = one.create("me:Ann", "bot", start=True)

            async def seen() -> int:
                async with player(one, made["table"], made["token"]) as ann:
                    return int(ann.view["seq"])

            seq = asyncio.run(seen())
        # The lease of the one that has gone would last for almost a minute.
        assert other.get(f"/api/tables/{made['table']}").status_code == 200
        assert leases(other).moves["taken_over"] == 1

        async def back() -> None:
            async with player(other, made["table"], made["token"]) as ann:
                assert ann.view["seq"] >= seq

        asyncio.run(back())


def test_a_database_that_was_away_for_a_moment_costs_no_table(database: str) -> None:
    with psycopg.connect(database, autocommit=True) as admin:
        admin.execute("CREATE DATABASE away")
    away = database.rpartition("/")[0] + "/away"
    with running(database=away, lease_seconds=60.0) as server:
        made = server.create("me:Ann", "open", chat=True)
        before = leases(server).store.me

        async def story() -> None:
            async with player(server, made["table"], made["token"]) as ann:
                cut_all_connections(away)
                reply = {"code": "not_stored"}
                while reply.get("code") == "not_stored":
                    reply = await ann.ask("chat", key="k", text="still here")
                assert reply["type"] == "ack"

        asyncio.run(story())
        assert leases(server).store.me == before
        assert leases(server).moves["lost"] == 0


def cut_all_connections(database: str) -> None:
    with psycopg.connect(database) as cut:
        cut.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND datname = current_database()"
        )


def test_a_day_has_one_try_whatever_server_is_asked(servers: tuple[Running, Running]) -> None:
    one, other = servers
    address = f"/api/days/{datetime.datetime.now(datetime.UTC).date()}"
    started = one.post(address, {"name": "Ann"}).json()
    key = {"authorization": f"Bearer {started['token']}"}
    assert other.post(address, {"name": "Ann"}, headers=key).json() == started
    assert other.get(address, headers=key).json()["table"] == started["table"]
    assert other.get(f"{address}/picture", headers=key).json()["code"] == "not_over"
    assert other.http.delete(other.url + address, headers=key).status_code == 200
    assert started["table"] not in rooms(one)
    again = one.post(address, {"name": "Ann"}, headers=key)
    assert again.json()["code"] == "already_played"


def test_metrics_tell_of_leases_hops_and_moves(servers: tuple[Running, Running]) -> None:
    one, _ = servers
    text = one.get("/metrics").text
    for name in ("rowlock_leases", "rowlock_servers", "rowlock_hops_total", "rowlock_moves_total"):
        assert f"\n# HELP {name.removesuffix('_total')}" in text or f"\n{name}" in text, name


def test_a_link_preview_needs_no_lease(servers: tuple[Running, Running]) -> None:
    one, other = servers
    table = one.create("me:Ann", "open")["table"]
    page = other.get(f"/t/{table}", headers={"accept-language": "en"})
    assert "Ann" in page.text
    assert table not in rooms(other)
