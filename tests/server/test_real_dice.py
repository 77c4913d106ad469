"""Real dice: sheets on phones, dice on the table."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.server.player import Player, player, two_people
from tests.server.running import Running


async def _mark(person: Player, kind: str, seat: int = 0, **fields: Any) -> Any:
    marks = person.view["seats"][seat].get("marks", 0)
    reply = await person.ask("mark", seat=seat, n=marks, kind=kind, **fields)
    return reply["type"] if reply["type"] == "ack" else reply["code"]


def _sheet(person: Player, seat: int = 0) -> Any:
    return person.view["seats"][seat]["sheet"]


def test_strict_rules_close_rows_for_all_and_undo_opens_them(server: Running) -> None:
    async def story() -> None:
        made = server.create("me:Ann", "local:Ben", "open", dice="real", rules="strict")
        key = server.join(made["table"], "Cleo")["token"]
        async with (
            player(server, made["table"], made["token"]) as ann,
            player(server, made["table"], key) as cleo,
        ):
            await ann.ok("start")
            for cell in ("r2", "r3", "r5", "r6", "r8"):
                assert await _mark(ann, "cross", cell=cell) == "ack"
            assert await _mark(ann, "cross", cell="r4") == "left_of_last_cross"
            assert await _mark(ann, "cross", cell="b2") == "too_few_crosses"
            assert await _mark(ann, "cross", cell="r12") == "ack"
            # 6 crosses and the lock: 7 * 8 / 2 = 28
            assert _sheet(ann)["points"] == [28, 0, 0, 0]
            await cleo.until_view(lambda view: view["closed"] == [0])
            assert cleo.view["events"][-1] == {"type": "row_closed", "row": 0, "seats": [0]}
            assert "r2" not in cleo.view["seats"][2]["crossable"]
            assert await _mark(cleo, "cross", seat=2, cell="r2") == "row_closed"
            assert await _mark(ann, "undo") == "ack"
            await cleo.until_view(lambda view: view["closed"] == [])
            assert _sheet(ann)["points"] == [15, 0, 0, 0]

    asyncio.run(story())


def test_double_cells_count_twice_for_lock_and_points(server: Running) -> None:
    """Double B: 3, 5, 9 are six crosses, the 10 is the seventh; 12 and lock make nine: 45."""

    async def story() -> None:
        made = server.create("me:Ann", dice="real", variant="double_b", start=True)
        async with player(server, made["table"], made["token"]) as ann:
            for cell in ("r3", "r5", "r9"):
                assert await _mark(ann, "cross", cell=cell) == "ack"
            assert (_sheet(ann)["crosses"], _sheet(ann)["points"]) == ([6, 0, 0, 0], [21, 0, 0, 0])
            assert await _mark(ann, "cross", cell="r3") == "already_crossed"
            assert await _mark(ann, "cross", cell="r8") == "left_of_last_cross"
            assert await _mark(ann, "cross", cell="r12") == "too_few_crosses"
            because = await ann.ask("why", seat=0, cell="r12")
            assert (because["needed"], because["have"]) == (7, 6)
            assert await _mark(ann, "cross", cell="r10") == "ack"
            assert await _mark(ann, "cross", cell="r12") == "ack"
            assert (_sheet(ann)["crosses"], _sheet(ann)["points"]) == ([9, 0, 0, 0], [45, 0, 0, 0])
            assert await _mark(ann, "undo") == "ack"
            assert await _mark(ann, "undo") == "ack"
            assert _sheet(ann)["crosses"] == [6, 0, 0, 0]

    asyncio.run(story())


def test_a_double_cross_is_taken_away_as_one(server: Running) -> None:
    async def story() -> None:
        made = server.create("me:Ann", dice="real", rules="free", variant="double_b", start=True)
        async with player(server, made["table"], made["token"]) as ann:
            for cell in ("r3", "r4", "r2"):
                assert await _mark(ann, "cross", cell=cell) == "ack"
            assert _sheet(ann)["crosses"] == [4, 0, 0, 0]
            assert await _mark(ann, "uncross", cell="r3") == "ack"
            assert (_sheet(ann)["crosses"], _sheet(ann)["points"]) == ([2, 0, 0, 0], [3, 0, 0, 0])
            assert await _mark(ann, "uncross", cell="r3") == "not_crossed"
            assert await _mark(ann, "lock", row=0) == "ack"
            assert _sheet(ann)["crosses"] == [3, 0, 0, 0]
            assert ann.view["closed"] == [0]

    asyncio.run(story())


def test_two_close_a_row_with_the_same_roll(server: Running) -> None:
    async def story() -> None:
        made = server.create("me:Ann", "local:Ben", dice="real", start=True)
        async with player(server, made["table"], made["token"]) as device:
            for seat in (0, 1):
                for cell in ("r2", "r3", "r4", "r5", "r6"):
                    assert await _mark(device, "cross", seat, cell=cell) == "ack"
            assert await _mark(device, "cross", 0, cell="r12") == "ack"
            assert await _mark(device, "cross", 1, cell="r7") == "row_closed"
            assert await _mark(device, "cross", 1, cell="r12") == "ack"  # C-11
            assert [_sheet(device, seat)["points"][0] for seat in (0, 1)] == [28, 28]

    asyncio.run(story())


def test_a_stroke_sent_twice_is_made_once(server: Running) -> None:
    async def story() -> None:
        made = server.create("me:Ann", dice="real", start=True)
        async with player(server, made["table"], made["token"]) as ann:
            await ann.ok("mark", seat=0, n=0, kind="penalty")
            assert await ann.refused("mark", seat=0, n=0, kind="penalty") == "stale"
            assert _sheet(ann)["penalties"] == 1
            assert _sheet(ann)["total"] == -5

    asyncio.run(story())


def test_warnings_mark_what_the_rules_forbid_and_free_says_nothing(server: Running) -> None:
    async def story() -> None:
        for rules, warnings in (("warning", ["r4"]), ("free", [])):
            made = server.create("me:Ann", dice="real", rules=rules, start=True)
            async with player(server, made["table"], made["token"]) as ann:
                for cell in ("r7", "r4"):
                    assert await _mark(ann, "cross", cell=cell) == "ack"
                assert ann.view["seats"][0].get("warnings", []) == warnings
                assert await _mark(ann, "cross", cell="r4") == "already_crossed"
                assert await _mark(ann, "uncross", cell="r4") == "ack"
                assert ann.view["seats"][0].get("warnings", []) == []
                assert await _mark(ann, "lock", row=0) == "ack"
                assert ann.view["closed"] == [0]
                # one cross and a lock: 3 points
                assert _sheet(ann)["points"][0] == 3
                warned = ["lock:0"] if rules == "warning" else []
                assert ann.view["seats"][0].get("warnings", []) == warned
                assert await _mark(ann, "uncross", row=0) == "ack"
                assert await _mark(ann, "uncross", row=0) == "not_crossed"
                assert ann.view["closed"] == []
                assert ann.view["seats"][0].get("warnings", []) == []

    asyncio.run(story())


def test_the_host_closes_rows_for_a_player_without_a_phone(server: Running) -> None:
    async def story() -> None:
        async with two_people(server, dice="real") as (ann, ben):
            await ann.ok("start")
            await ben.ok("close_row", row=2)
            await ben.ok("close_row", row=3)
            await ben.ok("close_row", row=3)
            assert ben.view["marks_over"] == "two_rows_closed"
            assert await ben.refused("finish") == "not_host"
            assert await _mark(ann, "cross", cell="r5") == "ack"  # the end is for people to say
            await ann.ok("finish")
            assert ann.view["result"] == {"reason": "two_rows_closed", "winners": [0]}
            assert await ann.refused("mark", seat=0, n=1, kind="penalty") == "game_over"
            await ann.ok("finish", over=False)
            assert await _mark(ann, "penalty") == "ack"

    asyncio.run(story())


def test_bonus_chains_run_by_themselves_with_strict_rules(server: Running) -> None:
    async def story() -> None:
        made = server.create("me:Ann", dice="real", variant="bonus_a", start=True)
        async with player(server, made["table"], made["token"]) as ann:
            assert await _mark(ann, "cross", cell="r4") == "ack"
            # BA-08: green 11 strikes the first square (red) and crosses red 5.
            assert await _mark(ann, "cross", cell="g11") == "ack"
            assert ann.view["events"][0]["cells"] == ["g11", "r5"]
            assert await _mark(ann, "undo") == "ack"
            assert _sheet(ann)["points"] == [1, 0, 0, 0]
            assert _sheet(ann).get("bar", 0) == 0
        made = server.create("me:Ann", dice="real", variant="bonus_b", start=True)
        async with player(server, made["table"], made["token"]) as ann:
            assert await _mark(ann, "cross", cell="g9") == "ack"
            # The circle: fewest crosses are in red and blue.
            assert await _mark(ann, "cross", cell="y11") == "ack"
            assert ann.view["seats"][0]["tied"] == [0, 3]
            assert await _mark(ann, "cross", cell="r5") == "choice_due"
            assert await _mark(ann, "choose", row=1) == "not_tied"
            assert await _mark(ann, "choose", row=3) == "ack"
            assert ann.view["events"][0]["cells"] == ["b12", "b11"]

    asyncio.run(story())


def test_bots_cannot_see_real_dice(server: Running) -> None:
    body = {"options": {"dice": "real"}, "seats": [{"kind": "bot"}], "start": True}
    assert server.post("/api/tables", body).json()["code"] == "bad_options"
    body = {"options": {"dice": "real", "cards": True}, "seats": [{"kind": "open"}]}
    assert server.post("/api/tables", body).json()["code"] == "bad_options"
