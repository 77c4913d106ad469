"""The end of a game: its story, the final sheet, a picture to send, and what delights before it."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.server.running import Running
from tests.web.phone import Phone, Phones


def _at_the_table(phone: Phones, server: Running, **options: object) -> Phone:
    made = server.create("me:Max", "bot", start=True)
    me = phone(**options)
    me.sit(made["table"], made["token"])
    return me


def test_the_end_tells_the_game_and_shows_ones_sheet(phone: Phones, server: Running) -> None:
    me = _at_the_table(phone, server)
    me.thumb(seconds=100)
    page = me.page
    lines = page.locator("[data-part=story] li")
    expect(lines.first).to_have_text(re.compile(r"(ahead until turn \d+|led from start to finish)"))
    expect(lines.last).to_have_text(re.compile(r"Your best turn was turn \d+: \d+ points\."))
    own = page.locator(".own [role=grid]")
    expect(own).to_have_attribute("aria-label", re.compile("^Your sheet"))
    with page.expect_download() as download:
        me.tap("picture")
    assert download.value.suggested_filename.endswith(".png")
    assert Path(download.value.path()).read_bytes().startswith(b"\x89PNG")


def test_a_picture_of_a_finished_game_is_in_the_readers_language(server: Running) -> None:
    made = server.create("me:Max", start=True)
    refused = server.get(f"/api/tables/{made['table']}/picture")
    assert (refused.status_code, refused.json()["code"]) == (409, "not_over")


FLIGHTS = """() => new MutationObserver((all) => {
  for (const { addedNodes } of all)
    for (const node of addedNodes)
      if (node.matches?.('.sum strong i')) document.body.dataset.flown = node.textContent
}).observe(document.body, { subtree: true, childList: true })"""


def test_a_gain_flies_into_the_total(phone: Phones, server: Running) -> None:
    me = _at_the_table(phone, server, moves=True)
    me.page.evaluate(FLIGHTS)
    me.thumb("body[data-flown]", 60)
    gain = me.page.locator("body").get_attribute("data-flown")
    assert re.fullmatch(r"\+\d+", gain or "")
    expect(me.page.locator(".own .sum strong i")).to_have_count(0)


def test_nothing_flies_if_motion_is_reduced(phone: Phones, server: Running) -> None:
    me = _at_the_table(phone, server)
    me.page.evaluate(FLIGHTS)
    me.thumb(seconds=100)
    assert me.page.locator("body").get_attribute("data-flown") is None


def test_real_dice_begin_without_an_invitation(phone: Phones) -> None:
    me = phone(name="Max")
    me.open("new/real")
    me.tap("create")
    expect(me.page.get_by_role("grid")).to_be_visible()
