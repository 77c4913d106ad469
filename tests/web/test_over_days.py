"""Games over days on the page: open one, prepare, leave, come back by the list, finish."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.server.running import Running
from tests.server.slow_visit import DAY_S
from tests.web.phone import IDLE, OVER, Phone, Phones


def invited(host: Phone) -> str:
    """The table that a host has opened over three days."""
    page = host.open("new/friends")
    page.locator("[name=pace]").select_option("3")
    expect(page.get_by_text("Nobody has to be there")).to_be_visible()
    page.locator("[name=when-late]").select_option("pass")
    page.get_by_label("Your name").fill("Ann")
    host.tap("create")
    page.wait_for_selector("[data-slow]")
    return page.url.rpartition("/")[2]


def joined(guest: Phone, table: str) -> None:
    page = guest.open(f"t/{table}")
    page.get_by_label("Your name").fill("Ben")
    guest.tap("join")
    page.wait_for_selector(".table, [data-slow]")
    page.wait_for_function("!document.querySelector('[data-action=start]')")


def prepared(one: Phone) -> None:
    """Nothing for all numbers, until it is changed."""
    one.tap("prepare")
    page = one.page
    page.wait_for_selector("[name=number-12]")
    page.locator("[name=number-12]").select_option("g12")
    one.tap("rest")
    expect(page.locator("[name=number-7]")).to_have_value("-")
    one.tap("save")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator("[data-action=prepare]")).to_have_text(re.compile("11 numbers"))


def by_the_list(one: Phone) -> bool:
    """Whether a table waits; then it is opened."""
    one.open().wait_for_selector("[data-asked]", state="attached")
    entry = one.page.locator("[data-action=waiting]")
    if not entry.count():
        return False
    expect(one.page).to_have_title("(1) Rowlock")
    entry.click()
    return True


@pytest.mark.parametrize(
    ("width", "height"), [(390, 844), pytest.param(1280, 800, marks=pytest.mark.long)]
)
def test_a_slow_game_from_the_lobby_to_the_end(phone: Phones, width: int, height: int) -> None:
    ann, ben = phone(width=width, height=height), phone(width=width, height=height)
    table = invited(ann)
    ann.open()
    joined(ben, table)
    ben.open()
    assert by_the_list(ann)  # her device opens its share, and the game begins
    ann.page.wait_for_selector(".table")
    people, unprepared = [ann, ben], [ann, ben]
    for _ in range(40):
        for one in people:
            if by_the_list(one):
                one.thumb(f"{IDLE}, {OVER}", 30, lazy=True)
            if one in unprepared and one.page.locator("[data-action=prepare]").count():
                prepared(one)
                assert one.fits()
                unprepared.remove(one)
        if any(one.page.locator(OVER).count() for one in people):
            break
    else:
        raise AssertionError("the game does not end")
    assert not unprepared


def test_more_time_and_the_end_by_agreement(phone: Phones, server: Running) -> None:
    made = server.create("me:Ann", "bot", start=True, over_days=True, time_limit=DAY_S)
    me = phone()
    page = me.sit(made["table"], made["token"])
    page.wait_for_selector("[data-action=roll], [data-action=pass]")
    page.locator(".tools button").last.click()
    me.tap("more-time")
    expect(page.locator("[data-action=more-time]")).to_have_count(0)
    me.tap("end-table")
    page.wait_for_selector("[data-action=rematch]")
    expect(page.get_by_text("ended by its players").first).to_be_visible()


def test_one_tap_leads_to_the_next_table_that_waits(phone: Phones, server: Running) -> None:
    me = phone()
    tables = []
    for _ in range(2):
        made = server.create("me:Ann", "local:Eva", start=True, over_days=True, time_limit=DAY_S)
        me.sit(made["table"], made["token"]).wait_for_selector(".table, [data-action=ready]")
        tables.append(made["table"])
    me.open()
    expect(me.page.locator("[data-action=waiting]")).to_have_count(2)
    hrefs = [
        each.get_attribute("href") or "" for each in me.page.locator("[data-action=waiting]").all()
    ]
    assert [href.rpartition("/")[2] for href in hrefs] == tables  # the longest wait first
