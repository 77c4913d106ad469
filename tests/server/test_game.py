"""Whole games over real sockets, and what nobody may see before its time."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from rowlock.notation import parse_record, replay
from rowlock.server.transport.websocket_protocol import WebSocketProtocol
from rowlock.table.fair.verify import verify
from tests.server.player import Player, player, two_in_action_1
from tests.server.running import Running

GAMES: list[dict[str, Any]] = [
    {"variant": "classic"},
    {"variant": "xl"},
    {"variant": "longo"},
    {"variant": "mixx_a"},
    {"variant": "mixx_b"},
    {"variant": "bonus_a"},
    {"variant": "bonus_b"},
    {"variant": "classic", "cards": True},
    {"variant": "mixx_a", "cards": True, "jokers": True},
    {"variant": "bonus_b", "cards": True},
]


async def _two_people_and_a_bot(server: Running, **options: Any) -> tuple[str, list[Player]]:
    made = server.create("me:Ann", "bot", "open", **options)
    table = made["table"]
    ben_key = server.join(table, "Ben")["token"]
    async with (
        player(server, table, made["token"]) as ann,
        player(server, table, ben_key) as ben,
        player(server, table) as watcher,
    ):
        await ann.ok("start")
        await asyncio.gather(ann.play_to_end(), ben.play_to_end())
        await watcher.until_view(lambda view: view["stage"] == "over")
        return table, [ann, ben, watcher]


@pytest.mark.parametrize("options", GAMES, ids=lambda o: "-".join(map(str, o.values())))
def test_two_people_and_a_bot_play_a_whole_game(server: Running, options: dict[str, Any]) -> None:
    table, people = asyncio.run(_two_people_and_a_bot(server, **options))
    record = parse_record(server.get(f"/api/tables/{table}/record").text)
    game = replay(record)
    assert game.over
    assert verify(record).rolls > 0
    for person in people:
        _check_nothing_hidden_was_heard(person)
    shown = server.get(f"/api/tables/{table}/replay").json()
    assert len(shown["turns"]) == game.turn + 1
    totals = [sheet["total"] for sheet in shown["turns"][-1]["sheets"]]
    assert totals == [seat["sheet"]["total"] for seat in people[0].view["seats"]]
    assert shown["result"]["winners"] == people[0].view["result"]["winners"]


def _check_nothing_hidden_was_heard(person: Player) -> None:
    """No decision of others, no card of others, no seed before the end."""
    revealed: set[str] = set()
    for message in person.heard:
        if message["type"] == "answered":
            assert set(message) == {"type", "seq", "ask", "seat", "answered", "owing"}
            assert message["ask"] not in revealed
        if message["type"] != "view":
            continue
        own = message["you"]["seats"]
        assert {d["seat"] for d in message["decisions"]} <= set(own)
        assert {h["seat"] for h in (message.get("cards") or {}).get("hands", [])} <= set(own)
        if message["stage"] != "over":
            assert message["fair"]["seed"] is None
        for event in message.get("events", []):
            if event["type"] == "revealed":
                revealed.add(event["ask"])
        if message["ask"] is not None:
            assert message["ask"] not in revealed or message["stage"] == "over"


def test_a_hidden_answer_leaves_no_trace_on_the_wire(server: Running) -> None:
    """What Ben hears does not depend on what Ann has answered, only on that she has."""

    async def heard_by_ben(choice: int) -> list[str]:
        async with two_in_action_1(server) as (ann, ben):
            before = len(ben.heard)
            move = ann.decision()["legal"][choice]["move"]
            await ann.ok("answer", seat=0, ask="1.1", moves=[move])
            await ben.until(lambda: any(m["type"] == "answered" for m in ben.heard))
            return [
                json.dumps({k: v for k, v in m.items() if k != "seq"}) for m in ben.heard[before:]
            ]

    first, second = asyncio.run(heard_by_ben(0)), asyncio.run(heard_by_ben(1))
    assert first == second
    assert len(first) == 1


def test_view_and_acknowledgement_leave_in_one_write(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    pieces: list[list[str]] = []
    write = WebSocketProtocol.write

    def noted(socket: WebSocketProtocol, messages: list[bytes]) -> None:
        pieces.append([json.loads(message)["type"] for message in messages])
        write(socket, messages)

    async def story() -> None:
        async with two_in_action_1(server) as (ann, ben):
            pieces.clear()
            move = ann.decision()["legal"][0]["move"]
            await ann.ok("answer", seat=0, ask="1.1", moves=[move])
            await ben.until(lambda: any(m["type"] == "answered" for m in ben.heard))

    monkeypatch.setattr(WebSocketProtocol, "write", noted)
    asyncio.run(story())
    assert sorted(pieces[:2]) == [["answered"], ["view", "ack"]]


def test_clients_that_ask_get_short_confirmations(server: Running) -> None:
    async def story() -> None:
        async with (
            two_in_action_1(server) as (ann, ben),
            player(server, ann.table, ann.token, query="?short") as phone,
        ):
            (asked,) = phone.view["decisions"]
            move = asked["legal"][0]["move"]
            before = phone.view["seq"]
            await phone.ok("answer", seat=0, ask="1.1", moves=[move])
            told, granted = phone.heard[-2:]
            assert (told["type"], granted["type"]) == ("given", "ack")
            assert (told["seq"], told["owing"]) == (before + 1, [1])
            # Her other device did not ask for it, and is shown everything.
            await ann.until_view(lambda view: view["seq"] == before + 1)
            (whole,) = ann.view["decisions"]
            assert whole == {**told["decision"], "first": asked["legal"]}
            assert told["decision"]["answer"] == [move]
            await ben.until(lambda: ben.heard[-1]["type"] == "answered")
            # What she takes back is shown in full: she may answer everything again.
            await phone.ok("take_back", seat=0, ask="1.1")
            assert phone.heard[-2]["type"] == "view"
            assert phone.view["decisions"] == [asked]

    asyncio.run(story())


def test_everybody_answers_at_the_same_instant_and_nothing_collides(server: Running) -> None:
    async def story() -> None:
        made = server.create("me:P1", "open", "open", "open", "open")
        keys = [made["token"]]
        keys += [server.join(made["table"], f"P{n}")["token"] for n in range(2, 6)]
        people: list[Player] = []
        async with asyncio.timeout(30):
            async with (
                player(server, made["table"], keys[0]) as p1,
                player(server, made["table"], keys[1]) as p2,
                player(server, made["table"], keys[2]) as p3,
                player(server, made["table"], keys[3]) as p4,
                player(server, made["table"], keys[4]) as p5,
            ):
                people = [p1, p2, p3, p4, p5]
                await p1.ok("start")
                for _ in range(10):
                    await asyncio.gather(*(_one_turn(person) for person in people))
                    if p1.view["stage"] == "over":
                        break

    async def _one_turn(person: Player) -> None:
        view = await person.until_view(lambda view: view["stage"] != "lobby")
        turn = view["turn"]
        if view["stage"] == "playing" and view["active"] in person.seats:
            await person.ok("roll", turn=turn)
        view = await person.until_view(lambda v: v["decisions"] or v["turn"] > turn)
        replies = await asyncio.gather(
            *(
                person.ask("answer", seat=person.seats[0], ask=f"{turn}.1", moves=["-"])
                for _ in range(2)  # sent twice on purpose
            )
        )
        assert [reply["type"] for reply in replies] == ["ack", "ack"]
        view = await person.until_view(lambda v: v["ask"] != f"{turn}.1")
        if view["active"] in person.seats and view["turn"] == turn:
            await person.ok("answer", seat=person.seats[0], ask=f"{turn}.2", moves=["-"])
        await person.until_view(lambda v: v["turn"] > turn or v["stage"] == "over")

    asyncio.run(story())


def test_an_answer_can_be_changed_and_taken_back_until_all_are_in(server: Running) -> None:
    async def story() -> None:
        async with two_in_action_1(server) as (ann, ben):
            # Any sum fits two rows of an empty sheet at least.
            cells = [option["move"] for option in ann.decision()["legal"]][1:]
            await ann.ok("answer", seat=0, ask="1.1", moves=[cells[0]])
            assert ann.decision()["answer"] == [cells[0]]
            assert {option["move"] for option in ann.decision()["first"]} == {"-", *cells}
            await ann.ok("answer", seat=0, ask="1.1", moves=[cells[1]])
            await ann.ok("take_back", seat=0, ask="1.1")
            assert ann.decision()["owed"]
            await ann.ok("answer", seat=0, ask="1.1", moves=[cells[0]])
            await ben.ok("answer", seat=1, ask="1.1", moves=["-"])
            view = await ben.until_view(lambda view: view["ask"] == "1.2")
            revealed = next(e for e in view["events"] if e["type"] == "revealed")
            assert revealed["moves"] == [[cells[0]], ["-"]]
            assert await ann.refused("take_back", seat=0, ask="1.1") == "too_late"

    asyncio.run(story())


def test_pass_and_play_holds_several_seats_on_one_connection(server: Running) -> None:
    async def story() -> None:
        made = server.create("me:Ann", "local:Ben", "local:Cleo", start=True)
        async with player(server, made["table"], made["token"]) as device:
            assert device.seats == [0, 1, 2]
            view = await device.play_to_end()
            assert view["result"]["winners"]

    asyncio.run(story())


def test_one_person_plays_alone(server: Running) -> None:
    async def story() -> None:
        made = server.create("me:Ann", start=True)
        async with player(server, made["table"], made["token"]) as ann:
            await ann.play_to_end()

    asyncio.run(story())


def test_a_rematch_begins_at_once_if_no_other_person_is_expected(server: Running) -> None:
    async def story() -> None:
        made = server.create("me:Ann", "local:Kim", "bot", start=True)
        async with player(server, made["table"], made["token"]) as ann:
            await ann.play_to_end()
            await ann.ok("rematch", start=True)
            view = await ann.until_view(lambda view: view["next_table"])
        async with player(server, view["next_table"], made["token"]) as again:
            assert again.view["stage"] == "playing"
        made = server.create("me:Ann", "open")
        key = server.join(made["table"], "Ben")["token"]
        async with (
            player(server, made["table"], made["token"]) as ann,
            player(server, made["table"], key) as ben,
        ):
            await ann.ok("start")
            await asyncio.gather(ann.play_to_end(), ben.play_to_end())
            await ann.ok("rematch", start=True)
            view = await ann.until_view(lambda view: view["next_table"])
        async with player(server, view["next_table"], made["token"]) as again:
            assert again.view["stage"] == "lobby"  # Ben may have enough for today

    asyncio.run(story())


def test_a_rematch_has_the_same_people_in_a_new_order(server: Running) -> None:
    async def story() -> None:
        made = server.create("me:Ann", "bot", start=True)
        async with player(server, made["table"], made["token"]) as ann:
            await ann.play_to_end()
            await ann.ok("rematch")
            view = await ann.until_view(lambda view: view["next_table"])
            await ann.ok("rematch")  # asking twice makes one table
        async with player(server, view["next_table"], made["token"]) as again:
            assert [seat["kind"] for seat in again.view["seats"]] == ["bot", "person"]
            assert again.view["fair"]["commitment"] != view["fair"]["commitment"]
            await again.ok("start")
            await again.play_to_end()

    asyncio.run(story())
