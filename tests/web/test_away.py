"""Time that runs out, and people who stay away: a bot covers for them and hands the seat back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.server.running import Running, running
from tests.web.phone import IDLE, Phone, Phones, ann_and_ben


def test_when_time_is_up_the_pencil_counts(phone: Phones, server: Running) -> None:
    made = server.create("me:Max", start=True, time_limit=3)
    me = phone()
    page = me.sit(made["table"], made["token"])
    me.tap("roll")
    expect(page.locator(".digits")).to_contain_text("0:0")
    key = page.locator(".dock .key:not(:disabled)").first
    cell = key.get_attribute("data-move")
    key.click()
    expect(page.locator("[data-action=confirm]")).to_be_visible()  # and no tap on it
    expect(page.locator(f"[data-cell={cell}]")).to_contain_class("crossed", timeout=8_000)


@pytest.fixture
def calm(tmp_path: Path) -> Iterator[Running]:
    """A server whose bots think as long as people like them to."""
    with running(data=str(tmp_path), bot_delay=1.0) as server:
        yield server


def test_a_bot_covers_a_player_after_two_timeouts_until_they_return(
    browser: Browser, calm: Running
) -> None:
    made = calm.create("me:Max", start=True, time_limit=1)
    me = Phone(browser, calm)
    page = me.sit(made["table"], made["token"])
    covered = page.locator("p", has_text="A bot is playing for you.")
    expect(covered).to_be_visible(timeout=10_000)
    me.tap("back")
    expect(covered).to_have_count(0)
    expect(page.locator("[aria-live=polite]").first).to_contain_text("You are back.")
    me.close()


def test_a_bot_covers_an_absent_player_and_returns_the_seat_on_return(
    phone: Phones, server: Running
) -> None:
    # Who comes and goes is told once in a second: the bot must not be there before the news.
    ann, ben = ann_and_ben(phone, server, away_after=3)
    table = ben.page.url
    ben.page.goto("about:blank")
    player = ann.page.locator(".player")
    expect(player).to_contain_text("away")
    # As soon as Ben is needed, and for three seconds has not come, a bot does it in his place.
    ann.thumb(IDLE, 20)
    expect(player).to_contain_text("played by a bot")
    ann.thumb(".dock .key, [data-action=roll]", 20)
    ben.page.goto(table)
    ben.page.wait_for_selector(".table")
    expect(player).not_to_contain_text("played by a bot")
    assert ben.page.get_by_text("A bot is playing for you.").count() == 0
    # The seat is his again: he rolls or answers himself.
    mine = "[data-action=roll]:not(:disabled), .dock [data-action=pass]"
    ann.thumb(IDLE, 20)
    ben.page.wait_for_selector(mine)
