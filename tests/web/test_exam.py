"""The exam in a real browser: a game without taking back, and the report on it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from rowlock.reviews.exam import exam_chance
from tests.server.running import Running
from tests.web.phone import Phone, Phones
from tests.web.test_access import axe, cut_off
from tests.web.told_review import outlook, told

PATIENCE = 60_000
REPORT = "main > section .sums td"


def number(text: str) -> float:
    return float(text.replace("−", "-").replace("+", "").replace(",", "."))


def examined(phone: Phones, path: str = "exam/7", **options: object) -> Phone:
    """A phone that has crossed nothing, and reads the report."""
    me = phone(**options)
    me.open(path)
    me.tap("begin")
    me.thumb(REPORT, 60, lazy=True)
    return me


def test_the_sum_on_the_page_adds_up_to_the_last_digit(
    phone: Phones, server: Running, kept: None
) -> None:
    me = examined(phone)
    page = me.page
    expected, given, luck, result = map(number, page.locator(REPORT).all_inner_texts())
    assert (expected, result) == (115.5, -20)
    assert round(expected + given + luck, 4) == result
    page.get_by_text("gave something away").click()
    first = page.locator("[data-lost]").first
    expect(first.locator("th")).to_have_text("1 · action 2")
    first.locator("[data-action=sheet-then]").click()
    sheet = page.get_by_role("dialog", name="Turn 1 · action 2")
    expect(sheet.get_by_role("grid")).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    lost = page.locator("[data-lost]").evaluate_all("all => all.map((each) => +each.dataset.lost)")
    assert sum(lost) == pytest.approx(-given, abs=0.06)
    assert axe(page) == []
    page.set_viewport_size({"width": 320, "height": 640})
    assert me.fits()
    assert cut_off(me) == []


def test_the_report_and_its_quiz_tell_why(phone: Phones, server: Running, kept: None) -> None:
    me = phone()
    page = me.page
    page.route("**/api/reviews", told(because_of_bonus))
    me.open("exam/7")
    me.tap("begin")
    me.thumb(REPORT, 60, lazy=True)
    why = page.locator("article .why li").first
    expect(why).to_have_text("Bonus: 7.4 points more")
    me.tap("quiz")
    expect(why).to_have_count(0)
    me.tap("show")
    expect(why).to_have_text("Bonus: 7.4 points more")


def because_of_bonus(found: dict[str, Any]) -> None:
    for choice in found["decisions"]:
        best, even = choice["moves"][0]["move"], (10.0, 10.0, 10.0, 10.0)
        choice["why"] = [outlook(choice["chosen"], even), outlook(best, even, bonus=7.4)]


def test_the_address_names_the_dice(phone: Phones, server: Running, kept: None) -> None:
    me = phone()
    page = me.open("exam/7")
    me.tap("begin")
    me.tap("roll")
    white = exam_chance(7).dice(6, 1)[:2]
    expect(page.locator(".headline")).to_contain_text(f"White dice: {sum(white)}.")


def test_a_reload_resumes_the_game(phone: Phones, server: Running, kept: None) -> None:
    me = phone()
    page = me.open("exam")
    me.tap("begin")
    me.thumb(".dock.sums", 30)
    shown = page.locator(".dock .keys, .dock .sums").all_inner_texts()
    page.reload()
    me.tap("go-on")
    page.wait_for_selector(".dock.sums")
    assert page.locator(".dock .keys, .dock .sums").all_inner_texts() == shown
    expect(page.locator("[data-action=take-back]")).to_have_count(0)


def test_nobody_can_be_invited_to_an_exam(phone: Phones, server: Running, kept: None) -> None:
    me = phone()
    page = me.open("exam")
    me.tap("begin")
    page.locator(".tools button").last.click()
    expect(page.locator("dialog").get_by_role("heading", name="Settings")).to_be_visible()
    expect(page.locator("dialog summary")).to_have_count(0)
    page.goto(f"{server.url}/games")
    expect(page.locator("main")).not_to_contain_text("Turn")  # it is no game of the list


@pytest.mark.long
def test_another_exam_has_other_dice(phone: Phones, server: Running, kept: None) -> None:
    me = examined(phone, "exam")
    me.tap("again")
    me.page.wait_for_selector("[data-action=begin]")
    expect(me.page.locator("[data-action=go-on]")).to_have_count(0)
    assert me.page.url.endswith("/exam")


def not_yet(route: Route) -> None:
    route.fulfill(status=503, json={"code": "no_table_yet", "message": "", "share": 0.4})


def test_the_report_waits_for_the_table(phone: Phones, server: Running, kept: None) -> None:
    me = phone(language="de-DE")
    page = me.open("exam")
    page.route("**/api/exam/report", not_yet, times=1)
    me.tap("begin")
    me.thumb("main [role=status].muted, .sums td", 60, lazy=True)
    expect(page.get_by_role("status")).to_contain_text(re.compile("exakte Tabelle"))
    bar = page.get_by_role("progressbar", name="Wie viel von der exakten Tabelle fertig ist")
    assert bar.evaluate("(bar) => bar.value") == 0.4
    expect(page.locator(REPORT).first).to_be_visible(timeout=PATIENCE)
    expect(bar).to_have_count(0)
