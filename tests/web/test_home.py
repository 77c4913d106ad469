"""The start page: nothing cut at any width in any language; what is new comes first."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from rowlock.languages import LANGUAGES
from tests.sampling import some
from tests.server.running import Running
from tests.web.phone import Phones

SIZES = ((320, 568), (360, 640), (390, 844), (820, 1180), (1024, 768), (1180, 820), (1280, 800))
CUT = """() => [...document.querySelectorAll('main :is(strong, small, .name, .what)')]
  .filter((e) => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline')
  .map((e) => e.innerText)"""
TOP = "(e) => e.getBoundingClientRect().top"


@pytest.mark.parametrize("language", some(LANGUAGES, ["de", "fr"]))
def test_nothing_scrolls_sideways_or_is_cut(phone: Phones, language: str) -> None:
    me = phone(language=language)
    me.open().wait_for_selector("[data-action=play]:not(:disabled)")
    for width, height in SIZES:
        me.page.set_viewport_size({"width": width, "height": height})
        assert me.fits(), width
        assert me.page.evaluate(CUT) == [], width


def test_play_is_above_today_and_today_above_study(phone: Phones) -> None:
    me = phone(width=820, height=1180)
    page = me.open()
    tops = [
        page.locator(place).first.evaluate(TOP)
        for place in ("[data-action=play]", "#today", "#study", ".sheets")
    ]
    assert tops == sorted(tops)


def test_a_waiting_table_todays_game_and_last_results_are_in_sight(
    phone: Phones, server: Running
) -> None:
    me = phone()
    stored = [
        {"table": "AAAAAAAA", "token": "x", "names": ["Kim", "Ben"], "mine": [0],
         "variant": "classic", "stage": "playing", "turn": 7, "waits": True, "at": 2},
        {"table": "BBBBBBBB", "token": "x", "names": ["Kim", "Ada"], "mine": [0],
         "variant": "longo", "stage": "over", "turn": 20, "totals": [61, 40], "winners": [0],
         "at": 1},
    ]  # fmt: skip
    me.context.add_init_script(
        f"localStorage.setItem('rowlock.tables', {json.dumps(json.dumps(stored))})"
    )
    page = me.open()
    waiting = page.get_by_role("link", name="Your table: Ben")
    expect(waiting).to_contain_text("Turn 7 · Classic · waiting for you")
    expect(page.get_by_role("link", name="Game of the day")).to_be_in_viewport()
    expect(page.get_by_role("link", name="Puzzles")).to_be_in_viewport()
    result = page.get_by_role("link", name="You 61 · Ada 40")
    expect(result).to_contain_text("Won")
