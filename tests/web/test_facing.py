"""Two people face to face on one tablet: each half is one's own, and nothing is handed over."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rowlock.variants import NAMES
from tests.sampling import some
from tests.server.running import Running
from tests.web.phone import OVER, Phone, Phones, stop_the_clock
from tests.web.test_access import axe

TABLETS = ("820x1180", "1180x820", "768x1024", "1024x768")

# Two thumbs, one for each half, that roll and cross nothing: four penalties end the game.
THUMBS = """
async ([over, limit]) => {
  const until = Date.now() + limit
  let handed = 0
  while (Date.now() < until) {
    if (document.querySelector(over)) return handed
    handed += document.querySelectorAll('.handover').length
    for (const half of document.querySelectorAll('[data-side]'))
      (half.querySelector('[data-action=roll]:not(:disabled)') ??
        half.querySelector('[data-action=penalty], [data-action=pass]:not(:disabled)'))?.click()
    await new Promise((done) => setTimeout(done, 12))
  }
  return 'not over'
}
"""


def sit(phone: Phones, server: Running, size: str = TABLETS[0], **options: Any) -> Phone:
    """Ann sits near, Ben on the far side."""
    made = server.create("me:Ann", "local:Ben", start=True, **options)
    width, height = map(int, size.split("x"))
    me = phone(width=width, height=height, facing=True)
    me.sit(made["table"], made["token"])
    me.page.wait_for_selector("[data-action=roll]")
    return me


def middle(page: Page, place: str) -> tuple[float, float]:
    box = page.locator(place).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_game_from_the_first_choice_to_the_end_without_handing_over(phone: Phones) -> None:
    me = phone(width=820, height=1180, name="Max", others=["Laura"])
    page = me.open("new/device")
    page.locator("[data-action=facing]").click()
    me.tap("create")
    far, near = page.locator("[data-side=far]"), page.locator("[data-side=near]")
    expect(near).to_be_visible()
    assert far.evaluate("half => getComputedStyle(half).rotate") == "180deg"
    assert near.evaluate("half => getComputedStyle(half).rotate") == "none"
    # What is first on a sheet lies to the right and below for whoever looks from the other side.
    first, last = (middle(page, f"[data-side=far] [data-cell={name}]") for name in ("r2", "b2"))
    assert first[0] > last[0]
    assert first[1] > last[1]
    assert axe(page) == []
    assert page.evaluate(THUMBS, [OVER, 60_000]) == 0


def test_the_answer_of_one_never_costs_the_other_a_tap(phone: Phones, server: Running) -> None:
    """The clock stands still after the first answer, and with it the rest after a new question."""
    made = server.create("me:Ann", "local:Ben", start=True)
    me = phone(width=820, height=1180, facing=True)
    page = me.page
    page.clock.install()
    me.sit(made["table"], made["token"])
    page.locator("[data-action=roll]").click()
    page.wait_for_selector("html:not([data-taps-off-far]) [data-side=far] .dock [data-move^=r]")
    stop_the_clock(page)
    page.mouse.click(*middle(page, "[data-side=near] [data-action=pass], [data-action=penalty]"))
    page.wait_for_selector("html[data-taps-off-near]")
    page.mouse.click(*middle(page, "[data-side=far] .dock [data-move^=r]"))
    expect(page.locator("[data-side=far] [data-action=confirm]")).to_be_visible()
    page.clock.resume()


@pytest.mark.parametrize("size", some(TABLETS, ["768x1024"]))
@pytest.mark.parametrize("variant", some([n for n in NAMES if n != "xl"], ["bonus_b"]))
def test_both_halves_fit_the_tablet(
    phone: Phones, server: Running, size: str, variant: str
) -> None:
    me = sit(phone, server, size, variant=variant)
    me.tap("roll")
    me.page.wait_for_selector("[data-side=far] .legal")
    spare = (
        "halves => halves.map(h => h.scrollHeight - h.clientHeight + h.scrollWidth - h.clientWidth)"
    )
    assert me.page.locator("[data-side]").evaluate_all(spare) == [0, 0]
    assert me.fits()


@pytest.mark.long
def test_two_people_on_a_small_device_hand_it_over(phone: Phones, server: Running) -> None:
    """A phone, large print, a hand of cards, a third player: nobody sits face to face."""
    tables: list[tuple[dict[str, Any], tuple[str, ...], dict[str, Any]]] = [
        ({"width": 390, "height": 844}, ("local:Ben",), {}),
        ({"width": 820, "height": 1180, "size": "xl"}, ("local:Ben",), {}),
        ({"width": 820, "height": 1180}, ("local:Ben",), {"cards": True}),
        ({"width": 820, "height": 1180}, ("local:Ben", "bot"), {}),
    ]
    for looks, others, options in tables:
        made = server.create("me:Ann", *others, start=True, **options)
        me = phone(facing=True, **looks)
        me.sit(made["table"], made["token"])
        me.page.wait_for_selector(".table, .handover")
        assert me.page.locator("[data-side]").count() == 0


@pytest.mark.long
def test_the_menu_turns_the_far_half_round_and_back(phone: Phones, server: Running) -> None:
    me = sit(phone, server)
    me.page.locator("header button").last.click()
    me.page.locator("[data-action=facing]").click()
    expect(me.page.locator("[data-side]")).to_have_count(0)
