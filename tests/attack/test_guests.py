"""What a guest does hurts nobody else: erasing, leaving, watching, pausing, filling the log."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from rowlock.table.commands import entry_limits, turns
from rowlock.table.state import fold
from tests.attack.tools import bearer, erase
from tests.server.player import player, two_in_action_1, two_people
from tests.server.running import Running, running


def stored(folder: Path, table: str) -> list[bytes]:
    with sqlite3.connect(folder / "rowlock.sqlite3") as connection:
        rows = connection.execute(
            "SELECT payload FROM entries WHERE log = ? ORDER BY seq", (table,)
        ).fetchall()
    connection.close()
    return [row[0] for row in rows]


def test_nobody_can_be_called_like_somebody_who_was_erased(server: Running) -> None:
    made = server.create("me:Ann", "open", "open")
    for name in ("? 3", "?3", "\uff1f 3", " ? 3", "?"):
        answer = server.post(f"/api/tables/{made['table']}/join", {"name": name})
        assert answer.json()["code"] == "bad_name", name


def test_an_old_table_with_such_a_name_survives_an_erasing(tmp_path: Path) -> None:
    """Ann, `? 3` and Eve: Eve is erased on seat 3, and is not called `? 3`."""
    with running(data=str(tmp_path)) as server:
        made = server.create("me:Ann", "open", "open")
        table = made["table"]
        server.join(table, "Xavier")
        eve = server.join(table, "Eve")["token"]
        start = {"type": "start"}
        server.post(f"/api/tables/{table}/send", start, headers=bearer(made["token"]))
    with sqlite3.connect(tmp_path / "rowlock.sqlite3") as connection:
        connection.execute(  # as a server of before would have let them
            "UPDATE entries SET payload ="
            " CAST(replace(CAST(payload AS TEXT), 'Xavier', '? 3') AS BLOB)"
        )
    connection.close()
    with running(data=str(tmp_path)) as server:
        assert erase(server, table, eve).json() == {"table": table, "whole": False}
        names = [seat["name"] for seat in server.get(f"/api/tables/{table}").json()["seats"]]
        assert names[:2] == ["Ann", "? 3"]
        assert names[2] not in ("Eve", "? 3")
    assert fold(stored(tmp_path, table)).names == tuple(names)
    with running(data=str(tmp_path)) as server:
        assert server.get(f"/api/tables/{table}").status_code == 200
        assert erase(server, table, made["token"]).json()["whole"]


def test_erasing_throws_nobody_out_and_the_game_goes_on(server: Running) -> None:
    async def story() -> None:
        async with two_in_action_1(server) as (ann, ben):
            assert ben.token is not None
            for _ in range(3):  # once is enough, more is harmless
                answer = await asyncio.to_thread(erase, server, ann.table, ben.token)
                assert answer.json()["whole"] is False
            await ann.until_view(lambda view: view["seats"][1]["name"] == "? 2")
            assert not ann.closed
            assert not ben.closed
            for person in (ann, ben):
                await person.ok("answer", seat=person.seats[0], ask="1.1", moves=["-"])
            await ann.until_view(lambda view: view["ask"] == "1.2")
            changes = [m for m in ann.heard if m["type"] == "view" and "Ben" not in json.dumps(m)]
            assert changes

    asyncio.run(story())


def test_leaving_is_acknowledged_and_data_can_still_be_erased(server: Running) -> None:
    async def story() -> None:
        async with two_in_action_1(server) as (ann, ben):
            assert ben.token is not None
            await ben.ok("leave")
            await ann.until_view(lambda view: view["seats"][1]["kind"] == "bot")
            assert ann.view["seats"][1]["name"] == "Ben"  # a bot plays on for them
            answer = await asyncio.to_thread(erase, server, ann.table, ben.token)
            assert answer.status_code == 200
            await ann.until_view(lambda view: view["seats"][1]["name"] == "? 2")
            async with player(server, ann.table, ann.token, seq=0) as again:
                assert "Ben" not in json.dumps(again.heard)
        refused = server.post(
            f"/api/tables/{ann.table}/send", {"type": "here"}, headers=bearer(ben.token)
        )
        assert refused.status_code == 403  # the key is good for nothing else

    asyncio.run(story())


def test_a_host_deletes_a_damaged_table_and_others_can_take_its_log(tmp_path: Path) -> None:
    with running(data=str(tmp_path)) as server:
        made, other = server.create("me:Ann", "open"), server.create("me:Zoe", "bot")
        table = made["table"]
        ben = server.join(table, "Ben")["token"]
    with sqlite3.connect(tmp_path / "rowlock.sqlite3") as connection:
        connection.execute(
            "UPDATE entries SET payload = ? WHERE log = ? AND seq = 5", (b"{}", table)
        )
    connection.close()
    with running(data=str(tmp_path), log_level="critical") as server:
        assert server.get(f"/api/tables/{table}").json()["code"] == "damaged_table"
        assert server.get(f"/api/tables/{other['table']}").status_code == 200
        log = server.get(f"/api/tables/{table}/log", headers=bearer(ben))
        assert log.content.splitlines() == stored(tmp_path, table)
        assert server.get(f"/api/tables/{table}/log", headers=bearer("guess")).status_code == 403
        whole = server.get(f"/api/tables/{other['table']}/log", headers=bearer(other["token"]))
        assert whole.json()["code"] == "not_damaged"
        assert erase(server, table, ben).json()["code"] == "damaged_table"
        assert erase(server, table, made["token"]).json() == {"table": table, "whole": True}
        assert server.get(f"/api/tables/{table}").status_code == 404


def test_an_entry_that_cannot_be_folded_is_not_written(tmp_path: Path) -> None:
    """Two players of one name could not begin: whoever tries gets no log that cannot be read."""
    with running(data=str(tmp_path), log_level="critical") as server:
        made = server.create("me:Ann", "local:Ben")
        room = server.services.rooms.rooms[made["table"]]
        room.table.seats = tuple(_called(seat, "Ann") for seat in room.table.seats)
        before = stored(tmp_path, made["table"])
        answer = server.post(
            f"/api/tables/{made['table']}/send", {"type": "start"}, headers=bearer(made["token"])
        )
        assert answer.json()["type"] == "refused"
        assert room.table.stage == "lobby"
        assert stored(tmp_path, made["table"]) == before


def _called(seat: Any, name: str) -> Any:
    return type(seat)(seat.kind, name, seat.level, seat.member)


def test_a_crowd_of_watchers_pushes_only_itself_out(server: Running) -> None:
    async def story() -> None:
        made = server.create("me:Ann", "bot")
        async with player(server, made["table"]) as screen:
            room = server.services.rooms.rooms[made["table"]]
            room.audience.outboxes[0].address = "the living room"
            async with contextlib.AsyncExitStack() as stack:
                crowd = [
                    await stack.enter_async_context(player(server, made["table"]))
                    for _ in range(55)
                ]
                assert not screen.closed
                assert sum(each.closed for each in crowd) >= 5

    asyncio.run(story())


def test_a_pause_ends_when_its_host_does_not_come_back(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with two_in_action_1(server) as (ann, ben):
            host, guest = (ann, ben) if ann.view["you"]["host"] else (ben, ann)
            await host.ok("pause")
            assert await guest.refused("resume") == "not_host"
            await host.close()
            await guest.until_view(lambda view: not view["seats"][0].get("connected"))
            assert await guest.refused("resume") == "not_host"  # perhaps they come back at once
            monkeypatch.setattr(turns, "RESUME_AFTER_S", 0.0)
            await guest.ok("resume")
            assert await guest.refused("pause") == "not_host"
            await guest.until_view(lambda view: not view["paused"])

    asyncio.run(story())


def test_nobody_fills_a_log_and_nobody_stops_a_game_by_trying(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entry_limits, "MOST_ENTRIES", 40)

    async def story(server: Running) -> None:
        async with two_in_action_1(server) as (ann, ben):
            seat = ben.seats[0]
            codes = []
            for _ in range(60):
                ask = {"seat": seat, "ask": "1.1"}
                for kind, fields in (("answer", {"moves": ["-"]}), ("take_back", {})):
                    reply = await ben.ask(kind, **ask, **fields)
                    codes.append(reply.get("code"))
            assert codes[-1] == "too_many_changes"
            assert len(stored(tmp_path, ann.table)) < 60
            await asyncio.gather(ann.play_to_end(60), ben.play_to_end(60))

    with running(data=str(tmp_path)) as server:
        asyncio.run(story(server))


def test_presence_updates_are_rate_limited(server: Running) -> None:
    async def story() -> None:
        async with two_people(server) as (ann, ben):
            before = len(ann.heard)
            for _ in range(20):
                async with player(server, ann.table):
                    pass
            assert len(ann.heard) - before < 12
            await ann.until_view(lambda view: view.get("watchers", 0) == 0)
            assert not ben.closed

    asyncio.run(story())
