"""The game of the day on a server: it deals, keeps the moves, and judges them itself."""

from __future__ import annotations

import asyncio
import datetime
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from rowlock import parse_record
from rowlock.daily import day_of
from rowlock.daily.check import check_dice
from rowlock.notation.record import Turn
from rowlock.server.rooms.daily_games import DailyGames
from rowlock.server.study import daily_judge
from rowlock.solver.value_table import ValueTable
from tests.daily.games import never
from tests.daily.games import played as played_in_the_core
from tests.daily.tried import MONDAY, ask, played, start
from tests.server.player import player
from tests.server.running import Running, running


@pytest.fixture(autouse=True, scope="module")
def monday(classic: ValueTable) -> Iterator[None]:
    """It is Monday noon, and the table of classic is solved; for the two below, too."""
    noon = datetime.datetime(2026, 11, 16, 12, tzinfo=datetime.UTC)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DailyGames, "now", lambda self: noon)
        patch.setattr(daily_judge, "_table", lambda date: classic)
        yield


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(data=str(tmp_path_factory.mktemp("days"))) as server:
        yield server


@pytest.fixture(scope="module")
def two(server: Running) -> tuple[Any, Any]:
    """Ann, who crosses what she can, and Ben, who crosses nothing: both have played Monday."""
    ann, ben = start(server, "Ann"), start(server, "Ben")
    ann["record"] = played(server, ann, crossing=True)
    ben["record"] = played(server, ben, crossing=False)
    return ann, ben


def test_different_decisions_get_the_same_dice(two: tuple[Any, Any]) -> None:
    day = day_of(MONDAY)
    for person in two:
        record = parse_record(person["record"])
        assert check_dice(record, day) == len(record.turns)
    whites = [
        [turn.roll.white for turn in parse_record(person["record"]).turns if isinstance(turn, Turn)]
        for person in two
    ]
    assert len(whites[1]) == 4
    assert whites[0][:4] == whites[1]


def test_points_given_away_are_computed_from_the_moves(
    server: Running, two: tuple[Any, Any]
) -> None:
    found = ask(server, "GET", f"{MONDAY}/result?lang=de", two[1]["token"]).json()
    assert (found["score"], found["exact"], found["unit"]) == (-20, True, "points")
    total = found["expected"] - found["given_away"] + found["luck"]
    assert total == pytest.approx(-20, abs=1e-6)
    assert "verschenkt: " in found["share"]
    assert "exact_score" not in found  # people still play this day


def test_the_board_is_ranked_by_what_was_given_away(server: Running, two: tuple[Any, Any]) -> None:
    for person in two:
        ask(server, "GET", f"{MONDAY}/result", person["token"])
    board = ask(server, "GET", f"{MONDAY}/board", two[0]["token"]).json()
    lines = {line["name"]: line for line in board["lines"]}
    assert lines["Ann"]["place"] < lines["Ben"]["place"]
    assert lines["Ann"]["given_away"] < lines["Ben"]["given_away"]
    assert lines["Ann"]["you"]
    assert "you" not in lines["Ben"]
    assert board["ranked"] == len(board["lines"])


def test_a_key_has_one_try(server: Running, two: tuple[Any, Any]) -> None:
    ann = two[0]
    again = start(server, "Ann II", key=ann["token"])
    assert again == {"table": ann["table"], "token": ann["token"]}
    info = ask(server, "GET", MONDAY, ann["token"]).json()
    assert (info["table"], info["over"]) == (ann["table"], True)


