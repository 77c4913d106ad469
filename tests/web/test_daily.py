"""The game of the day in a real browser: played, judged, ranked, shared, deleted."""

from __future__ import annotations

import datetime

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from rowlock import parse_record
from rowlock.daily import day_of
from rowlock.daily.check import check_dice
from rowlock.languages import LANGUAGES
from rowlock.server import days
from rowlock.server.days import Days
from rowlock.solve.value_table import ValueTable
from tests.solve.conftest import classic, classic_file
from tests.web.phone import Phone, Phones
from tests.web.test_access import axe

__all__ = ["classic", "classic_file"]

MONDAY = "2026-11-16"
OVER = "[data-action=board]"
PATIENCE = 120_000


@pytest.fixture(autouse=True)
def monday(classic: ValueTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is Monday noon, and the table of classic is solved."""
    noon = datetime.datetime(2026, 11, 16, 12, tzinfo=datetime.UTC)
    monkeypatch.setattr(Days, "now", lambda self: noon)
    monkeypatch.setattr(days, "_table", lambda date: classic)


def begin(me: Phone, name: str) -> Page:
    page = me.open(f"daily/{MONDAY}")
    page.locator("input[name=name]").fill(name)
    me.tap("play-day")
    page.wait_for_selector(".table")
    return page


def play(me: Phone, name: str, *, lazy: bool = True) -> Page:
    """A whole game of the day, until it is judged."""
    page = begin(me, name)
    me.thumb(OVER, lazy=lazy)
    page.locator("[data-part=sums]").wait_for(timeout=PATIENCE)
    return page


def figures(page: Page) -> list[float]:
    """What best play expects, given away, luck, score."""
    texts = page.locator("[data-part=sums] td").all_inner_texts()
    return [float(text.replace("−", "-").replace("points", "").strip()) for text in texts]


def record_of(me: Phone) -> str:
    table = me.page.url.rpartition("/")[2]
    return me.server.get(f"/api/tables/{table}/record").text


def can_copy(me: Phone) -> None:
    """A browser that shares by the clipboard, which a test can read."""
    me.context.grant_permissions(["clipboard-read", "clipboard-write"])
    me.context.add_init_script("delete Navigator.prototype.share")


def test_a_whole_game_of_the_day(phone: Phones) -> None:
    me = phone()
    can_copy(me)
    page = play(me, "Ada")
    expected, given, luck, score = figures(page)
    assert (expected, score) == (115.5, -20)
    assert expected + given + luck == pytest.approx(score, abs=0.2)  # each is rounded
    expect(page.locator("[data-action=rematch]")).to_have_count(0)
    assert axe(page) == []
    me.picture("daily-end")
    me.tap("share-day")
    me.sees("Copied")
    text = page.evaluate("navigator.clipboard.readText()")
    assert text.startswith(f"Rowlock {MONDAY}\nQwixx: −20\ngiven away: ")
    assert text.endswith(f"G🟩0 B🟦0 ✖4\n{me.server.url}/daily")
    page.evaluate("delete Navigator.prototype.canShare")
    with page.expect_download() as saved:
        me.tap("picture")
    assert saved.value.suggested_filename == f"rowlock-{MONDAY}.png"
    with Image.open(saved.value.path()) as drawn:
        assert drawn.width == 1200

    me.tap("board")
    line = page.locator("[data-part=board] tr.you")
    expect(line).to_contain_text("Ada")
    expect(line).to_contain_text("−20")
    page.locator("[data-part=sums]").wait_for(timeout=PATIENCE)
    assert axe(page) == []
    me.picture("daily-board")
    page.set_viewport_size({"width": 320, "height": 640})
    assert me.fits()

    me.tap("delete-day")
    me.tap("delete-day")  # it asks whether that is meant
    me.sees("You have played this day and deleted your game.")
    expect(page.locator("[data-part=board]")).not_to_contain_text("Ada")


@pytest.mark.long
def test_two_who_decide_differently_meet_the_same_dice(phone: Phones) -> None:
    lazy, eager = phone(), phone()
    play(lazy, "Lea")
    play(eager, "Eva", lazy=False)
    one, other = (parse_record(record_of(me)) for me in (lazy, eager))
    assert str(one.turns[0]) != str(other.turns[0])
    assert len(one.turns) == 4
    assert check_dice(one, day_of(MONDAY)) == len(one.turns)
    assert check_dice(other, day_of(MONDAY)) == len(other.turns)


def test_a_game_goes_on_where_it_was_left(phone: Phones) -> None:
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
    page = ann.open(f"daily/{MONDAY}")
    ann.tap("new-group")
    ann.tap("invite-group")
    ann.sees("Copied")
    link = page.evaluate("navigator.clipboard.readText()")
    play(ann, "Gro")
    play(ben, "Nils")
    ben.open(f"daily/{MONDAY}")
    expect(ben.page.locator("[data-part=board]")).to_contain_text("Gro")  # among everybody
    ann.open(f"daily/{MONDAY}")
    ann.page.get_by_role("button", name="Group 1").click()
    board = ann.page.locator("[data-part=board] tbody tr")
    expect(board).to_have_count(1)
    assert f"{ann.server.url}/daily/g/" in link
    ben.open(link.removeprefix(f"{ann.server.url}/"))  # it is the group's today that is shown
    expect(ben.page.get_by_role("button", name="Group 1")).to_have_attribute("aria-pressed", "true")


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_by_keyboard(phone: Phones, language: str) -> None:
    me = phone(language=language, width=320, height=640)
    page = me.open(f"daily/{MONDAY}")
    page.locator("input[name=name]").fill("Kim")
    page.keyboard.press("Enter")
    page.wait_for_selector(".table")
    me.thumb(OVER, lazy=True)
    page.locator("[data-part=sums]").wait_for(timeout=PATIENCE)
    assert axe(page) == []
    assert me.fits()
    me.picture(f"daily-end-{language}")
    page.locator(OVER).focus()
    page.keyboard.press("Enter")
    page.locator("[data-part=board] tr.you").wait_for()
    assert me.fits()
    if language != "en":
        assert "given away" not in page.locator("main").inner_text().lower()
