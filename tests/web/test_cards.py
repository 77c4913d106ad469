"""The card game with jokers."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.server.running import Running
from tests.web.phone import Phones


def test_a_card_game_with_jokers_is_set_up_and_its_dealing_checked(phone: Phones) -> None:
    me = phone(variant="cards", oneTap=True, name="Max")
    page = me.open("new/friends")
    page.get_by_label("Seats for friends: −1").click()
    page.get_by_label("Bots: +1").click()
    page.get_by_label("Sheet for the cards").select_option("Mixx A")
    page.get_by_label("With jokers").check()
    me.tap("create")
    me.tap("start")
    page.wait_for_selector(".table")
    me.thumb()
    assert len(me.totals()) == 2
    page.get_by_role("button", name="Fair dice").click()
    expect(page.get_by_text(re.compile("Checked on this page.*shuffle"))).to_be_visible()


def test_a_joker_takes_the_colour_that_the_player_chooses(phone: Phones, server: Running) -> None:
    made = server.create("me:Max", start=True, cards=True, jokers=True)
    me = phone()
    page = me.sit(made["table"], made["token"])
    joker = page.get_by_role("button", name=re.compile("^joker "))
    me.thumb(".dock .card[aria-label^=joker], [data-action=rematch]")
    joker.first.click()
    number = (joker.first.get_attribute("aria-label") or "").removeprefix("joker ")
    # Four colours to choose from; green it is.
    page.locator(".dock").get_by_role("button", name="green", exact=True).click()
    ways = page.locator(".dock .small[data-move]")
    expect(ways.last).to_have_text(re.compile("nothing"))
    assert {move[:2] for move in ways.evaluate_all("l => l.map((e) => e.dataset.move)")} == {"+g"}
    ways.first.click()
    crosses = page.locator("[data-action=confirm]")
    words = rf"Confirm green {number}|Discard without crossing|Penalty −5"
    expect(crosses).to_have_text(re.compile(words))
    me.tap("confirm")
    expect(joker.filter(has_text=number)).to_have_count(0)
