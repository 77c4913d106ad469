"""From the lobby into a game: seals, the list, open shares, and starts that fail."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from rowlock.notation import parse_record
from rowlock.table.fair.handshake import Handshake
from rowlock.table.fair.receipt import read_receipt
from rowlock.table.fair.verify import DiceVerdict, verify
from tests.server import reference_dice
from tests.server.device import Device
from tests.server.player import Message, Player, player
from tests.server.running import Running, running
from tests.server.timers import stop_waiting_for_shares


@contextlib.asynccontextmanager
async def ann_and_ben(
    server: Running, ann: Device | None, ben: Device | None, **options: Any
) -> AsyncIterator[tuple[Player, Player]]:
    made = server.create("me:Ann", "open", seals=ann is not None, **options)
    table = made["table"]
    joined = server.join(table, "Ben", seals=ben is not None)
    assert joined["commitment"] == made["commitment"]
    async with (
        player(server, table, made["token"], device=ann) as one,
        player(server, table, joined["token"], device=ben) as two,
    ):
        yield one, two


async def play(one: Player, two: Player) -> None:
    await asyncio.gather(one.play_to_end(), two.play_to_end())


def check(server: Running, table: str, device: Device | None) -> DiceVerdict:
    """What `rowlock verify` says of the record and the slip of a device."""
    record = parse_record(server.get(f"/api/tables/{table}/record").text)
    return verify(record, None if device is None else read_receipt(json.dumps(device.slip)))


def only_ben_is_missing(handshake: Handshake) -> bool:
    return handshake.unopened == (1,)


def shown(person: Player) -> list[Message]:
    return [message for message in person.heard if message["type"] == "view"]


def test_a_game_begins_when_all_have_sealed_and_opened(server: Running) -> None:
    ann, ben = Device(), Device()

    async def story() -> str:
        async with ann_and_ben(server, ann, ben) as (one, two):
            await two.until_view(lambda view: view["seats"][1].get("seeded"))
            await one.ok("start")
            await play(one, two)
            for person in (one, two):
                _check_the_order(person, [ann.slip["share"], ben.slip["share"]])
            return one.table

    table = asyncio.run(story())
    for device in (ann, ben):
        assert device.alarm == ""
        assert check(server, table, device).kept
    assert ann.slip["list"] == ben.slip["list"] == [f"0={ann.seal}", f"1={ben.seal}"]


def _check_the_order(person: Player, shares: list[str]) -> None:
    """No list in the lobby, no share before the list, no share of others before the game."""
    stages = [view["stage"] for view in shown(person)]
    order = ["lobby", "starting", "playing", "over"]
    assert stages == sorted(stages, key=order.index)
    for view in shown(person):
        fair, text = view["fair"], json.dumps(view)
        if view["stage"] == "lobby":
            assert fair.get("list") is None
        if view["stage"] in ("lobby", "starting"):
            assert not any(share in text for share in shares)
            assert fair["seeds"] == []
        else:
            assert fair["seeds"] == shares
        assert (fair["seed"] is None) == (view["stage"] != "over")


def test_one_person_against_bots_seals_too(server: Running) -> None:
    device = Device()

    async def story() -> str:
        made = server.create("me:Ann", "bot", "local:Ben", seals=True, start=True)
        async with player(server, made["table"], made["token"], device=device) as ann:
            assert shown(ann)[0]["stage"] == "starting"
            await ann.play_to_end()
        return str(made["table"])

    table = asyncio.run(story())
    verdict = check(server, table, device)
    assert verdict.kept
    assert verdict.round == 1
    mine = f"0={device.seal}"
    assert device.slip["list"] == [mine, "-", mine]


def test_the_dice_are_those_of_a_second_hand(server: Running) -> None:
    device = Device()

    async def story() -> Player:
        made = server.create("me:Ann", "bot", seals=True, start=True)
        async with player(server, made["table"], made["token"], device=device) as ann:
            await ann.play_to_end()
            return ann

    ann = asyncio.run(story())
    fair, kept = ann.view["fair"], device.slip
    assert reference_dice.commitment(ann.table, 1, fair["seed"]) == kept["commitment"]
    shares = [kept["share"], "-"]
    terms = reference_dice.terms_digest(kept["terms"])
    key = reference_dice.key(ann.table, 1, fair["seed"], kept["list"], shares, terms)
    turns = server.get(f"/api/tables/{ann.table}/replay").json()["turns"]
    dice = turns[1]["log"]["roll"]
    text = "".join(map(str, dice["white"])) + " " + "".join(map(str, dice["colours"]))
    assert text == reference_dice.roll(key, 1, 6)


def test_programs_without_seals_play_too(server: Running) -> None:
    ben = Device()

    async def story() -> str:
        async with ann_and_ben(server, None, None) as (one, two):
            await one.ok("start")
            assert (await two.until_view(lambda v: v["stage"] == "playing"))["fair"]["list"] == [
                "-",
                "-",
            ]
        async with ann_and_ben(server, None, ben) as (one, two):
            await two.until_view(lambda view: view["seats"][1].get("seeded"))
            await one.ok("start")
            await play(one, two)
            return one.table

    table = asyncio.run(story())
    assert ben.slip["list"] == ["-", f"1={ben.seal}"]
    assert check(server, table, ben).kept


def test_a_share_that_is_not_opened_returns_all_players_to_the_lobby(server: Running) -> None:
    ann, ben = Device(), Device(opens=False)

    async def story() -> str:
        async with ann_and_ben(server, ann, ben) as (one, two):
            await two.until_view(lambda view: view["seats"][1].get("seeded"))
            promised = one.view["fair"]["commitment"]
            await one.ok("start")
            await stop_waiting_for_shares(server, one.table, only_ben_is_missing)
            await one.until_view(lambda view: view["fair"].get("round") == 2)
            again = next(v for v in shown(one) if v["fair"].get("round") == 2)
            assert again["stage"] == "lobby"
            assert again["fair"]["commitment"] != promised
            assert again["events"] == [{"type": "start_failed", "round": 2, "names": ["Ben"]}]
            ben.opens = True
            await two.until_view(lambda view: view["seats"][1].get("seeded"))
            await one.ok("start")
            await play(one, two)
            return one.table

    table = asyncio.run(story())
    assert check(server, table, ann).round == 2
    assert len(ann.slip["before"]) == 1


def test_a_member_who_sealed_and_left_does_not_stop_the_second_start(server: Running) -> None:
    """Ben's phone falls asleep: his share is not dropped, but the next round has none."""
    ann, ben = Device(), Device()

    async def story() -> None:
        async with ann_and_ben(server, ann, ben) as (one, two):
            await one.until_view(lambda view: view["seats"][1].get("seeded"))
            await two.close()
            await one.until_view(lambda view: not view["seats"][1].get("connected"))
            await one.ok("start")
            await stop_waiting_for_shares(server, one.table, only_ben_is_missing)
            await one.until_view(lambda view: view["fair"].get("round") == 2)
            await one.until_view(lambda view: view["you"].get("seal") == ann.seal)
            await one.ok("start")  # and nobody is waited for
            view = await one.until_view(lambda view: view["stage"] == "playing")
            assert view["fair"]["list"] == [f"0={ann.seal}", "-"]

    asyncio.run(story())


