"""The table on a television: the whole room sees how to join, what counts, and who has won."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, expect

from tests.server.running import Running
from tests.web.phone import Phone, Phones, play_out

TV: dict[str, Any] = {"width": 1920, "height": 1080}


def pixels(place: Locator) -> float:
    return float(place.evaluate("e => parseFloat(getComputedStyle(e).fontSize)"))


def no_scrolling(me: Phone) -> bool:
    return bool(me.page.evaluate("document.documentElement.scrollHeight <= innerHeight"))


def test_the_lobby_shows_how_to_join_and_who_is_there(phone: Phones, server: Running) -> None:
    made = server.create("me:Ann", "open", "bot")
    tv = phone(**TV)
    page = tv.open(f"t/{made['table']}/tv")
    code = page.locator(".qr svg")
    expect(code).to_be_visible()
    box = code.bounding_box()
    assert box is not None
    assert box["width"] >= 400  # for phones on the sofa
    table = made["table"]
    expect(page.locator(".code")).to_have_text(f"{table[:4]}-{table[4:]}")
    expect(page.get_by_text("Ann")).to_be_visible()
    server.join(table, "Ben")
    expect(page.get_by_text("Ben")).to_be_visible()
    assert no_scrolling(tv)
    tv.picture("tv-lobby")


def test_the_room_reads_who_rolls_the_number_and_the_penalties(
    phone: Phones, server: Running
) -> None:
    made = server.create("me:Ann", "local:Ben", start=True)
    ann, tv = phone(oneTap=True), phone(**TV)
    ann.sit(made["table"], made["token"])
    page = tv.open(f"t/{made['table']}/tv")
    words = page.locator(".stage p")
    expect(words).to_have_text(re.compile("^(Ann|Ben) rolls"))
    assert pixels(words.locator("strong")) >= 48
    first = (words.inner_text()).split()[0]
    ann.tap("roll")
    expect(words).to_have_text(re.compile(r"^White dice: \d+\.\s*Everyone may cross one \d+\.$"))
    tv.picture("tv-action-1")
    assert no_scrolling(tv)
    # Nobody crosses anything: whoever rolled has a penalty, which all can see.
    ann.thumb("[data-action=roll]", lazy=True)
    sheet = page.locator("article").filter(has=page.get_by_role("heading", name=first))
    expect(sheet.get_by_role("img", name="1 of 4 penalties")).to_be_visible()


def test_a_closed_row_is_announced(phone: Phones, server: Running) -> None:
    made = server.create("me:Ann", dice="real", start=True)
    ann, tv = phone(), phone(**TV)
    ann.sit(made["table"], made["token"])
    page = tv.open(f"t/{made['table']}/tv")
    expect(page.get_by_role("heading", name="Ann")).to_be_visible()
    for cell in ("r2", "r3", "r4", "r5", "r6", "r12"):
        ann.page.locator(f"[data-cell={cell}]").click()
    expect(page.locator(".banner").first).to_contain_text("Ann closed red")


def test_at_the_end_the_winner_is_in_the_middle_and_the_screen_follows_the_rematch(
    phone: Phones, server: Running
) -> None:
    made = server.create("me:Ann", "open", "bot:easy")
    key = server.join(made["table"], "Ben")["token"]
    ann, ben, tv = phone(oneTap=True), phone(oneTap=True), phone(**TV)
    ann.sit(made["table"], made["token"])
    ben.sit(made["table"], key)
    page = tv.open(f"t/{made['table']}/tv")
    ann.sees("Ben")
    ann.tap("start")
    play_out(ann, ben, lazy=True)
    title = page.get_by_role("heading", level=2).first
    expect(title).to_have_text(re.compile("^(?!Ann|Ben).+ wins!$"))  # they crossed nothing
    assert pixels(title) >= 70
    expect(page.locator(".stage")).to_have_count(0)
    boxes = {
        place: page.locator(f"li[value='{place}']").first.bounding_box() for place in ("1", "2")
    }
    first, second = boxes["1"], boxes["2"]
    assert first is not None
    assert second is not None
    assert abs(first["x"] + first["width"] / 2 - 960) < 60
    assert first["width"] > second["width"]
    assert no_scrolling(tv)
    tv.picture("tv-end")
    ann.tap("rematch")
    expect(page).not_to_have_url(re.compile(made["table"]))
    expect(page).to_have_url(re.compile("/tv$"))
    expect(page.get_by_text("Ann")).to_be_visible()
