"""The coach at a table: who may ask it, what it is told, and that nobody asks it in secret."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

from rowlock.reviews.advice import Advice
from rowlock.server.http.handlers import coach
from tests.server.player import Message, Player, player
from tests.server.running import Running

Asks = Callable[[Player], Awaitable[None]]


def advice(server: Running, me: Player, **more: Any) -> Any:
    wish = {"seat": me.seats[0], "ask": me.view["ask"], **more}
    key = {"authorization": f"Bearer {me.token}"}
    return server.post(f"/api/tables/{me.table}/advice", wish, headers=key, timeout=60)


async def until_asked(me: Player) -> Message:
    """Roll where it is due; the first question of this person."""
    await me.until_view(lambda view: view["stage"] == "playing")
    while not any(d["owed"] and len(d["legal"]) > 1 for d in me.view["decisions"]):
        heard = len(me.heard)
        await me.act()
        await me.until_news(heard)
    return me.decision()


async def alone(server: Running, *bots: str, **options: Any) -> tuple[Message, Any]:
    made = server.create("me:Ann", *bots, start=True, **options)
    async with player(server, made["table"], made["token"]) as ann:
        decision = await until_asked(ann)
        assert ann.view["you"]["coach"] is True
        return decision, await asyncio.to_thread(advice, server, ann)


@pytest.mark.parametrize(
    ("bots", "unit", "options"),
    [
        ((), "points", {}),
        (("bot",), "wins", {}),
        (("bot", "bot"), "wins", {"variant": "bonus_a"}),
        (("bot",), "wins", {"cards": True}),
    ],
)
def test_in_solo_games_and_against_bots_the_coach_values_every_answer(
    server: Running, bots: tuple[str, ...], unit: str, options: dict[str, Any]
) -> None:
    decision, answer = asyncio.run(alone(server, *bots, **options))
    found = msgspec.json.decode(answer.content, type=Advice)
    assert found.unit == unit
    assert {each.move for each in found.moves} == {each["move"] for each in decision["legal"]}


def two_people(server: Running, asks: Asks, **options: Any) -> None:
    """Ann and Ben, up to the first question that Ann is asked."""

    async def play() -> None:
        made = server.create("me:Ann", "open", **options)
        key = server.join(made["table"], "Ben")["token"]
        async with (
            player(server, made["table"], made["token"]) as ann,
            player(server, made["table"], key) as ben,
        ):
            await ann.ok("start")
            await ann.until_view(lambda view: view["stage"] == "playing")
            await ben.until_view(lambda view: view["stage"] == "playing")
            for one in (ann, ben):
                if one.view["active"] in one.seats:
                    await one.ok("roll", turn=1)
            await ann.until_view(lambda view: view["decisions"])
            await ben.until_view(lambda view: view["decisions"])
            await asks(ann)

    asyncio.run(play())


def test_tables_of_people_have_no_coach_by_default(server: Running) -> None:
    async def asks(ann: Player) -> None:
        assert "coach" not in ann.view["you"]
        answer = await asyncio.to_thread(advice, server, ann)
        assert answer.json()["code"] == "no_coach"

    two_people(server, asks)


def test_the_hosts_option_is_visible_and_gives_all_players_the_coach(server: Running) -> None:
    async def asks(ann: Player) -> None:
        assert ann.view["options"]["coach"] is True
        assert server.get(f"/api/tables/{ann.table}").json()["options"]["coach"] is True
        assert (await asyncio.to_thread(advice, server, ann)).status_code == 200

    two_people(server, asks, coach=True)


def test_the_option_cannot_be_set_once_the_game_has_begun(server: Running) -> None:
    async def asks(ann: Player) -> None:
        changed = {**ann.view["options"], "coach": True}
        assert await ann.refused("configure", options=changed) == "already_started"

    two_people(server, asks)


def test_one_asks_for_ones_own_seat_and_the_open_question_only(server: Running) -> None:
    async def asks(ann: Player) -> None:
        async def code(**wrong: Any) -> str:
            return str((await asyncio.to_thread(advice, server, ann, **wrong)).json()["code"])

        assert await code(seat=1) == "not_your_seat"
        assert await code(ask="9.1") == "too_late"
        assert await code(moves=["nonsense"]) == "unknown_token"
        ann.token = "nobody"
        assert await code() == "bad_token"

    two_people(server, asks, coach=True)


def test_a_result_is_cached_for_the_next_request(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    thought: list[object] = []

    def think(seen: object) -> Advice:
        thought.append(seen)
        return Advice(unit="wins", judge="network", exact=False, moves=())

    monkeypatch.setattr(coach, "coach", think)

    async def asks(ann: Player) -> None:
        for _ in range(3):
            assert (await asyncio.to_thread(advice, server, ann)).status_code == 200

    two_people(server, asks, coach=True)
    assert len(thought) == 1
