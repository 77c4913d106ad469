"""Games over days on a server: visits, restarts, times that run out, notifications, webhooks."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from rowlock.protocol.http import CallMe
from rowlock.server.push.subscriptions import quiet_for
from rowlock.server.rooms import registry
from rowlock.table import notifications
from tests.attack.tools import on_the_loop
from tests.server.device import Device
from tests.server.player import player
from tests.server.post import Browser, PushService, push_service
from tests.server.running import Running, running
from tests.server.slow_visit import DAY_S, OVER_DAYS, Visitor


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with running(data=str(tmp_path)) as server:
        yield server


def two(server: Running, *, seals: bool = False, **options: Any) -> tuple[Visitor, Visitor]:
    made = server.create("me:Ann", "open", seals=seals, **(OVER_DAYS | options))
    table = made["table"]
    devices = (Device(), Device()) if seals else (None, None)
    ann = Visitor(table, made["token"], devices[0])
    if seals:
        asyncio.run(ann.visit(server))
    joined = server.join(table, "Ben", seals=seals)
    ben = Visitor(table, joined["token"], devices[1])
    if seals:
        asyncio.run(ben.visit(server))
    return ann, ben


async def visit_in_turn(server: Running, visitors: tuple[Visitor, ...], most: int) -> int:
    """Number of visits until the game is over, or `most`."""
    for number in range(most):
        if (await visitors[number % len(visitors)].visit(server))["stage"] == "over":
            return number + 1
    return most


def entries(folder: Path, table: str) -> list[Any]:
    with sqlite3.connect(folder / "rowlock.sqlite3") as database:
        rows = database.execute("SELECT payload FROM entries WHERE log = ? ORDER BY seq", (table,))
        return [json.loads(row[0]) for row in rows]


def let_time_pass(server: Running, folder: Path, seconds: float) -> None:
    """Time in which the server runs, without waiting for it."""
    with sqlite3.connect(folder / "rowlock.sqlite3") as database:
        database.execute("UPDATE running_time SET total = total + ?", (seconds,))
    database.close()
    slow = server.services.rooms.slow
    assert slow is not None
    on_the_loop(server, slow.beat())


def unload(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "SLEEP_AFTER_S", 0.0)
    on_the_loop(server, server.services.rooms.unload_idle_rooms())
    assert not server.services.rooms.rooms


def test_players_who_never_meet_finish_a_game_across_a_restart(tmp_path: Path) -> None:
    with running(data=str(tmp_path)) as server:
        visitors = two(server, seals=True)
        asyncio.run(visit_in_turn(server, visitors, 8))
        assert visitors[0].view["stage"] == "playing"
    with running(data=str(tmp_path)) as server:
        asyncio.run(visit_in_turn(server, visitors, 100))
        for visitor in visitors:
            asyncio.run(visitor.visit(server))
        assert visitors[0].view["stage"] == visitors[1].view["stage"] == "over"
    table = visitors[0].table
    answers = [each for each in entries(tmp_path, table) if each["e"] == "answer"]
    assert {each.get("by", "person") for each in answers} == {"person", "prepared"}
    prepared = [each for each in entries(tmp_path, table) if each["e"] == "prepared"]
    assert prepared
    assert not any("answers" in each for each in prepared)
    for visitor in visitors:
        assert visitor.view["fair"]["seeds"].count("-") == 0


def test_prepared_answers_are_sent_to_their_player_only(server: Running) -> None:
    ann, ben = two(server)

    async def play() -> Any:
        async with player(server, ann.table) as spectator:
            await visit_in_turn(server, (ann, ben), 7)
            return spectator.heard

    seen = asyncio.run(play())
    own = json.dumps(ann.heard)
    assert '"prepared": [{"seat": 0' in own
    assert '"prepared": [{"seat": 1' not in own
    assert '"prepared"' not in json.dumps(seen)
    peek = server.get(f"/api/tables/{ann.table}").text
    assert "prepared" not in peek


def test_time_runs_out_although_nobody_has_looked(
    server: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _ben = two(server)
    asyncio.run(ann.visit(server))
    unload(server, monkeypatch)
    before = len(entries(tmp_path, ann.table))
    let_time_pass(server, tmp_path, DAY_S - 60)
    assert len(entries(tmp_path, ann.table)) == before
    unload(server, monkeypatch)
    let_time_pass(server, tmp_path, 120)
    added = entries(tmp_path, ann.table)[before:]
    assert added
    assert "clock" in {each.get("by") for each in added}
    assert "person" not in {each.get("by", "person") for each in added if each["e"] == "answer"}


def test_a_table_is_woken_if_the_process_ended_before_it_was_told(
    server: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The roll is stored, but not yet what follows from it: prepared answers, and the list."""
    ann, ben = two(server)
    for who in (ann, ben, ann, ben):
        asyncio.run(who.visit(server))
    unload(server, monkeypatch)
    with sqlite3.connect(tmp_path / "rowlock.sqlite3") as database:
        database.execute("UPDATE slow_tables SET length = length - 1, due = NULL")
    database.close()
    let_time_pass(server, tmp_path, 0.0)
    with sqlite3.connect(tmp_path / "rowlock.sqlite3") as database:
        found = database.execute(
            "SELECT slow_tables.length - logs.length FROM slow_tables JOIN logs ON logs.id = log"
        ).fetchall()
    database.close()
    assert found == [(0,)]
    assert list(server.services.rooms.rooms) == [ann.table]


