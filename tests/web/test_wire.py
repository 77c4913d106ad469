"""The page takes the numbers of the rules from what it is sent, also where no sheet has them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Route, expect

from tests.server.running import Running
from tests.web.phone import Phone, Phones
from tests.web.screens import SCREENS


def telling(me: Phone, change: Callable[[Any], None]) -> Phone:
    """A phone whose server tells another catalogue."""

    def answer(route: Route) -> None:
        told = route.fetch().json()
        change(told)
        route.fulfill(json=told)

    me.page.route("**/api/catalog", answer)
    return me


def test_seats_at_a_table(phone: Phones) -> None:
    me = telling(phone(bots=1), lambda told: told.update(max_seats=3))
    page = me.open()
    more = page.get_by_role("button", name="Add a bot")
    more.click()
    expect(more).to_be_disabled()  # three seats: two bots and I
    page = me.open("new/friends")
    page.wait_for_selector("[data-action=create]:not(:disabled)")
    page.get_by_label("Bots: +1").click()
    expect(page.get_by_label("Bots: +1")).to_be_disabled()  # I, a friend, a bot


def test_penalties_that_end_the_game_and_what_they_cost(phone: Phones, server: Running) -> None:
    def change(told: Any) -> None:
        told["variants"][0].update(penalties_to_end=6, penalty_points=7)

    me = telling(phone(), change)
    SCREENS["penalty"](me, server)
    expect(me.page.get_by_role("img", name="0 of 6 penalties").locator("i")).to_have_count(6)
    expect(me.page.locator("[data-action=penalty]")).to_have_text("Take a penalty (−7)?")


def sit_alone(me: Phone, server: Running, variant: str) -> None:
    made = server.create("me:Max", start=True, variant=variant)
    me.sit(made["table"], made["token"]).wait_for_selector(".table")


def test_cells_of_a_symbol(phone: Phones, server: Running) -> None:
    def change(told: Any) -> None:
        for variant in told["variants"]:
            for bonus in variant["bonuses"]:
                bonus["cells"].append("b2")

    me = telling(phone(), change)
    sit_alone(me, server, "bonus_b")
    expect(me.page.locator(".symbols .count")).to_have_text(["0/3"] * 5)


def test_squares_of_the_bar(phone: Phones, server: Running) -> None:
    def change(told: Any) -> None:
        for variant in told["variants"]:
            variant["bar"] = variant["bar"][:7]

    me = telling(phone(), change)
    sit_alone(me, server, "bonus_a")
    expect(me.page.locator(".bar li")).to_have_count(7)