def test_the_exact_policys_score_is_shown_afterwards(
    server: Running, two: tuple[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    later = datetime.datetime(2026, 11, 18, 0, 1, tzinfo=datetime.UTC)
    monkeypatch.setattr(DailyGames, "now", lambda self: later)
    found = ask(server, "GET", f"{MONDAY}/result", two[0]["token"]).json()
    assert found["exact_score"] > 0
    assert ask(server, "GET", f"{MONDAY}/board").json()["exact_score"] == found["exact_score"]


def test_a_game_is_on_the_board_though_its_player_has_not_looked(server: Running) -> None:
    group = server.post("/api/groups").json()["group"]
    made = start(server, "Shy", groups=[group])
    played(server, made, crossing=False)
    limit = time.monotonic() + 60
    while not (board := ask(server, "GET", f"{MONDAY}/board?group={group}").json())["ranked"]:
        assert time.monotonic() < limit, "nobody has judged it"
        time.sleep(0.05)
    assert [(line["name"], line["score"]) for line in board["lines"]] == [("Shy", -20)]


def test_if_the_queue_is_full_a_game_is_evaluated_on_request(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daily_judge, "WAITING", 0)
    group = server.post("/api/groups").json()["group"]
    made = start(server, "Late", groups=[group])
    played(server, made, crossing=False)
    assert ask(server, "GET", f"{MONDAY}/result", made["token"]).json()["code"] == "busy"
    assert ask(server, "GET", f"{MONDAY}/board?group={group}").json()["ranked"] == 0
    monkeypatch.setattr(daily_judge, "WAITING", 12)
    assert ask(server, "GET", f"{MONDAY}/result", made["token"]).json()["score"] == -20


@pytest.mark.parametrize("date", ["2026-11-14", "2026-11-18", "1999-01-01"])
def test_other_days_cannot_be_played(server: Running, date: str) -> None:
    refused = ask(server, "POST", date, body={"name": "Ann"})
    assert (refused.status_code, refused.json()["code"]) == (409, "wrong_day")
    assert ask(server, "GET", date).json()["open"] is False


def test_yesterday_and_tomorrow_can_be_played_for_people_live_far_apart(server: Running) -> None:
    for date in ("2026-11-15", "2026-11-17"):
        assert ask(server, "GET", date).json()["open"] is True
        start(server, "Ann", date)


@pytest.mark.parametrize(
    ("date", "key", "body", "code"),
    [
        ("2026-11-31", "", {"name": "Ann"}, "bad_date"),
        (MONDAY, "", {"name": ""}, "bad_name"),
        (MONDAY, "short", {"name": "Ann"}, "bad_token"),
        (MONDAY, "", {"name": "Ann", "score": 140}, "malformed"),
        (MONDAY, "", {"name": "Ann", "given_away": 0}, "malformed"),
        (MONDAY, "", {"name": "Ann", "groups": ["guess"]}, "malformed"),
    ],
)
def test_what_is_refused(server: Running, date: str, key: str, body: Any, code: str) -> None:
    assert ask(server, "POST", date, key, body).json()["code"] == code


def test_a_game_under_way_has_no_result(server: Running) -> None:
    made = start(server, "Eve")
    refused = ask(server, "GET", f"{MONDAY}/result", made["token"])
    assert refused.json()["code"] == "not_over"
    stranger = ask(server, "GET", f"{MONDAY}/result", "A" * 22)
    assert stranger.json()["code"] == "day_not_played"


def test_a_deleted_attempt_leaves_the_board_and_allows_no_second_one(server: Running) -> None:
    made = start(server, "Gone")
    played(server, made, crossing=False)
    ask(server, "GET", f"{MONDAY}/result", made["token"])
    group = server.post("/api/groups").json()["group"]
    ask(server, "POST", f"{MONDAY}/groups", made["token"], {"group": group})
    assert ask(server, "DELETE", MONDAY, made["token"]).status_code == 200
    assert "Gone" not in ask(server, "GET", f"{MONDAY}/board").text
    assert ask(server, "GET", f"{MONDAY}/board?group={group}").json()["ranked"] == 0
    assert server.get(f"/api/tables/{made['table']}").status_code == 404
    again = ask(server, "POST", MONDAY, made["token"], {"name": "Gone"})
    assert again.json()["code"] == "already_played"
    assert ask(server, "GET", MONDAY, made["token"]).json()["deleted"] is True


def test_a_group_sees_those_who_came_by_its_link(server: Running, two: tuple[Any, Any]) -> None:
    group = server.post("/api/groups").json()["group"]
    before = ask(server, "GET", f"{MONDAY}/board?group={group}").json()
    assert before["ranked"] == 0
    for person in two:
        ask(server, "GET", f"{MONDAY}/result", person["token"])
    joined = ask(server, "POST", f"{MONDAY}/groups", two[1]["token"], {"group": group}).json()
    assert [(line["place"], line["name"]) for line in joined["lines"]] == [(1, "Ben")]
    by_link = start(server, "Cleo", groups=[group])
    played(server, by_link, crossing=False)
    ask(server, "GET", f"{MONDAY}/result", by_link["token"])
    shown = ask(server, "GET", f"{MONDAY}/board?group={group}").json()
    assert [(line["place"], line["name"]) for line in shown["lines"]] == [(1, "Ben"), (1, "Cleo")]


def test_leaving_a_group_removes_all_its_board_entries(
    server: Running, two: tuple[Any, Any]
) -> None:
    group, other = (server.post("/api/groups").json()["group"] for _ in range(2))
    for person in two:
        ask(server, "GET", f"{MONDAY}/result", person["token"])
        for each in (group, other):
            ask(server, "POST", f"{MONDAY}/groups", person["token"], {"group": each})
    left = _leave(server, group, two[1]["token"])
    assert (left.status_code, left.json()) == (200, {"group": group})
    for each, names in ((group, ["Ann"]), (other, ["Ann", "Ben"])):
        board = ask(server, "GET", f"{MONDAY}/board?group={each}").json()
        assert [line["name"] for line in board["lines"]] == names
    assert "Ben" in ask(server, "GET", f"{MONDAY}/board").text  # among everybody
    assert _leave(server, group, two[1]["token"]).status_code == 200  # nothing is left to do
    assert _leave(server, group, "somebody").json()["code"] == "bad_token"
    assert _leave(server, "short", two[1]["token"]).json()["code"] == "malformed"


def _leave(server: Running, group: str, key: str) -> httpx.Response:
    headers = {"authorization": f"Bearer {key}"}
    return server.http.delete(f"{server.url}/api/groups/{group}", headers=headers)


def test_two_equal_names_are_numbered_by_their_start(server: Running) -> None:
    group = server.post("/api/groups").json()["group"]
    first, second, other = (
        start(server, name, groups=[group]) for name in ("Twin", "Twin", "Other")
    )
    for made in (second, other, first):
        played(server, made, crossing=made is first)
        ask(server, "GET", f"{MONDAY}/result", made["token"])
    lines = ask(server, "GET", f"{MONDAY}/board?group={group}", second["token"]).json()["lines"]
    told = {(line["name"], line.get("namesake", 1)): line.get("you", False) for line in lines}
    assert told == {("Twin", 1): False, ("Twin", 2): True, ("Other", 1): False}


@pytest.mark.parametrize(
    ("date", "sheet"), [("2026-11-28", "classic"), ("2026-11-26", "connected_chain")]
)
def test_duels_and_sheets_without_a_table_are_judged_approximately(
    server: Running, monkeypatch: pytest.MonkeyPatch, date: str, sheet: str
) -> None:
    noon = datetime.datetime.fromisoformat(f"{date}T12:00:00+00:00")
    monkeypatch.setattr(DailyGames, "now", lambda self: noon)
    monkeypatch.setattr(daily_judge, "_table", lambda date: None)
    made = start(server, "Ann", date)
    record = parse_record(played(server, made, crossing=False))
    found = ask(server, "GET", f"{date}/result", made["token"]).json()
    assert (found["variant"], found["exact"], found["score"]) == (sheet, False, -20)
    assert found["given_away"] > 0
    board = ask(server, "GET", f"{date}/board", made["token"]).json()
    [line] = board["lines"]
    assert (line["place"], line["you"], line["exact"]) == (1, True, False)
    assert (found["place"], found["ranked"], board["unit"]) == (1, 1, found["unit"])
    if found["players"] == 2:  # four penalties against what the bot has
        bot = int(record.headers["Result"].value.split()[1])
        assert (found["unit"], found["result"], found["rival"]) == ("wins", 0, bot)
        assert line["rival"] == bot
    else:
        assert found["unit"] == "points"
        assert "rival" not in found


def test_the_bot_answers_alike_on_the_server_and_in_the_terminal(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    saturday = datetime.datetime(2026, 11, 21, 12, tzinfo=datetime.UTC)
    monkeypatch.setattr(DailyGames, "now", lambda self: saturday)
    made = start(server, "Ann", "2026-11-21")
    here = parse_record(played(server, made, crossing=False))
    there = played_in_the_core(day_of("2026-11-21"), never)
    assert [str(turn) for turn in here.turns] == [str(turn) for turn in there.turns]
    info = ask(server, "GET", "2026-11-21", made["token"]).json()
    assert (info["players"], info["level"], info["over"]) == (2, "hard", True)


def test_nobody_answers_for_somebody_who_is_away(server: Running) -> None:
    made = start(server, "Away")

    async def look() -> None:
        async with player(server, made["table"]) as watcher:
            assert watcher.view["day"] == MONDAY
            assert not any("cover_at" in seat for seat in watcher.view["seats"])
            assert await watcher.refused("roll", turn=1) == "spectator"

    asyncio.run(look())


def test_an_abandoned_game_does_not_continue(server: Running) -> None:
    made = start(server, "Left")

    async def leave() -> None:
        async with player(server, made["table"], made["token"]) as person:
            await person.ok("roll", turn=1)
            await person.send("leave")

    asyncio.run(leave())
    refused = ask(server, "GET", f"{MONDAY}/result", made["token"])
    assert refused.json()["code"] == "not_over"


def test_the_end_as_a_picture_shows_the_sheet_and_no_dice(
    server: Running, two: tuple[Any, Any]
) -> None:
    answer = ask(server, "GET", f"{MONDAY}/picture?lang=de", two[1]["token"])
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert "<title>Ben" in answer.text
    assert "−20" in answer.text or "-20" in answer.text
    assert ask(server, "GET", f"{MONDAY}/picture", "B" * 22).json()["code"] == "day_not_played"


def test_unplayed_days_are_not_computed(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily_judge, "_exact", lambda date: pytest.fail(date))
    board = ask(server, "GET", "2020-01-06/board").json()
    assert (board["ranked"], board["lines"]) == (0, [])
    assert "exact_score" not in board
