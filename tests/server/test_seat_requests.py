"""A friend who comes late, over real sockets."""

from __future__ import annotations

import asyncio
from typing import Any

from rowlock.server.rooms.table_use import MAX_SEAT_REQUESTS
from tests.server.player import player
from tests.server.running import Running


def _ask(server: Running, table: str, name: str) -> dict[str, Any]:
    asked = server.post(f"/api/tables/{table}/requests", {"name": name})
    assert asked.status_code == 201, asked.text
    body: dict[str, Any] = asked.json()
    return body


def test_a_late_friend_takes_over_a_bot_and_plays_to_the_end(server: Running) -> None:
    async def story() -> None:
        made = server.create("me:Ann", "bot", start=True)
        async with player(server, made["table"], made["token"]) as ann:
            asked = _ask(server, made["table"], "Jona")
            async with player(server, made["table"], asked["token"]) as jona:
                await ann.until_view(lambda view: view.get("requests"))
                assert ann.view["requests"] == [{"member": asked["member"], "name": "Jona"}]
                assert jona.seats == []
                assert (
                    await jona.refused("grant_seat", member=asked["member"], seat=1) == "not_host"
                )
                await ann.ok("grant_seat", member=asked["member"], seat=1)
                playing = asyncio.create_task(ann.play_to_end())
                await jona.until_view(lambda view: view["you"]["seats"] == [1])
                assert jona.view["seats"][1]["kind"] == "person"
                assert "requests" not in jona.view
                await jona.play_to_end()
                await playing
        record = server.get(f"/api/tables/{made['table']}/record").text
        assert '[Joined "' in record
        assert ".2 Jona" in record

    asyncio.run(story())


def test_the_host_declines_and_the_guest_hears_it(server: Running) -> None:
    async def story() -> None:
        made = server.create("me:Ann", "bot", start=True)
        async with player(server, made["table"], made["token"]) as ann:
            asked = _ask(server, made["table"], "Jona")
            async with player(server, made["table"], asked["token"]) as jona:
                await ann.until_view(lambda view: view.get("requests"))
                await ann.ok("decline_request", member=asked["member"])
                await jona.until(lambda: jona.closed)
                assert jona.heard[-1] == {"type": "bye", "code": "kicked"}
            assert "requests" not in ann.view

    asyncio.run(story())


def test_without_a_bot_all_players_move_to_a_new_table(server: Running) -> None:
    async def story() -> None:
        made = server.create("me:Ann", "open", start=True)
        async with player(server, made["table"], made["token"]) as ann:
            asked = _ask(server, made["table"], "Jona")
            async with player(server, made["table"], asked["token"]) as jona:
                await ann.until_view(lambda view: view.get("requests"))
                await ann.ok("start_again", member=asked["member"])
                await jona.until_view(lambda view: view.get("next_table"))
                again = jona.view["next_table"]
            async with player(server, again, asked["token"]) as jona:
                assert jona.view["stage"] == "lobby"
                assert [seat["name"] for seat in jona.view["seats"]] == ["Ann", "Jona"]
                assert jona.seats == [1]

    asyncio.run(story())


def test_one_address_asks_only_so_often_at_one_table(server: Running) -> None:
    made = server.create("me:Ann", "bot", start=True)
    for number in range(MAX_SEAT_REQUESTS):
        _ask(server, made["table"], f"Guest {number}")
    again = server.post(f"/api/tables/{made['table']}/requests", {"name": "Guest"})
    assert (again.status_code, again.json()["code"]) == (429, "too_fast")
