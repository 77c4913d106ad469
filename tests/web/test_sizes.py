"""Every sheet at nine sizes, normal and in large print: nothing covered, nothing out of reach."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.server.running import Running
from tests.web.conftest import chromium
from tests.web.measure import SIZES, faults, fonts, width
from tests.web.phone import FLAGS, Phone, Phones

ACTION1 = ".dock .keys .key:not(:disabled)"
ACTION2 = ".dock.sums .key:not(:disabled)"
HAND = ".dock .card:not([data-move])"
SHEETS = ("classic", "longo", "mixx_a", "bonus_a", "bonus_b", "double_b", "cards")


def sit(me: Phone, server: Running, sheet: str) -> None:
    game = {"cards": True} if sheet == "cards" else {"variant": sheet}
    made = server.create("me:Max", "bot", "bot", "bot", "bot", start=True, **game)
    me.sit(made["table"], made["token"])


def look(me: Phone, what: str) -> None:
    found = {}
    for wide, high in SIZES:
        me.page.set_viewport_size({"width": wide, "height": high})
        found[f"{wide}x{high}"] = faults(me.page)
    assert {size: bad for size, bad in found.items() if bad} == {}, what


@pytest.mark.parametrize("size", ["normal", "xl"])
@pytest.mark.parametrize("sheet", SHEETS)
def test_nothing_is_covered_or_out_of_reach(
    phone: Phones, server: Running, sheet: str, size: str
) -> None:
    me = phone(size=size)
    sit(me, server, sheet)
    for question in (ACTION1, HAND if sheet == "cards" else ACTION2):
        me.thumb(question, 30)
        look(me, f"{sheet} {size} {question}")
        if sheet != "cards":
            me.page.locator(question).first.click()
            look(me, f"{sheet} {size} {question}, pencilled")


@pytest.mark.parametrize("sheet", ["classic", "longo", "bonus_b"])
def test_large_print_is_large_at_every_size(phone: Phones, server: Running, sheet: str) -> None:
    normal, large = phone(), phone(size="xl")
    for me in (normal, large):
        sit(me, server, sheet)
        me.thumb(ACTION1, 30)
    for wide, high in SIZES:
        for me in (normal, large):
            me.page.set_viewport_size({"width": wide, "height": high})
        before, now = fonts(normal.page), fonts(large.page)
        where = f"{sheet} at {wide}x{high}"
        assert now["numbers"] >= 1.5 * before["numbers"], where
        for what, size in before.items():
            assert now[what] >= 1.2 * size, f"{what} of {where}"
        for place in (".dock .die", ".dock .total"):
            assert width(large.page, place) > width(normal.page, place), f"{place} of {where}"


def test_large_print_fills_tablet_and_desktop(phone: Phones, server: Running) -> None:
    me = phone(size="xl")
    sit(me, server, "classic")
    me.thumb(ACTION1, 30)
    for wide, high in SIZES[-3:]:
        me.page.set_viewport_size({"width": wide, "height": high})
        assert width(me.page, ".own .sheet-card") >= 0.95 * wide
        assert me.page.locator(".player .mini").first.is_visible()


def test_large_print_shows_the_end_larger_too(phone: Phones, server: Running) -> None:
    sizes = {}
    for size in ("normal", "xl"):
        me = phone(size=size, width=320, height=568)
        sit(me, server, "classic")
        me.thumb(lazy=True)
        assert me.fits()
        ask = "e => parseFloat(getComputedStyle(e).fontSize)"
        sizes[size] = [
            me.page.locator(place).first.evaluate(ask)
            for place in ("h1", ".ranking .name", ".ranking .sum", ".pad .box", "footer .btn")
        ]
    for normal, large in zip(sizes["normal"], sizes["xl"], strict=True):
        assert large >= 1.15 * normal


@pytest.fixture(scope="module")
def large_text(browser: Browser) -> Iterator[Browser]:
    """A browser whose owner has set the text to 200 %."""
    flags = [*FLAGS, "--blink-settings=defaultFontSize=32"]
    large = browser.browser_type.launch(executable_path=chromium(), args=flags)
    yield large
    large.close()


@pytest.mark.parametrize("sheet", ["classic", "longo", "bonus_b"])
def test_text_at_200_percent(large_text: Browser, server: Running, sheet: str) -> None:
    me = Phone(large_text, server)
    sit(me, server, sheet)
    for question in (ACTION1, ACTION2):
        me.thumb(question, 30)
        look(me, f"{sheet} at 200 %")
    me.close()