def test_promised_seals_are_awaited_for_a_limited_time(server: Running) -> None:
    async def story() -> None:
        made = server.create("me:Ann", "bot", seals=True, start=True)
        async with player(server, made["table"], made["token"]) as ann:
            assert ann.view["stage"] == "starting"
            for kind, fields in (("add_seat", {}), ("rename", {"seat": 0, "name": "Zoe"})):
                assert await ann.refused(kind, **fields) == "already_started"
            assert server.post(f"/api/tables/{ann.table}/join", {"name": "Eve"}).status_code == 409
            await stop_waiting_for_shares(server, ann.table, lambda handshake: True)
            view = await ann.until_view(lambda view: view["stage"] == "playing")
            assert view["fair"]["list"] == ["-", "-"]

    asyncio.run(story())


def test_only_the_right_share_of_the_right_round_is_taken(server: Running) -> None:
    device = Device(opens=False)

    async def story() -> None:
        made = server.create("me:Ann", "bot", seals=True, start=True)
        async with player(server, made["table"], made["token"]) as ann:
            seals = [{"round": 2, "seal": "00" * 32}]
            assert await ann.refused("seal", **seals[0]) == "stale"
            assert await ann.refused("open", round=1, share="00" * 16) == "stale"
            wish = device.answer(ann.view)[0]
            await ann.ok(wish.pop("type"), **wish)
            await ann.until_view(lambda view: view["fair"].get("list"))
            assert await ann.refused("seal", round=1, seal="00" * 32) == "already_started"
            assert await ann.refused("open", round=1, share="00" * 16) == "wrong_share"
            assert await ann.refused("open", round=2, share=device.slip["share"]) == "stale"
            for _ in range(2):  # twice is once
                await ann.ok("open", round=1, share=device.slip["share"])
            assert (await ann.until_view(lambda v: v["stage"] == "playing"))["turn"] == 1

    asyncio.run(story())


