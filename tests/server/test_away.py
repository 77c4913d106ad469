"""Going away and coming back: reload, sleep, lost network, a clock that runs out."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

from tests.server.player import Player, player
from tests.server.running import PATIENCE_S, Running
from tests.server.timers import end_question_time


@contextlib.asynccontextmanager
async def started(server: Running, **options: Any) -> AsyncIterator[tuple[Player, str, str, str]]:
    """Ann is there, Ben has a seat and is not; the keys come along."""
    made = server.create("me:Ann", "open", **options)
    key = server.join(made["table"], "Ben")["token"]
    async with player(server, made["table"], made["token"]) as ann:
        await ann.ok("start")
        yield ann, made["table"], made["token"], key


async def _roll(*people: Player) -> None:
    """Whoever is active rolls; all see the question."""
    for person in people:
        if person.view["active"] in person.seats:
            await person.ok("roll", turn=person.view["turn"])
    for person in people:
        await person.until_view(lambda view: view["decisions"])


def test_a_reload_in_action_1_loses_nothing(server: Running) -> None:
    async def story() -> None:
        async with started(server) as (ann, table, _, ben_key):
            async with player(server, table, ben_key) as ben:
                await _roll(ann, ben)
                await ben.ok("answer", seat=1, ask="1.1", moves=["-"])
                seq = ben.view["seq"]
            await ann.until_view(lambda view: not view["seats"][1].get("connected"))
            async with player(server, table, ben_key, seq) as ben:
                assert ben.decision()["answer"] == ["-"]
                assert not ben.decision()["owed"]
                assert ben.view.get("events", []) == []
                await ann.until_view(lambda view: view["seats"][1].get("connected"))
                await ben.ok("take_back", seat=1, ask="1.1")
            await ann.ok("answer", seat=0, ask="1.1", moves=["-"])

    asyncio.run(story())


def test_a_returning_player_gets_the_missed_events(server: Running) -> None:
    async def story() -> None:
        made = server.create("me:Ann", "bot", start=True)
        async with player(server, made["table"], made["token"]) as ann:
            seq = ann.view["seq"]
            await ann.play_to_end()
        async with player(server, made["table"], made["token"], seq) as ann:
            kinds = [event["type"] for event in ann.view["events"]]
            assert kinds[-2:] == ["game_over", "turn_ended"]
            assert len(ann.view["log"]) == ann.view["turn"]
            log = [e["log"]["turn"] for e in ann.view["events"] if e["type"] == "turn_ended"]
            assert log == sorted(set(log))

    asyncio.run(story())


def test_two_tabs_and_another_device_share_a_seat(server: Running) -> None:
    async def story() -> None:
        async with (
            started(server) as (ann, table, ann_key, ben_key),
            player(server, table, ann_key) as phone,
            player(server, table, ben_key) as ben,
        ):
            await _roll(ann, ben)
            await phone.until_view(lambda view: view["decisions"])
            await phone.ok("answer", seat=0, ask="1.1", moves=["-"])
            await ann.until_view(lambda view: not ann.decision()["owed"])
            await ann.ok("take_back", seat=0, ask="1.1")
            await phone.until_view(lambda view: phone.decision()["owed"])

    asyncio.run(story())


def test_the_oldest_of_too_many_connections_is_closed(server: Running) -> None:
    async def story() -> None:
        made = server.create("me:Ann", "bot")
        async with contextlib.AsyncExitStack() as stack:
            tabs = [
                await stack.enter_async_context(player(server, made["table"], made["token"]))
                for _ in range(6)
            ]
            await tabs[0].until(lambda: tabs[0].closed)
            assert tabs[0].heard[-1] == {"type": "bye", "code": "replaced"}
            await tabs[5].ok("ping")

    asyncio.run(story())


def test_a_bot_covers_an_absent_player_and_returns_the_seat(server: Running) -> None:
    async def story() -> None:
        async with started(server, away_after=1) as (ann, table, _, ben_key):
            await ann.until_view(lambda view: view["stage"] == "playing")
            for _ in range(2):  # Ben is needed in every turn
                turn = ann.view["turn"]
                while ann.view["turn"] == turn and ann.view["stage"] == "playing":
                    count = len(ann.heard)
                    await ann.act()
                    await ann.until_news(count)
            assert ann.view["seats"][1]["covered"]
            async with player(server, table, ben_key) as ben:
                assert not ben.view["seats"][1].get("covered")
                await ann.until_view(lambda view: not view["seats"][1].get("covered"))

    asyncio.run(story())


def test_everybody_sees_when_a_bot_will_play_for_who_is_away(server: Running) -> None:
    async def story() -> None:
        async with started(server, away_after=40) as (ann, table, _, ben_key):
            async with player(server, table, ben_key):
                view = await ann.until_view(lambda view: view["seats"][1].get("connected"))
                assert view["seats"][1].get("cover_at") is None
                leaving = view["clock"]["now"]
            view = await ann.until_view(lambda view: not view["seats"][1].get("connected"))
            if 1 not in view["owing"]:
                await ann.ok("roll", turn=view["turn"])
                view = await ann.until_view(lambda view: 1 in view["owing"])
            cover_at = view["seats"][1]["cover_at"]
            assert leaving + 40_000 <= cover_at <= view["clock"]["now"] + 40_000
            assert view["seats"][0].get("cover_at") is None

    asyncio.run(story())


def test_when_time_is_up_the_pencil_counts_and_silence_is_covered(server: Running) -> None:
    async def story() -> None:
        async with (
            started(server, time_limit=600) as (ann, table, _, ben_key),
            player(server, table, ben_key) as ben,
        ):
            await _roll(ann, ben)
            assert ann.view["clock"]["deadline"] > ann.view["clock"]["now"]
            move = ann.decision()["legal"][1]["move"]
            await ann.ok("pencil", seat=0, ask="1.1", moves=[move])
            end_question_time(server, table)
            await ann.until_view(lambda view: view["ask"] != "1.1")
            settled = [m for m in ann.heard if m["type"] == "view" and m.get("events")]
            events = [event for message in settled for event in message["events"]]
            revealed = next(e for e in events if e["type"] == "revealed")
            assert revealed["moves"] == [[move], ["-"]]
            assert {"type": "timed_out", "seat": 1} in events
            async with asyncio.timeout(PATIENCE_S):
                while not ann.view["seats"][1].get("covered"):
                    end_question_time(server, table)
                    await asyncio.sleep(0.05)
            assert ann.view["stage"] == "playing"
            await ben.ok("here")
            await ann.until_view(lambda view: not view["seats"][1].get("covered"))

    asyncio.run(story())


def test_a_pause_stops_clock_and_bots_until_the_host_resumes(server: Running) -> None:
    async def story() -> None:
        made = server.create("me:Ann", "bot", "bot", time_limit=5)
        async with player(server, made["table"], made["token"]) as ann:
            await ann.ok("start")
            await ann.ok("pause")
            view = await ann.until_view(lambda view: view["paused"])
            assert view["clock"]["deadline"] is None
            seq = view["seq"]
            await asyncio.sleep(0.2)
            assert ann.view["seq"] == seq
            assert await ann.refused("roll", turn=view["turn"]) in ("paused",)
            await ann.ok("resume")
            await ann.play_to_end()

    asyncio.run(story())


def test_a_table_without_players_waits(server: Running) -> None:
    async def story() -> None:
        made = server.create("me:Ann", "bot", "bot", away_after=1)
        async with player(server, made["table"], made["token"]) as ann:
            await ann.ok("start")
        await asyncio.sleep(0.1)
        before = server.get(f"/api/tables/{made['table']}").json()["turn"]
        await asyncio.sleep(1.3)
        assert server.get(f"/api/tables/{made['table']}").json()["turn"] == before
        async with player(server, made["table"], made["token"]) as ann:
            await ann.play_to_end()

    asyncio.run(story())
