"""Sheets of one's own at a table: made, played to the end, recorded; what is refused."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from rowlock import parse_record, replay
from rowlock.variants import from_text, load_variant
from rowlock.variants.shuffle import random_sheet
from tests.server.player import player
from tests.server.running import Running


def make(server: Running, **wish: Any) -> Any:
    return server.post("/api/sheets", wish).json()


def test_a_code_makes_the_sheet_that_it_makes_everywhere(server: Running) -> None:
    made = make(server, base="mixx_a", code="tulip")
    assert made["info"]["id"] == "mixx_a-b1-tulip"
    assert made["info"]["digest"] == from_text(random_sheet("tulip", "mixx_a")).digest
    assert from_text(made["file"]).digest == made["info"]["digest"]


def test_crosses_before_the_lock_and_penalties_can_be_changed(server: Running) -> None:
    made = make(server, base="longo", crosses_before=4, penalties=3)
    assert made["info"]["id"] == "longo-lock4-end3"
    sheet, longo = from_text(made["file"]), load_variant("longo")
    assert (sheet.crosses_before_lock, sheet.penalties_to_end) == (4, 3)
    assert sheet.rows == longo.rows
    assert sheet.lucky_pairs == longo.lucky_pairs
    # The same file again is the same sheet.
    assert make(server, file=made["file"]) == made


def test_signs_are_moved_after_the_shuffle_and_name_the_sheet(server: Running) -> None:
    made = make(server, base="bonus_b", moves="y11-y2", penalties=2)
    sheet = from_text(made["file"])
    assert [cell.name for cell in sheet.bonuses[0].cells] == ["y2", "g9"]
    before = make(server, base="bonus_b", moves="y11-y2")
    assert made["info"]["id"] == f"bonus_b-m{before['info']['digest'][:6]}-end2"
    other = make(server, base="bonus_b", moves="y11-y4")
    assert other["info"]["id"] != before["info"]["id"]
    shuffled = make(server, base="bonus_b", code="tulip")["info"]
    free = next(cell["name"] for cell in shuffled["rows"][1] if "symbol" not in cell)
    circle = next(cell["name"] for cell in shuffled["rows"][1] if cell.get("symbol") == "circle")
    moved = make(server, base="bonus_b", code="tulip", moves=f"{circle}-{free}")["info"]
    assert free in moved["bonuses"][0]["cells"]
    assert moved["id"].startswith("bonus_b-b1-tulip-m")


def test_a_refusal_names_the_place_and_the_reason(server: Running) -> None:
    def wrong(**wish: Any) -> tuple[str, str, str]:
        problem = make(server, **wish)
        return problem["code"], problem["place"], problem["reason"]

    assert wrong(moves="r3xy7") == ("bad_variant", "rows.red", "number_twice")
    lock = ("bad_variant", "lock.crosses_before", "too_many_crosses")
    assert wrong(crosses_before=11) == lock
    assert "place" not in make(server, code="a tulip")
    assert make(server, base="bonus_a", moves="r3-r4_r4-r3")["code"] == "bad_variant"


def test_a_sheet_with_moved_signs_is_printed(server: Running) -> None:
    answer = server.get("/api/sheets/bonus_a?moves=r3-r4_1b", timeout=60)
    assert answer.content.startswith(b"%PDF")
    assert "bonus_a-m" in answer.headers["content-disposition"]
    assert server.get("/api/sheets/bonus_a?moves=r3").status_code == 400


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({}, "bad_variant"),
        ({"base": "classic", "crosses_before": 5}, "bad_variant"),
        ({"base": "no_such"}, "unknown_variant"),
        ({"base": "../classic.toml"}, "unknown_variant"),
        ({"code": "a tulip"}, "bad_code"),
        ({"code": "b9-tulip"}, "unknown_scheme"),
        ({"base": "connected_chain", "code": "tulip"}, "not_shuffled"),
        ({"crosses_before": 11}, "bad_variant"),
        ({"file": "nonsense"}, "bad_variant"),
        (
            {"file": 'extends = "classic"\n[about]\nid = "classic"\n[end]\nclosed_rows = 1'},
            "bad_variant",
        ),
        ({"file": "x" * 3001}, "malformed"),
    ],
    ids=str,
)
def test_an_impossible_sheet_is_refused(server: Running, wish: Any, code: str) -> None:
    answer = server.post("/api/sheets", wish)
    assert (answer.status_code, answer.json()["code"]) == (400, code)


def test_a_game_on_an_own_sheet_is_played_to_its_end_and_its_record_opens_anywhere(
    server: Running,
) -> None:
    made = make(server, code="tulip", penalties=2)
    name = made["info"]["id"]

    async def story() -> str:
        table = server.create("me:Ann", "bot", start=True, variant=name, sheet=made["file"])
        async with player(server, table["table"], table["token"]) as ann:
            assert ann.view["options"]["variant"] == name
            assert "sheet" not in ann.view["options"]  # it would come with every view
            assert (await ann.play_to_end())["stage"] == "over"
        return str(table["table"])

    table = asyncio.run(story())
    assert server.get(f"/api/tables/{table}/sheet").json() == made
    record = parse_record(server.get(f"/api/tables/{table}/record").text)
    assert record.setup.variant.digest == made["info"]["digest"]
    assert replay(record).over


def test_the_host_keeps_the_sheet_when_something_else_is_changed(server: Running) -> None:
    made = make(server, code="tulip")
    name = made["info"]["id"]

    async def story() -> None:
        table = server.create("me:Ann", "open", variant=name, sheet=made["file"])
        async with player(server, table["table"], table["token"]) as ann:
            await ann.ok("configure", options={**ann.view["options"], "chat": True})
            await ann.until_view(lambda view: view["options"].get("chat"))
        assert server.get(f"/api/tables/{table['table']}/sheet").json() == made

    asyncio.run(story())


def test_a_table_says_the_name_of_its_sheet_and_a_printed_one_has_no_file(server: Running) -> None:
    made = make(server, code="tulip")
    body = {
        "options": {"variant": "classic", "sheet": made["file"]},
        "seats": [{"kind": "me", "name": "Ann"}],
    }
    assert server.post("/api/tables", body).json()["code"] == "unknown_variant"
    printed = server.create("me:Ann", "bot")
    assert server.get(f"/api/tables/{printed['table']}/sheet").status_code == 404