def test_another_seal_replaces_the_first_until_the_list_is_fixed(server: Running) -> None:
    async def story() -> None:
        made = server.create("me:Ann", seals=True)
        first, second = Device(), Device()
        async with player(server, made["table"], made["token"], device=first) as ann:
            await ann.until_view(lambda view: view["you"].get("seal") == first.seal)
            ann.device = None  # her other phone takes over
            for wish in second.answer(ann.view):
                await ann.ok(wish.pop("type"), **wish)
            ann.device = second
            await ann.ok("start")
            view = await ann.until_view(lambda view: view["stage"] == "playing")
            assert view["fair"]["list"] == [f"0={second.seal}"]

    asyncio.run(story())


def test_leaving_or_removal_during_the_start_ends_it(server: Running) -> None:
    async def story() -> None:
        ann, ben = Device(), Device(opens=False)
        async with ann_and_ben(server, ann, ben) as (one, _):
            await one.until_view(lambda view: view["seats"][1].get("seeded"))
            await one.ok("start")
            await one.until_view(lambda view: view["fair"].get("list"))
            await one.ok("kick", seat=1)
            view = await one.until_view(lambda view: view["stage"] == "lobby")
            assert [seat["kind"] for seat in view["seats"]] == ["person", "open"]
            assert view["fair"]["round"] == 2
            await one.until_view(lambda view: view["you"].get("seal") == ann.seal)
            await one.ok("start")
            await one.until_view(lambda view: view["stage"] == "playing")
            assert one.view["fair"]["list"] == [f"0={ann.seal}"]

    asyncio.run(story())


def test_real_dice_need_no_shares(server: Running) -> None:
    async def story() -> None:
        made = server.create("me:Ann", dice="real", seals=True, start=True)
        async with player(server, made["table"], made["token"]) as ann:
            assert ann.view["stage"] == "playing"
            assert ann.view["fair"].get("list") is None

    asyncio.run(story())


def test_a_start_continues_after_a_restart_of_the_server(tmp_path: Path) -> None:
    device = Device(opens=False)

    async def seal(server: Running) -> tuple[str, str]:
        made = server.create("me:Ann", "bot", seals=True, start=True)
        async with player(server, made["table"], made["token"], device=device) as ann:
            await ann.until_view(lambda view: view["fair"].get("list"))
        return made["table"], made["token"]

    async def go_on(server: Running, table: str, token: str) -> None:
        async with player(server, table, token, device=device) as ann:
            await ann.play_to_end()

    with running(data=str(tmp_path)) as server:
        table, token = asyncio.run(seal(server))
    device.opens = True
    with running(data=str(tmp_path)) as server:
        asyncio.run(go_on(server, table, token))
        assert check(server, table, device).kept


def test_a_rematch_asks_for_new_seals(server: Running) -> None:
    first, second = Device(), Device()

    async def story() -> str:
        made = server.create("me:Ann", seals=True, start=True)
        async with player(server, made["table"], made["token"], device=first) as ann:
            await ann.play_to_end()
            await ann.ok("rematch")
            view = await ann.until_view(lambda view: view["next_table"])
        async with player(server, view["next_table"], made["token"], device=second) as ann:
            await ann.ok("start")
            await ann.play_to_end()
        return str(view["next_table"])

    table = asyncio.run(story())
    assert check(server, table, second).kept
    assert first.slip["commitment"] != second.slip["commitment"]
