"""The game of the day in a real browser: played, judged, ranked, shared, deleted."""

from __future__ import annotations

import pytest
from PIL import Image
from playwright.sync_api import Page, Route, expect

from rowlock import parse_record
from rowlock.daily import day_of
from rowlock.daily.check import check_dice
from rowlock.languages import LANGUAGES
from tests.web.phone import Phone, Phones
from tests.web.test_access import axe

MONDAY = "2026-11-16"
OVER = "[data-action=board]"
PATIENCE = 120_000
"""Other programs may use the machine, and the first review compiles its judges."""


@pytest.fixture(autouse=True)
def always_monday(monday: None) -> None:
    """It is Monday in every test here."""


def begin(me: Phone, name: str) -> Page:
    me.page.set_default_timeout(PATIENCE)
    page = me.open(f"daily/{MONDAY}")
    page.locator("input[name=name]").fill(name)
    me.tap("play-day")
    page.wait_for_selector(".table")
    return page


def play(me: Phone, name: str, *, lazy: bool = True) -> Page:
    """A whole game of the day, until it is judged."""
    page = begin(me, name)
    me.thumb(OVER, PATIENCE / 1000, lazy=lazy)
    page.locator("[data-part=sums]").wait_for()
    return page


def figures(page: Page) -> list[float]:
    """What perfect play expects, given away, luck, score."""
    texts = page.locator("[data-part=sums] td").all_inner_texts()
    return [float(text.replace("−", "-").replace("points", "").strip()) for text in texts]


def record_of(me: Phone) -> str:
    table = me.page.url.rpartition("/")[2]
    return me.server.get(f"/api/tables/{table}/record").text


def can_copy(me: Phone) -> None:
    """A browser that shares by the clipboard, which a test can read."""
    me.context.grant_permissions(["clipboard-read", "clipboard-write"])
    me.context.add_init_script("delete Navigator.prototype.share")


def copied(page: Page, start: str) -> str:
    """What was put into the clipboard, once it is there; it begins like this."""
    page.wait_for_function(
        "(start) => navigator.clipboard.readText().then((text) => text.startsWith(start))",
        arg=start,
    )
    return str(page.evaluate("navigator.clipboard.readText()"))


def test_a_whole_game_of_the_day(phone: Phones) -> None:
    me = phone()
    can_copy(me)
    page = play(me, "Ada")
    expected, given, luck, score = figures(page)
    assert (expected, score) == (115.4831, -20)
    assert round(expected + given + luck, 4) == score
    expect(page.locator("[data-action=rematch]")).to_have_count(0)
    assert axe(page) == []
    me.picture("daily-end")
    me.tap("share-day")
    text = copied(page, "Rowlock ")
    assert text.startswith(f"Rowlock {MONDAY}\nQwixx: −20\ngiven away: ")
    assert text.endswith(f"G🟩0 B🟦0 ✖4\n{me.server.url}/daily")
    page.evaluate("delete Navigator.prototype.canShare")
    with page.expect_download() as saved:
        me.tap("picture")
    assert saved.value.suggested_filename == f"rowlock-{MONDAY}.png"
    with Image.open(saved.value.path()) as drawn:
        assert drawn.width == 1200

    me.tap("board")
    page.locator("[data-part=sums]").wait_for()
    line = page.locator("[data-part=board] tr.you", has_text="Ada")
    expect(line).to_contain_text("−20", timeout=PATIENCE)
    assert axe(page) == []
    me.picture("daily-board")
    page.set_viewport_size({"width": 320, "height": 640})
    assert me.fits()

    me.tap("delete-day")
    me.tap("delete-day")  # it asks whether that is meant
    page.get_by_text("You played that day’s game and deleted it.").wait_for()
    page.get_by_text("Loading…").wait_for(state="detached")
    expect(page.locator("[data-part=board]")).not_to_contain_text("Ada", timeout=PATIENCE)


def approximately(route: Route) -> None:
    route.fulfill(json=route.fetch().json() | {"exact": False})


