"""What signs, cards, stamps and dice tell: each seen, none hidden by another, all explained."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from rowlock import Roll
from rowlock.table.fair.dice import FairDice
from tests.server.running import Running
from tests.web.phone import Phone, Phones


def sit(me: Phone, server: Running, *others: str, **options: Any) -> Page:
    made = server.create("me:Max", *others, start=True, **options)
    return me.sit(made["table"], made["token"])


@pytest.mark.parametrize(
    ("variant", "sign", "words"),
    [
        ("bonus_b", "circle", "two more crosses in the row with the fewest"),
        ("bonus_b", "star", "penalties cost nothing"),
        ("bonus_a", "Red, free", "cross the next cell in the row of its colour"),
        ("longo", "Lucky numbers", "the next cell in the row with the fewest crosses"),
    ],
)
def test_a_sign_says_what_it_means_when_it_is_tapped(
    phone: Phones, server: Running, variant: str, sign: str, words: str
) -> None:
    page = sit(phone(width=320, height=568), server, variant=variant)
    page.locator(".own").get_by_role("button", name=re.compile(f"^{sign}")).first.click()
    note = page.get_by_role("note").filter(has_text=words)
    expect(note).to_be_visible()
    expect(note).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    expect(note).to_be_hidden()


def test_a_barred_cell_says_why_and_what_its_sign_means(phone: Phones, server: Running) -> None:
    page = sit(phone(), server, variant="double_b")
    page.locator("[data-action=roll]").click()
    page.wait_for_selector("html:not([data-taps-off]) .own .legal")  # asked, and taps count again
    barred = page.locator("[data-cell=r3][aria-disabled], [data-cell=r5][aria-disabled]").first
    barred.click(force=True)  # it says that it is disabled
    expect(page.get_by_text("This cell counts as two crosses.")).to_be_visible()


def test_the_own_hand_is_seen_at_every_question(phone: Phones, server: Running) -> None:
    me = phone(width=320, height=568)
    page = sit(me, server, cards=True)
    for question in (".dock .card[data-move]", ".dock .keys .key:not(:disabled)"):
        me.thumb(question, 30)  # take from the display, then the announced number
        hand = page.get_by_role("img", name=re.compile("^Your hand: "))
        expect(hand).to_be_in_viewport(ratio=1)
        assert len(hand.locator("i").all()) >= 4
    me.thumb(".dock .card:not([data-move])", 30)
    expect(page.get_by_role("group", name="Your hand").get_by_role("button").first).to_be_visible()


def close_red(page: Page) -> None:
    """With dice of one's own: six crosses in red, the 12 among them."""
    for cell in ("r2", "r5", "r7", "r10", "r11", "r12"):
        page.locator(f"[data-cell={cell}]").click()


def box_of(place: Locator) -> FloatRect:
    box = place.bounding_box()
    assert box is not None
    return box


def test_the_stamp_of_a_closed_row_hides_no_cross(phone: Phones, server: Running) -> None:
    page = sit(phone(width=320, height=568), server, dice="real")
    close_red(page)
    stamp = page.get_by_text("closed · You")
    expect(stamp).to_be_visible()
    box = box_of(stamp)
    for place in page.locator(".row").first.locator("[data-cell]").all():
        other = box_of(place)
        assert box["y"] + box["height"] <= other["y"] + 2


@pytest.mark.parametrize(("width", "height"), [(320, 568), (390, 844), (667, 375)])
def test_the_banner_covers_no_cell_no_key_and_no_menu(
    phone: Phones, server: Running, width: int, height: int
) -> None:
    page = sit(phone(width=width, height=height), server, dice="real")
    close_red(page)
    banner = page.locator("button.banner")
    expect(banner).to_be_visible()
    box = box_of(banner)
    for place in ("[data-cell]", ".dock button", "[aria-label=Menu]"):
        for node in page.locator(place).all():
            other = box_of(node)
            left = box["x"] + box["width"] <= other["x"]
            right = other["x"] + other["width"] <= box["x"]
            below = box["y"] + box["height"] <= other["y"] + 1
            assert left or right or below, place


@pytest.mark.long
def test_a_removed_die_leaves_an_empty_place_at_once(
    phone: Phones, server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever closes a row in action 1 finds the die of that colour gone in action 2."""
    whites = {1: (1, 1), 2: (2, 2), 3: (3, 3), 4: (4, 4), 5: (5, 5), 6: (6, 6)}
    monkeypatch.setattr(FairDice, "roll", lambda dice, game: Roll(whites[game.turn], (6, 6, 6, 6)))
    me = phone(oneTap=True, motion="off")
    page = sit(me, server)
    for turn in whites:
        me.tap("roll")
        page.locator(f".dock [data-move=r{2 * turn}]").click()
        expect(page.locator(".dock.sums")).to_be_visible()
        assert page.locator(".sums .gone").count() == (turn == 6)
        me.tap("pass")
    expect(page.locator(".own .stamp")).to_have_count(1)


def test_the_scale_of_longo_keeps_its_numbers_whole(phone: Phones, server: Running) -> None:
    me = phone(width=320, height=568)
    page = sit(me, server, variant="longo")
    me.thumb(lazy=True)
    heights = page.locator(".scale li").evaluate_all("l => l.map((e) => e.offsetHeight)")
    assert len(heights) == 15
    assert len(set(heights)) == 1  # none in two lines
    fit = "l => l.every((e) => e.scrollWidth <= e.clientWidth)"
    assert page.locator(".scale li").evaluate_all(fit)


def test_the_ranking_keeps_signs_bonus_and_penalties_on_a_phone(
    phone: Phones, server: Running
) -> None:
    me = phone(width=320, height=568)
    page = sit(me, server, "bot", variant="bonus_b")
    me.thumb(lazy=True)
    boxes = page.locator(".ranking li").filter(has_text="You").locator(".boxes")
    expect(boxes.locator("svg").first).to_be_visible()
    assert boxes.locator("svg").count() == 4
    expect(boxes.locator(".plain").last).to_have_text("−20")
    assert me.fits()
