"""Friends who come late: what they may ask, and what the host is asked."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.server.running import Running
from tests.web.phone import Phone, Phones


def _ask(phone: Phones, table: str) -> Phone:
    jona = phone()
    jona.open(f"t/{table}").get_by_label("Your name").fill("Jona")
    jona.tap("ask")
    return jona


def test_a_late_friend_gets_a_bots_seat_with_one_tap_of_the_host(
    phone: Phones, server: Running
) -> None:
    made = server.create("me:Ann", "bot", start=True)
    ann = phone(autoRoll=True)
    ann.sit(made["table"], made["token"])
    ann.page.wait_for_selector(".table")
    jona = _ask(phone, made["table"])
    jona.sees("The host has been asked.")
    ann.sees("Jona would like to play too.")
    ann.tap("grant")
    jona.sees("when the next turn begins")
    ann.thumb(".player [data-person]", lazy=True)
    jona.page.locator("section[aria-label=Sheet] .sheet-card").wait_for()
    expect(jona.page.locator("[data-part=own-request]")).to_have_count(0)
    jona.thumb("[data-action=take-back], [data-action=rematch]")


def test_a_host_may_decline_and_the_friend_may_watch(phone: Phones, server: Running) -> None:
    made = server.create("me:Ann", "bot", start=True)
    ann = phone()
    ann.sit(made["table"], made["token"])
    ann.page.wait_for_selector(".table")
    jona = _ask(phone, made["table"])
    ann.tap("decline")
    jona.sees("There is no seat for you this time")
    expect(ann.page.locator("[data-part=request]")).to_have_count(0)
    jona.tap("watch")
    jona.page.wait_for_selector(".table")


def test_without_a_bot_the_host_starts_again_with_the_friend(
    phone: Phones, server: Running
) -> None:
    made = server.create("me:Ann", start=True)
    ann = phone()
    ann.sit(made["table"], made["token"])
    ann.page.wait_for_selector(".table")
    jona = _ask(phone, made["table"])
    ann.tap("start-again")
    for one in (ann, jona):
        expect(one.page.locator(".who strong")).to_have_text(["Ann", "Jona"])


def test_a_lobby_with_an_open_seat_does_not_urge_to_start(phone: Phones, server: Running) -> None:
    made = server.create("me:Ann", "open")
    ann = phone()
    ann.sit(made["table"], made["token"])
    start = ann.page.locator("[data-action=start]")
    expect(start).to_have_text("Start without waiting")
    assert "primary" not in (start.get_attribute("class") or "")
    server.join(made["table"], "Ben")
    expect(start).to_have_text("Start with 2 players")
    assert "primary" in (start.get_attribute("class") or "")