def test_a_clock_that_jumps_and_a_server_that_was_off_take_no_time(
    server: Running, tmp_path: Path
) -> None:
    slow = server.services.rooms.slow
    assert slow is not None
    rows = slow._rows

    async def totals() -> list[float]:
        start = 1e9
        return [await rows.beat(start + at) for at in (0, 20, 40, 90_000, 90_020, 50, 70)]

    found = on_the_loop(server, totals())
    assert [round(total - found[0]) for total in found] == [0, 20, 40, 40, 60, 60, 80]


def test_the_list_names_the_tables_that_wait_for_a_device(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = two(server)

    def waiting(who: Visitor) -> list[Any]:
        wish = {"tables": [{"table": who.table, "token": who.token}]}
        found: list[Any] = server.post("/api/waiting", wish).json()["tables"]
        return found

    lists = [waiting(ann), waiting(ben)]
    assert sorted(map(len, lists)) == [0, 1]  # a roll is due
    (mine,) = next(filter(None, lists))
    assert mine["names"] == ["Ann", "Ben"]
    assert mine["deadline"] - mine["since"] == pytest.approx(DAY_S * 1000, abs=5000)
    for who in (ann, ben):
        asyncio.run(who.visit(server))
        assert waiting(who) == []
    lists = [waiting(ann), waiting(ben)]
    unload(server, monkeypatch)
    assert [waiting(ann), waiting(ben)] == lists
    wrong = {"tables": [{"table": ann.table, "token": "x" * 22}]}
    assert server.post("/api/waiting", wrong).json() == {"tables": []}


def test_a_player_takes_the_seat_back_by_a_command_and_not_by_looking(
    server: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = two(server, when_late="pass")
    for _ in range(2):
        unload(server, monkeypatch)
        let_time_pass(server, tmp_path, DAY_S + 60)

    async def back() -> list[bool]:
        covered = []
        for who in (ann, ben):
            async with player(server, who.table, who.token) as person:
                if person.view["seats"][person.seats[0]].get("covered"):
                    await person.ok("here")
                    await person.until_view(
                        lambda v: not v["seats"][v["you"]["seats"][0]].get("covered")
                    )
                    covered.append(True)
        return covered

    assert asyncio.run(back())


def test_quiet_hours_end_at_their_minute() -> None:
    wish = CallMe("https://example.org/x", "p" * 87, "a" * 22, "en", 22 * 60, 7 * 60)
    for hour, wait_h in ((21.5, 0), (22, 9), (23.5, 7.5), (6, 1), (7, 0), (12, 0)):
        assert quiet_for(wish, hour * 3600) == wait_h * 3600
    assert quiet_for(replace(wish, quiet_to=22 * 60), 23 * 3600) == 0


def test_a_webhook_gets_one_message_that_names_who_is_awaited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifications, "ANNOUNCE_AFTER_S", 0.05)
    with (
        push_service(tmp_path) as service,
        running(
            push_hosts=service.reach, data=str(tmp_path), webhook_hosts=["localhost"]
        ) as server,
    ):
        told = webhook(server, service, "hooks/secret-1", "de")
        assert "Ann" in told["content"] or "Ben" in told["content"]
        assert "Es fehlt noch" in told["text"]
        assert service.messages.empty()


def webhook(server: Running, service: PushService, path: str, language: str) -> Any:
    """What the webhook of a new table is told."""
    address = f"{service.url}/{path}"
    ann, _ben = two(server, webhook=address, webhook_language=language)
    message = service.messages.get(timeout=60)
    assert message.path == f"/{path}"
    view = asyncio.run(ann.visit(server))
    assert view["options"]["webhook"] == "localhost"
    assert "secret" not in json.dumps(view)
    return json.loads(message.body)


def test_a_webhook_on_another_host_is_refused(server: Running) -> None:
    options = OVER_DAYS | {"webhook": "https://ntfy.sh/x"}
    wish = {"options": options, "seats": [{"kind": "me", "name": "Ann"}]}
    answer = server.post("/api/tables", wish)
    assert answer.json()["code"] == "bad_webhook"


def test_a_pace_that_is_longer_than_games_are_kept_is_refused(tmp_path: Path) -> None:
    with running(data=str(tmp_path), keep_days=3.0) as server:
        for days, status in ((1, 201), (3, 400), (7, 400)):
            options = {"over_days": True, "time_limit": days * DAY_S}
            wish = {"options": options, "seats": [{"kind": "me", "name": "Ann"}]}
            answer = server.post("/api/tables", wish)
            assert (answer.status_code == 201) == (status == 201), answer.text


def test_a_question_is_notified_once_and_after_quiet_hours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifications, "NOTIFY_AFTER_S", 0.05)
    with (
        push_service(tmp_path) as service,
        running(push_hosts=service.reach, data=str(tmp_path)) as server,
    ):
        ann, ben = two(server)
        asyncio.run(ann.visit(server))
        asyncio.run(ben.visit(server))
        (waits,) = [who for who in (ann, ben) if _is_awaited(server, who)] or [ann]
        browser = Browser()
        _subscribe(server, waits, browser.wish(f"{service.url}/x") | _quiet_now())
        _look_and_leave(server, waits)
        assert service.messages.empty()
        _subscribe(server, waits, browser.wish(f"{service.url}/x"))
        room = server.services.rooms.rooms[waits.table]
        room.timing = replace(room.timing, notify_at={}, told={})  # the quiet hours are over
        _look_and_leave(server, waits)
        assert browser.read(service.messages.get(timeout=60).body)["url"] == f"t/{waits.table}"
        _look_and_leave(server, waits)
        assert service.messages.empty()


def _is_awaited(server: Running, who: Visitor) -> bool:
    wish = {"tables": [{"table": who.table, "token": who.token}]}
    return bool(server.post("/api/waiting", wish).json()["tables"])


def _subscribe(server: Running, who: Visitor, wish: Any) -> None:
    key = {"authorization": f"Bearer {who.token}"}
    assert server.post(f"/api/tables/{who.table}/calls", wish, headers=key).status_code == 200


def _quiet_now() -> dict[str, int]:
    minute = int(time.time() / 60) % 1440
    return {"quiet_from": (minute - 60) % 1440, "quiet_to": (minute + 60) % 1440}


def _look_and_leave(server: Running, who: Visitor) -> None:
    """Open the table without doing anything, and wait longer than a notification takes."""

    async def look() -> None:
        async with player(server, who.table, who.token):
            pass
        await asyncio.sleep(0.5)

    asyncio.run(look())
