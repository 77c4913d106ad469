"""The page keeps what it was promised before the game, and says at the end what that proves."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import unquote

import pytest
from playwright.sync_api import WebSocketRoute, expect

from rowlock.errors import Illegal
from rowlock.notation import parse_record
from rowlock.table import plan
from rowlock.table.fair.receipt import DiceReceipt, read_receipt
from rowlock.table.fair.verify import verify
from tests.sampling import some
from tests.server import cheating_server
from tests.server.running import Running
from tests.web.phone import Phone, Phones

SOON_S = 4.0
"""Seconds that the page has to open its share, enough on a busy machine."""


def alone(phone: Phones, bots: int = 1) -> Phone:
    """A game against bots, from the first screen to its end."""
    me = phone(oneTap=True, bots=bots, level="greedy")
    me.open()
    me.tap("play")
    me.thumb(lazy=True)
    return me


def table_of(me: Phone) -> str:
    return str(me.page.evaluate("location.pathname.split('/').pop()"))


def look(me: Phone) -> Any:
    """The panel about the dice."""
    me.page.get_by_role("button", name="Fair dice").click()
    panel = me.page.locator("dialog")
    expect(panel.locator(".verdict")).to_be_visible()
    return panel


def slip_of(me: Phone) -> DiceReceipt:
    """What the page offers to save."""
    link = me.page.get_by_role("link", name="Save the receipt").get_attribute("href")
    assert link is not None
    return read_receipt(unquote(link.partition(",")[2]))


def test_one_person_against_a_bot_can_prove_the_dice(phone: Phones, server: Running) -> None:
    me = alone(phone)
    panel = look(me)
    assert "rolls are correct" in panel.locator(".verdict").inner_text()
    assert "Proved:" in panel.locator(".proof").inner_text()
    record = parse_record(server.get(f"/api/tables/{table_of(me)}/record").text)
    verdict = verify(record, slip_of(me))
    assert verdict.kept
    assert verdict.seen == verdict.rolls == len(record.turns)
    me.page.reload()
    assert "Proved:" in look(me).locator(".proof").inner_text()
    # Another device of the same player came after the start, and can prove nothing.
    stored = json.loads(me.page.evaluate("localStorage['rowlock.tables']"))
    other = phone()
    other.sit(table_of(me), stored[0]["token"])
    assert "did not see the start" in look(other).locator(".proof").inner_text()
    assert other.page.get_by_role("link", name="Save the receipt").count() == 0


CAUGHT = {
    "seed": (
        cheating_server.choose_the_seed,
        "it had promised a different seed",
        "wrong_commitment",
    ),
    "dropped": (
        cheating_server.drop_a_share,
        "it left out the share of this device",
        "missing_share",
    ),
    "invented": (
        cheating_server.invent_a_share,
        "it left out the share of this device",
        "missing_share",
    ),
    "swapped": (cheating_server.swap_the_list, "it changed the list of shares", "wrong_list"),
    "two lists": (cheating_server.show_another_list, "it changed the list of shares", "wrong_list"),
}


@pytest.mark.parametrize("name", some(CAUGHT, ["seed"]))
def test_a_server_that_cheats_is_named_without_being_asked(
    name: str, phone: Phones, server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    cheat, words, code = CAUGHT[name]
    cheat(monkeypatch)
    me = alone(phone)
    expect(me.page.locator("p[role=alert]")).to_contain_text("These dice were not fair")
    panel = look(me)
    assert "rolls are correct" in panel.locator(".verdict").inner_text()  # in itself all is well
    assert words in panel.locator(".proof").inner_text()
    record = parse_record(server.get(f"/api/tables/{table_of(me)}/record").text)
    assert not verify(record).kept
    with pytest.raises(Illegal) as refusal:
        verify(record, slip_of(me))
    assert refusal.value.code == code


class Friend:
    """Ben, who seals a share and opens nothing."""

    def __init__(self, server: Running, table: str) -> None:
        joined = server.join(table, "Ben")
        self.server, self.table = server, table
        self.headers = {"authorization": f"Bearer {joined['token']}"}
        self.seal(joined["round"])

    def seal(self, number: int) -> None:
        message = {"type": "seal", "id": 1, "round": number, "seal": "0" * 64}
        answer = self.server.post(
            f"/api/tables/{self.table}/send", message, headers=self.headers
        ).json()
        assert answer["type"] == "ack", answer


def host(phone: Phones, server: Running) -> Phone:
    made = server.create("me:Max", "open", seals=True)
    me = phone(oneTap=True)
    me.sit(made["table"], made["token"])
    expect(me.page.locator("[data-action=start]")).to_be_visible()
    return me


def host_of_a_start_that_fails(
    phone: Phones, server: Running, monkeypatch: pytest.MonkeyPatch
) -> Phone:
    """Max, who has started while Ben does not open his share."""
    monkeypatch.setattr(plan, "START_STEP_S", SOON_S)
    me = host(phone, server)
    Friend(server, table_of(me))
    me.page.reload()  # what was written down in the lobby is still known
    me.tap("start")
    return me


def play_without_ben(me: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan, "START_STEP_S", 60.0)  # nobody is waited for
    me.tap("kick")
    me.sees("Open seat")
    me.tap("start")
    me.thumb(lazy=True)


def test_a_failed_start_is_reported_and_counted(
    phone: Phones, server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    me = host_of_a_start_that_fails(phone, server, monkeypatch)
    me.sees("The start had to be repeated once. Ben did not answer.")
    play_without_ben(me, monkeypatch)
    panel = look(me)
    assert "Proved:" in panel.locator(".proof").inner_text()
    assert panel.locator("p").first.inner_text() == (
        "The start was repeated once although this device had answered in time."
    )
    slip = slip_of(me)
    assert (slip.round, len(slip.before)) == (2, 1)


def test_another_number_does_not_hide_another_promise(phone: Phones, server: Running) -> None:
    """Told to be somebody else, at a table that promises something else, it does not follow."""
    made = server.create("me:Max", "open", seals=True)
    me = phone()
    honest = True

    def told(message: str | bytes) -> str:
        news = json.loads(message)
        if news["type"] == "view" and not honest:
            news["you"]["member"] = 7
            news["fair"]["commitment"] = "0" * 64
        return json.dumps(news)

    def between(page: WebSocketRoute) -> None:
        real = page.connect_to_server()
        page.on_message(real.send)
        real.on_message(lambda message: page.send(told(message)))

    me.page.route_web_socket("**/ws/*", between)
    me.sit(made["table"], made["token"])
    expect(me.page.locator("[data-action=start]")).to_be_visible()
    honest = False
    server.join(made["table"], "Ben")
    expect(me.page.locator("p[role=alert]")).to_contain_text("is starting over without saying so")


def test_a_game_that_vanished_is_listed_as_such(phone: Phones, server: Running) -> None:
    me = phone(bots=1)
    me.open()
    me.tap("play")
    me.thumb("[data-action=roll], [data-action=pass], [data-action=penalty]")
    kept = json.loads(me.page.evaluate("localStorage['rowlock.tables']"))
    assert kept[0]["stage"] == "playing"
    me.open()
    token = {"authorization": f"Bearer {kept[0]['token']}"}
    table = kept[0]["table"]
    assert server.http.delete(f"{server.url}/api/tables/{table}", headers=token).is_success
    me.complaints.clear()
    me.open("games")
    me.sees("lost before it finished")
    me.open()
    expect(me.page.get_by_text("Your table")).to_have_count(0)


def test_forgetting_everything_forgets_the_slips(phone: Phones) -> None:
    me = phone(bots=1)
    me.open()
    me.tap("play")
    me.page.wait_for_selector(".table")
    slips = "Object.keys(localStorage).filter((key) => key.startsWith('rowlock.dice.')).length"
    assert me.page.evaluate(slips) == 1
    me.open("about")
    for button in ("Erase my data", "Are you sure?"):
        me.page.get_by_role("button", name=button).click()
    expect(me.page.get_by_text("Erased.")).to_be_visible()
    assert me.page.evaluate(slips) == 0
