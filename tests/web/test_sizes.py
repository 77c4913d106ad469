"""Every sheet at nine sizes, normal and in large print: nothing covered, nothing out of reach."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from rowlock.languages import LANGUAGES
from tests.sampling import some
from tests.server.running import Running
from tests.web.conftest import chromium
from tests.web.measure import SIZES, faults, fonts, resize, width
from tests.web.phone import FLAGS, OVER, Phone, Phones
from tests.web.wire import Wire

ACTION1 = ".dock .keys .key:not(:disabled)"
ACTION2 = ".dock.sums .key:not(:disabled)"
HAND = ".dock .card:not([data-move])"
IN_SIGHT = """l => l.some((cell) => {
  const port = cell.closest('.own').getBoundingClientRect()
  const box = cell.getBoundingClientRect()
  return box.top >= port.top - 6 && box.bottom <= port.bottom + 6
})"""
SHEETS = (
    "classic", "longo", "mixx_a", "bonus_a", "bonus_b", "double_a", "double_b", "connected_chain",
    "connected_steps", "x_change", "big_points", "cards",
)  # fmt: skip


def sit(me: Phone, server: Running, sheet: str) -> None:
    game = {"cards": True} if sheet == "cards" else {"variant": sheet}
    made = server.create("me:Max", "bot", "bot", "bot", "bot", start=True, **game)
    me.sit(made["table"], made["token"])


def reach(me: Phone, server: Running, sheet: str, question: str) -> None:
    """Plays until the question is asked, in another game where one ends without it."""
    for _ in range(6):
        me.thumb(f"{question}, {OVER}")
        if not me.page.locator(OVER).count():
            return
        sit(me, server, sheet)
    raise AssertionError(f"never asked: {question}")


def look(me: Phone, what: str) -> None:
    me.page.wait_for_selector("html:not([data-taps-off])")  # taps count again
    found = {}
    for wide, high in SIZES:
        resize(me.page, wide, high)
        found[f"{wide}x{high}"] = faults(me.page)
    assert {size: bad for size, bad in found.items() if bad} == {}, what


@pytest.mark.parametrize(
    ("sheet", "size"),
    some(itertools.product(SHEETS, ["normal", "xl"]), [("classic", "xl"), ("bonus_b", "normal")]),
)
def test_nothing_is_covered_or_out_of_reach(
    phone: Phones, server: Running, sheet: str, size: str
) -> None:
    me = phone(size=size)
    sit(me, server, sheet)
    for question in (ACTION1, HAND if sheet == "cards" else ACTION2):
        reach(me, server, sheet, question)
        look(me, f"{sheet} {size} {question}")
        if sheet != "cards":
            me.page.locator(question).first.click()
            look(me, f"{sheet} {size} {question}, pencilled")


@pytest.mark.parametrize("sheet", some(["longo", "bonus_a", "bonus_b"], ["bonus_b"]))
def test_penalties_and_score_are_seen_without_scrolling(
    phone: Phones, server: Running, sheet: str
) -> None:
    me = phone()
    sit(me, server, sheet)
    for question in (ACTION1, ACTION2):
        reach(me, server, sheet, question)
        for place in (".own .penalties .boxes", ".own .sum strong"):
            expect(me.page.locator(place)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("sheet", some(["bonus_b", "big_points"], ["bonus_b"]))
def test_large_print_shows_all_of_a_question_on_a_desktop(
    phone: Phones, server: Running, sheet: str
) -> None:
    me = phone(size="xl", width=1280, height=800)
    sit(me, server, sheet)
    reach(me, server, sheet, ACTION2)
    me.page.locator(".dock .key:not(:disabled)").first.click()
    expect(me.page.locator("[data-action=confirm]")).to_be_in_viewport(ratio=1)


def test_large_print_scrolls_to_a_cell_in_question(phone: Phones, server: Running) -> None:
    me = phone(size="xl", width=320, height=568)
    made = server.create("me:Max", start=True)  # alone: every turn asks twice
    me.sit(made["table"], made["token"])
    for _ in range(8):
        me.thumb(f"{ACTION1}, {ACTION2}")
        assert me.page.locator(".own .legal button").evaluate_all(IN_SIGHT)
        me.page.locator(".dock .key:not(:disabled)").last.click()  # in blue, if it can be
        me.tap("confirm")
        expect(me.page.locator("[data-action=confirm]")).to_have_count(0)


def test_in_large_print_a_small_phone_shows_the_result_before_the_foot(
    phone: Phones, server: Running
) -> None:
    me = phone(size="xl", width=320, height=568)
    made = server.create("me:Max", start=True)
    me.sit(made["table"], made["token"])
    me.thumb(lazy=True)
    rematch = me.page.locator("[data-action=rematch]")
    me.page.evaluate("scrollTo(0, 0)")
    expect(rematch).not_to_be_in_viewport()
    me.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(rematch).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("sheet", some(["classic", "longo", "bonus_b"], ["bonus_b"]))
def test_large_print_is_large_at_every_size(phone: Phones, server: Running, sheet: str) -> None:
    normal, large = phone(), phone(size="xl")
    for me in (normal, large):
        sit(me, server, sheet)
        me.thumb(ACTION1, 30)
    for wide, high in SIZES:
        for me in (normal, large):
            resize(me.page, wide, high)
        before, now = fonts(normal.page), fonts(large.page)
        where = f"{sheet} at {wide}x{high}"
        assert now["numbers"] >= 1.5 * before["numbers"], where
        for what in ("sentence", "buttons", "scores", "name of a row"):
            assert now[what] >= 1.2 * before[what], f"{what} of {where}"
        assert now["sum"] > before["sum"], where
        assert width(large.page, ".dock .die") > width(normal.page, ".dock .die"), where


def test_large_print_fills_tablet_and_desktop(phone: Phones, server: Running) -> None:
    me = phone(size="xl")
    sit(me, server, "classic")
    me.thumb(ACTION1, 30)
    for wide, high in SIZES[-3:]:
        resize(me.page, wide, high)
        dock = width(me.page, ".dock") if wide > high else 0
        assert width(me.page, ".own .sheet-card") + dock >= 0.95 * min(wide, 1640)
        assert me.page.locator(".player .mini").first.is_visible()


@pytest.mark.long
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


@pytest.mark.parametrize("sheet", some(["classic", "longo", "bonus_b"], ["bonus_b"]))
def test_text_at_200_percent(large_text: Browser, server: Running, sheet: str) -> None:
    me = Phone(large_text, server)
    sit(me, server, sheet)
    for question in (ACTION1, ACTION2):
        reach(me, server, sheet, question)
        look(me, f"{sheet} at 200 %")
    me.close()


@pytest.mark.parametrize("language", some(LANGUAGES, ["de"]))
def test_home_and_settings_at_200_percent(
    large_text: Browser, server: Running, language: str
) -> None:
    """No sideways scrolling, and no word of a level is broken."""
    me = Phone(large_text, server, language=language, width=360, height=640)
    for path, ready in (("settings", ".switch"), ("", ".levels")):
        me.open(path).wait_for_selector(ready)
        assert me.fits(), path
    heights = me.page.locator(".levels .what").evaluate_all("l => l.map((e) => e.offsetHeight)")
    assert len(heights) == 5
    assert len(set(heights)) == 1
    me.close()


@pytest.mark.parametrize("size", some(["normal", "xl"], ["normal"]))
def test_penalties_of_others_push_nothing_out_of_their_cards(
    phone: Phones, server: Running, size: str
) -> None:
    """Everybody has three, which takes the most room."""

    def punish(message: Any) -> None:
        for seat in message.get("seats", ()):
            if seat.get("sheet"):
                seat["sheet"]["penalties"] = 3

    me = phone(size=size)
    Wire(me, punish)
    sit(me, server, "classic")
    reach(me, server, "classic", ACTION1)
    expect(me.page.locator(".player .penalties")).to_have_count(4)
    look(me, "penalties")
