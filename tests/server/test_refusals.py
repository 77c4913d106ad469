"""What is refused: with a reason, and without any effect."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs
from websockets.exceptions import ConnectionClosed

from rowlock.protocol.base import VERSION
from rowlock.server.config import Settings
from rowlock.server.transport.websocket import serve_socket
from rowlock.server.transport.websocket_protocol import SocketClosed
from rowlock.server.wiring import build
from tests.server.player import Player, player, two_in_action_1
from tests.server.running import Running, connect, running


@contextlib.asynccontextmanager
async def duel(server: Running, **options: Any) -> AsyncIterator[tuple[Player, Player]]:
    """Two people in action 1 of turn 1; the first one has the roll behind them."""
    async with two_in_action_1(server, **options) as (ann, ben):
        yield (ann, ben) if ann.view["active"] == 0 else (ben, ann)


def test_moves_that_are_not_allowed_change_nothing(server: Running) -> None:
    async def story() -> None:
        async with duel(server) as (active, other):
            mine, theirs = active.seats[0], other.seats[0]
            seq = active.view["seq"]
            legal = {option["move"] for option in active.decision()["legal"]}
            wrong = next(f"r{n}" for n in range(2, 13) if f"r{n}" not in legal)

            async def answer(person: Player, **fields: Any) -> str:
                return await person.refused(
                    "answer", **({"seat": mine, "ask": "1.1", "moves": ["-"]} | fields)
                )

            assert await answer(active, moves=[wrong]) == "not_announced"
            assert await answer(active, moves=["z9"]) == "unknown_token"
            assert await answer(active, moves=["+r5"]) == "wrong_action"
            assert await answer(active, moves=["?r"]) == "no_choice_due"
            assert await answer(active, moves=["-", "?r"]) in ("no_choice_due", "not_your_decision")
            assert await answer(active, ask="1.2") == "too_late"  # early is not on time either
            assert await answer(active, ask="0.1") == "too_late"
            assert await answer(active, seat=theirs) == "not_your_seat"  # a foreign seat
            assert await answer(active, seat=4) == "not_your_seat"
            assert await active.refused("take_back", seat=theirs, ask="1.1") == "not_your_seat"
            assert await active.refused("roll", turn=2) == "no_roll_due"
            guest = active if other.view["you"]["host"] else other
            assert await guest.refused("kick", seat=0) == "not_host"
            assert (await active.ok("ping"))["type"] == "pong"
            await active.ok("roll", turn=1)  # repeated: so it is already
            view = active.view
            assert view["seq"] == seq
            assert view["owing"] == [0, 1]

    asyncio.run(story())


def test_only_the_active_player_rolls_and_takes_action_2(server: Running) -> None:
    async def story() -> None:
        async with duel(server) as (active, other):
            for person in (active, other):
                await person.ok("answer", seat=person.seats[0], ask="1.1", moves=["-"])
            await other.until_view(lambda view: view["ask"] == "1.2")
            fields = {"seat": other.seats[0], "ask": "1.2", "moves": ["-"]}
            assert await other.refused("answer", **fields) == "not_your_decision"
            await active.ok("answer", seat=active.seats[0], ask="1.2", moves=["-"])
            await other.until_view(lambda view: view["turn"] == 2)
            assert await active.refused("roll", turn=2) == "not_your_roll"
            late = {"seat": active.seats[0], "ask": "1.2", "moves": ["-"]}
            await active.ok("answer", **late)  # it stands: acknowledged again
            late["moves"] = ["+r2"]
            assert await active.refused("answer", **late) == "too_late"

    asyncio.run(story())


def test_a_penalty_is_announced_before_it_is_taken(server: Running) -> None:
    async def story() -> None:
        async with duel(server) as (active, other):
            for person in (active, other):
                await person.ok("answer", seat=person.seats[0], ask="1.1", moves=["-"])
            await active.until_view(lambda view: view["ask"] == "1.2")
            nothing = next(o for o in active.decision()["legal"] if o["move"] == "-")
            assert nothing["penalty"]
            assert nothing["gain"] == -5

    asyncio.run(story())


def test_spectators_can_do_nothing(server: Running) -> None:
    async def story() -> None:
        made = server.create("me:Ann", "bot", start=True)
        async with player(server, made["table"]) as watcher:
            assert watcher.view["you"] == {"member": None, "host": False, "seats": []}
            for kind, fields in (
                ("start", {}),
                ("roll", {"turn": 1}),
                ("kick", {"seat": 0}),
                ("chat", {"key": "1", "text": "hello"}),
                ("emote", {"emote": "hello"}),
                ("rematch", {}),
            ):
                assert await watcher.refused(kind, **fields) == "spectator"

    asyncio.run(story())


MALFORMED = [
    "",
    "hello",
    "{}",
    "[]",
    "null",
    '{"type":"nonsense"}',
    '{"type":"roll"}',
    '{"type":"roll","turn":"1"}',
    '{"type":"roll","turn":0}',
    '{"type":"roll","turn":1,"extra":1}',
    '{"type":"answer","seat":9,"ask":"1.1","moves":["-"]}',
    '{"type":"answer","seat":0,"ask":"1.1","moves":[]}',
    '{"type":"seal","round":1,"seal":"xyz"}',
    '{"type":"open","round":0,"share":"00000000000000000000000000000000"}',
    '{"type":"chat","key":"","text":"a"}',
]


def test_malformed_messages_are_refused_and_the_connection_lives_on(server: Running) -> None:
    async def story() -> None:
        made = server.create("me:Ann", "bot")
        async with player(server, made["table"], made["token"]) as ann:
            seq = ann.view["seq"]
            for text in MALFORMED:
                await ann.socket.send(text)
            await ann.socket.send(b"\xff\xfe\x00")
            await ann.until(lambda: _refusals(ann).count("malformed") == len(MALFORMED) + 1)
            await ann.socket.send(json.dumps({"type": "chat", "key": "k", "text": "x" * 5000}))
            await ann.until(lambda: "too_large" in _refusals(ann))
            await ann.ok("ping")
            assert ann.view["seq"] == seq

    asyncio.run(story())


def _refusals(person: Player) -> list[str]:
    return [message["code"] for message in person.heard if message["type"] == "refused"]


def test_a_huge_message_ends_the_connection(server: Running) -> None:
    async def story() -> None:
        made = server.create("me:Ann", "bot")
        async with player(server, made["table"], made["token"]) as ann:
            await ann.socket.send("x" * 100_000)
            await ann.until(lambda: ann.closed)
            assert ann.socket.close_code == 1009

    asyncio.run(story())


def test_a_flood_is_refused_then_cut_off(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        made = server.create("me:Ann", "bot")
        async with player(server, made["table"], made["token"]) as ann:
            with contextlib.suppress(ConnectionClosed):
                for number in range(500):
                    await ann.send("rename", seat=0, name=f"Ann {number}")
            await ann.until(lambda: ann.closed)
            assert "too_fast" in _refusals(ann)
            assert ann.heard[-1] == {"type": "bye", "code": "too_fast"}
        async with player(server, made["table"], made["token"]) as ann:
            changes = int(ann.view["seats"][0]["name"].split()[1])
            assert changes < 60  # a burst of 30, and a few more while it went on

    with running(data=str(tmp_path), messages_per_second=10.0) as server:
        asyncio.run(story(server))


HELLO = f'{{"type":"hello","version":{VERSION}}}'


async def turned_away(address: str, first: str) -> str:
    """The code with which the server closes after a first message."""
    async with connect(address) as socket:
        await socket.send(first)
        bye = json.loads(await socket.recv())
        assert bye["type"] == "bye"
        with pytest.raises(ConnectionClosed):
            await socket.recv()
    return str(bye["code"])


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ('{"type":"ping"}', "hello_first"),
        ("nonsense", "malformed"),
        ('{"type":"hello","version":99}', "wrong_version"),
        (f'{{"type":"hello","version":{VERSION},"table":"BCDFGHJK"}}', "malformed"),
        (HELLO, "no_such_table"),
    ],
)
def test_a_wrong_first_message_gets_a_reason(server: Running, first: str, code: str) -> None:
    assert asyncio.run(turned_away(f"{server.ws}/BCDFGHJK", first)) == code


@pytest.mark.parametrize(
    "table",
    ["BCDFGHJK", "", "bcdfghjk", "..%2F..%2Fetc", "BCDF/GHJK", "%ff%00", "B" * 2000],
)
def test_an_address_without_its_table_says_so(server: Running, table: str) -> None:
    assert asyncio.run(turned_away(f"{server.ws}/{table}", HELLO)) == "no_such_table"


@pytest.mark.parametrize("base", ["", "/games/rowlock"])
def test_the_address_decides_which_table_it_is(tmp_path: Path, base: str) -> None:
    async def story(server: Running) -> None:
        one, other = server.create("me:Ann", "bot"), server.create("me:Ben", "bot")
        for made in (one, other):
            async with player(server, made["table"], made["token"]) as person:
                assert person.view["table"] == made["table"]
        async with player(server, one["table"], other["token"]) as stranger:
            assert stranger.heard == [{"type": "bye", "code": "bad_token"}]

    with running(data=str(tmp_path), base_path=base) as server:
        asyncio.run(story(server))


def test_a_second_hello_is_refused(server: Running) -> None:
    async def story() -> None:
        made, other = server.create("me:Ann", "bot"), server.create("me:Ben", "bot")
        async with player(server, made["table"], made["token"]) as ann:
            await ann.hello(seq=1)
            await ann.until(lambda: _refusals(ann) == ["malformed"])
            moved = {"type": "hello", "version": VERSION, "table": other["table"]}
            await ann.socket.send(json.dumps(moved))
            await ann.until(lambda: _refusals(ann) == ["malformed"] * 2)
            await ann.ok("rename", seat=0, name="Anna")  # and is still here
            await ann.until_view(lambda view: view["seats"][0]["name"] == "Anna")

    asyncio.run(story())


@pytest.mark.parametrize(
    "first",
    ['{"type":"hello","version":1,"table":"BCDFGHJK","token":null,"seq":null}', HELLO, "nonsense"],
)
def test_old_clients_are_told_that_they_are_too_old(server: Running, first: str) -> None:
    """Version 1 had one address for all tables."""
    assert asyncio.run(turned_away(server.ws, first)) == "wrong_version"


def test_an_old_client_is_refused_before_its_first_message(server: Running) -> None:
    async def story() -> None:
        async with connect(server.ws) as socket:
            assert json.loads(await socket.recv()) == {"type": "bye", "code": "wrong_version"}

    asyncio.run(story())


def test_a_client_that_disconnects_before_its_refusal_is_not_an_error(tmp_path: Path) -> None:
    class Gone:
        """A connection that closed right after the handshake."""

        def accept(self) -> None: ...
        def close(self) -> None: ...
        def write(self, messages: list[bytes]) -> None: ...
        async def receive(self) -> bytes:
            raise SocketClosed

    services = build(Settings(data=str(tmp_path)))
    host = (b"host", b"127.0.0.1")
    scope = {"type": "websocket", "client": ("192.0.2.1", 1), "headers": [host], "scheme": "ws"}
    connection: Any = Gone()
    with capture_logs() as logged:
        asyncio.run(serve_socket(services, None, scope, connection))
    assert logged == []


def test_a_wrong_token_opens_nothing(server: Running) -> None:
    async def story() -> None:
        made = server.create("me:Ann", "bot")
        other = server.create("me:Ann", "bot")
        for token in ("", "guess", other["token"]):
            async with connect(f"{server.ws}/{made['table']}") as socket:
                hello = {"type": "hello", "version": VERSION, "token": token}
                await socket.send(json.dumps(hello))
                assert json.loads(await socket.recv()) == {"type": "bye", "code": "bad_token"}

    asyncio.run(story())


def test_why_tells_the_reason_a_cell_cannot_be_crossed(server: Running) -> None:
    async def story() -> None:
        async with duel(server) as (active, _):
            seat = active.seats[0]
            legal = [option["move"] for option in active.decision()["legal"]]
            assert (await active.ok("why", seat=seat, cell=legal[1]))["code"] is None
            last = await active.ok("why", seat=seat, cell="r12")
            assert (last["code"], last["needed"], last["have"]) == ("too_few_crosses", 5, 0)
            other = next(f"r{n}" for n in range(3, 12) if f"r{n}" not in legal)
            assert (await active.ok("why", seat=seat, cell=other))["code"] == "not_announced"
            assert await active.refused("why", seat=seat, cell="q1") == "unknown_cell"

    asyncio.run(story())


def test_a_choice_inside_a_chain_is_asked_for_and_stays_hidden(tmp_path: Path) -> None:
    """Bonus B: we play until an option leads to a tie, then answer it in two steps."""

    async def story(server: Running) -> None:
        for _ in range(40):
            made = server.create("me:Ann", "local:Ben", variant="bonus_b", start=True)
            async with player(server, made["table"], made["token"]) as device:
                if await _reach_a_tie(device):
                    return
        raise AssertionError("no tie came up in 40 games")

    async def _reach_a_tie(device: Player) -> bool:
        while device.view["stage"] == "playing":
            for decision in device.view["decisions"]:
                tie = next((o for o in decision["legal"] if o.get("tied")), None)
                if decision["owed"] and tie is not None:
                    await _choose(device, decision, tie)
                    return True
            count = len(device.heard)
            await _greedy_for_symbols(device)
            await device.until_news(count)
        return False

    async def _greedy_for_symbols(device: Player) -> None:
        view = device.view
        if view["phase"] == "roll":
            await device.send("roll", turn=view["turn"])
            return
        decision = next(d for d in view["decisions"] if d["owed"])
        wanted = {"y11", "g9"}  # the circle: two crosses in the row with the fewest

        def worth(option: dict[str, Any]) -> int:
            return int(option["gain"]) + 50 * len(wanted & set(option["crosses"]))

        best = max(decision["legal"], key=worth)
        moves = [*decision["answer"], best["move"]]
        await device.send("answer", seat=decision["seat"], ask=decision["ask"], moves=moves)

    async def _choose(device: Player, decision: dict[str, Any], tie: dict[str, Any]) -> None:
        seat, ask, seq = decision["seat"], decision["ask"], device.view["seq"]
        fields = {"seat": seat, "ask": ask}
        await device.ok("answer", moves=[tie["move"]], **fields)
        view = await device.until_view(lambda v: any(d["kind"] == "choice" for d in v["decisions"]))
        assert view["seq"] == seq  # nothing is written, so nobody can notice
        choice = device.decision(seat)
        assert {o["move"] for o in choice["legal"]} == {f"?{'rygb'[row]}" for row in tie["tied"]}
        assert await device.refused("answer", moves=[tie["move"], "?x"], **fields) != ""
        whole = [tie["move"], choice["legal"][0]["move"]]
        await device.ok("answer", moves=whole, **fields)
        assert not any(
            d["kind"] == "choice" and d["seat"] == seat for d in device.view["decisions"]
        )

    with running(data=str(tmp_path)) as server:
        asyncio.run(story(server))