def test_the_page_of_a_played_day(phone: Phones) -> None:
    me = phone()
    can_copy(me)
    page = play(me, "Uma")
    me.open(f"daily/{MONDAY}")
    expect(page.locator("[data-part=what]")).to_have_text("Classic, alone")
    expect(page.locator("[data-part=sums]")).to_contain_text("What perfect play would have scored")
    me.tap("new-group")
    me.tap("invite-group")
    link = copied(page, me.server.url).removeprefix(f"{me.server.url}/")
    page.clock.set_fixed_time(f"{MONDAY}T12:00:00")  # a group's link opens the day of the device
    me.open(link)  # now one is on its board
    page.locator("[data-part=board] tr.you", has_text="Uma").wait_for()
    me.tap("leave-group")
    expect(page.get_by_role("button", name="Group 1")).to_have_count(0)
    board = me.server.get(f"/api/days/{MONDAY}/board?group={link.rpartition('/')[2]}").json()
    assert board["ranked"] == 0
    page.route("**/result*", approximately)
    me.open(f"daily/{MONDAY}")
    sums = page.locator("[data-part=sums]")
    expect(sums).to_contain_text("There is no exact table for this game.")
    expect(sums).not_to_contain_text("perfect play")


@pytest.mark.long
def test_different_decisions_get_the_same_dice(phone: Phones) -> None:
    lazy, eager = phone(), phone()
    play(lazy, "Lea")
    play(eager, "Eva", lazy=False)
    one, other = (parse_record(record_of(me)) for me in (lazy, eager))
    assert str(one.turns[0]) != str(other.turns[0])
    assert len(one.turns) == 4
    assert check_dice(one, day_of(MONDAY)) == len(one.turns)
    assert check_dice(other, day_of(MONDAY)) == len(other.turns)


def test_a_game_resumes_where_it_was_left(phone: Phones) -> None:
    me = phone()
    page = begin(me, "Ida")
    me.tap("roll")
    page.wait_for_selector("[data-action=pass]")
    table = page.url
    me.open(f"daily/{MONDAY}")
    me.tap("resume-day")
    page.wait_for_selector("[data-action=pass]")
    assert page.url == table


@pytest.mark.long
def test_friends_have_a_board_of_their_own(phone: Phones) -> None:
    ann, ben = phone(), phone()
    can_copy(ann)
    for me in (ann, ben):
        me.page.set_default_timeout(PATIENCE)
    page = ann.open(f"daily/{MONDAY}")
    ann.tap("new-group")
    ann.tap("invite-group")
    link = copied(page, ann.server.url)
    play(ann, "Gro")
    play(ben, "Nils")
    ben.open(f"daily/{MONDAY}")
    ben.page.locator("[data-part=board] tr", has_text="Gro").wait_for()  # among everybody
    ann.open(f"daily/{MONDAY}")
    ann.page.get_by_role("button", name="Group 1").click()
    board = ann.page.locator("[data-part=board] tbody tr")
    expect(board).to_have_count(1, timeout=PATIENCE)
    assert f"{ann.server.url}/daily/g/" in link
    ben.open(link.removeprefix(f"{ann.server.url}/"))  # it is the group's today that is shown
    ben.page.locator("button[aria-pressed=true]", has_text="Group 1").wait_for()


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_by_keyboard(phone: Phones, language: str) -> None:
    me = phone(language=language, width=320, height=640)
    me.page.set_default_timeout(PATIENCE)
    page = me.open(f"daily/{MONDAY}")
    page.locator("input[name=name]").fill("Kim")
    page.keyboard.press("Enter")
    page.wait_for_selector(".table")
    me.thumb(OVER, PATIENCE / 1000, lazy=True)
    page.locator("[data-part=sums]").wait_for()
    assert axe(page) == []
    assert me.fits()
    me.picture(f"daily-end-{language}")
    page.locator(OVER).focus()
    page.keyboard.press("Enter")
    page.locator("[data-part=board] tr.you").wait_for()
    assert me.fits()
    if language != "en":
        assert "given away" not in page.locator("main").inner_text().lower()
