"""Before the game: seats fill, the host arranges them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from rowlock.table.names import BOT_NAMES
from tests.server.player import player, two_people
from tests.server.running import Running


def _names(view: dict[str, Any]) -> list[str]:
    return [seat["name"] if seat["kind"] != "open" else "-" for seat in view["seats"]]


def test_the_host_arranges_the_table(server: Running) -> None:
    async def story() -> None:
        made = server.create("me:Ann", "open", "open")
        async with player(server, made["table"], made["token"]) as ann:
            server.join(made["table"], "Ben")
            await ann.until_view(lambda view: _names(view) == ["Ann", "Ben", "-"])
            assert ann.view["events"] == [{"type": "seated", "seat": 1, "name": "Ben"}]
            await ann.ok("add_bot", seat=2, level="medium")
            assert ann.view["seats"][2]["name"] in BOT_NAMES["medium"]
            await ann.ok("add_bot", seat=2, level="easy")
            assert ann.view["seats"][2]["level"] == "easy"
            bot = ann.view["seats"][2]["name"]
            assert bot in BOT_NAMES["easy"]
            await ann.ok("add_bot", seat=2, level="easy")
            assert _names(ann.view) == ["Ann", "Ben", bot]
            assert await ann.refused("add_bot", seat=2, level="genius") == "unknown_bot"
            assert await ann.refused("add_bot", seat=1, level="easy") == "seat_taken"
            await ann.ok("add_seat")
            await ann.ok("add_local", seat=3, name="Cleo")
            await ann.ok("move_seat", seat=3, to=0)
            assert _names(ann.view) == ["Cleo", "Ann", "Ben", bot]
            assert ann.seats == [0, 1]
            await ann.ok("kick", seat=3)
            await ann.ok("drop_seat", seat=3)
            await ann.ok("rename", seat=0, name="Cleopatra")
            assert await ann.refused("rename", seat=2, name="X") == "not_your_seat"
            options = {"variant": "longo", "time_limit": 30, "chat": True}
            await ann.ok("configure", options=options)
            assert ann.view["options"] == options
            bad: dict[str, Any] = {"variant": "longo", "cards": True}
            assert await ann.refused("configure", options=bad) == "no_card_game"
            assert await ann.refused("configure", options={"variant": "no"}) == "unknown_variant"
            await ann.ok("start")
            assert await ann.refused("add_seat") == "already_started"
            assert _names(ann.view) == ["Cleopatra", "Ann", "Ben"]

    asyncio.run(story())


def test_only_the_host_may_do_that(server: Running) -> None:
    async def story() -> None:
        made = server.create("me:Ann", "open", "open")
        key = server.join(made["table"], "Ben")["token"]
        async with player(server, made["table"], key) as ben:
            for kind, fields in (
                ("start", {}),
                ("add_seat", {}),
                ("drop_seat", {"seat": 2}),
                ("add_bot", {"seat": 2, "level": "medium"}),
                ("add_local", {"seat": 2, "name": "X"}),
                ("kick", {"seat": 0}),
                ("move_seat", {"seat": 0, "to": 1}),
                ("configure", {"options": {}}),
                ("mute", {"seat": 0, "muted": True}),
            ):
                assert await ben.refused(kind, **fields) == "not_host"

    asyncio.run(story())


def test_a_removed_player_is_told_and_loses_the_token(server: Running) -> None:
    async def story() -> None:
        async with two_people(server) as (ann, ben):
            await ann.ok("kick", seat=1)
            await ben.until(lambda: ben.closed)
            assert ben.heard[-1] == {"type": "bye", "code": "kicked"}
            assert _names(ann.view) == ["Ann", "-"]
        async with player(server, ben.table, ben.token) as ben:
            assert ben.heard[0] == {"type": "bye", "code": "bad_token"}
        server.join(ann.table, "Ben")  # the name is free again

    asyncio.run(story())


def test_a_leaving_player_is_not_told_that_they_were_removed(server: Running) -> None:
    async def story() -> None:
        async with two_people(server) as (ann, ben):
            await ann.ok("start")
            await ben.ok("leave")
            await ben.until(lambda: ben.closed)
            assert ben.heard[-1] == {"type": "bye", "code": "left"}
            assert ann.view["seats"][1]["kind"] == "bot"

    asyncio.run(story())


def test_the_host_changes_the_pace_of_the_bots_during_the_game_and_nothing_else(
    server: Running,
) -> None:
    async def story() -> None:
        async with two_people(server) as (ann, ben):
            await ann.ok("start")
            options = ann.view["options"]
            await ann.ok("configure", options={**options, "pace": "fast"})
            await ben.until_view(lambda view: view["options"].get("pace") == "fast")
            assert await ben.refused("configure", options=options) == "not_host"
            slow = {**options, "pace": "slow", "time_limit": 30}
            assert await ann.refused("configure", options=slow) == "already_started"

    asyncio.run(story())


def test_a_kick_in_a_game_leaves_a_bot_that_plays_on(server: Running) -> None:
    async def story() -> None:
        async with two_people(server) as (ann, _):
            await ann.ok("start")
            await ann.ok("kick", seat=1)
            assert ann.view["seats"][1]["kind"] == "bot"
            assert ann.view["seats"][1]["name"] == "Ben"
            await ann.play_to_end()

    asyncio.run(story())


def test_a_leaving_host_passes_the_table_to_another_player(server: Running) -> None:
    async def story() -> None:
        async with two_people(server) as (ann, ben):
            await ann.send("leave")
            await ben.until_view(lambda view: view["you"]["host"])
            assert _names(ben.view) == ["-", "Ben"]
            await ann.until(lambda: ann.closed)

    asyncio.run(story())


@pytest.mark.parametrize(
    ("name", "code"),
    [("", "bad_name"), (" \u200b ", "bad_name"), ("...", "bad_name"), ("ann", "name_twice")],
)
def test_names_that_cannot_be(server: Running, name: str, code: str) -> None:
    made = server.create("me:Ann", "open")
    answer = server.post(f"/api/tables/{made['table']}/join", {"name": name})
    assert answer.status_code == 400
    assert answer.json()["code"] == code


def test_full_and_running_tables_take_nobody(server: Running) -> None:
    made = server.create("me:Ann", "bot")
    join = f"/api/tables/{made['table']}/join"
    assert server.post(join, {"name": "Ben"}).json()["code"] == "table_full"
    made = server.create("me:Ann", "open", start=True)
    join = f"/api/tables/{made['table']}/join"
    assert server.post(join, {"name": "Ben"}).json()["code"] == "already_started"
    assert server.get(f"/api/tables/{made['table']}").json()["stage"] == "playing"


def test_chat_and_emotes_are_for_those_at_the_table(server: Running) -> None:
    async def story() -> None:
        async with two_people(server, chat=True) as (ann, ben):
            text = "hi\u202e there\n  <b>you</b>\u200b"
            for _ in range(2):  # sent twice, kept once
                await ben.ok("chat", key="k1", text=text)
            await ann.until(lambda: ann.view.get("events", [{}])[0].get("type") == "said")
            line = ann.view["events"][0]["line"]
            assert (line["name"], line["text"]) == ("Ben", "hi there <b>you</b>")
            assert await ben.refused("chat", key="k2", text=" \n ") == "empty_text"
            await ben.ok("emote", emote="wow")
            await ann.until(lambda: any(e["type"] == "emoted" for e in ann.view["events"]))
            assert await ben.refused("emote", emote="bomb") == "malformed"
            await ann.ok("mute", seat=1, muted=True)
            assert await ben.refused("chat", key="k3", text="hm") == "muted"
        async with player(server, ben.table, ben.token) as ben:
            assert [line["text"] for line in ben.view["chat"]] == ["hi there <b>you</b>"]
        quiet = server.create("me:Ann", "open")
        async with player(server, quiet["table"], quiet["token"]) as ann:
            assert await ann.refused("chat", key="k", text="hello") == "chat_off"

    asyncio.run(story())
