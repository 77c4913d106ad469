"""The page draws all chance of a finished game again and notices what does not fit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.server.running import Running
from tests.web.phone import Phone, Phones

Change = Callable[[Any], None]


def finished(phone: Phones, server: Running, *bots: str, **options: Any) -> tuple[Phone, Any]:
    """A game to its end, and what the page will be told about it."""
    made = server.create("me:Max", *bots, start=True, **options)
    me = phone(oneTap=True)
    me.sit(made["table"], made["token"])
    me.thumb(lazy=len(bots) < 2)
    return me, server.get(f"/api/tables/{made['table']}/replay").json()


def verdict(me: Phone, told: Any) -> str:
    """What the page says about a server that tells this."""

    def answer(route: Route) -> None:
        route.fulfill(json=told)

    me.page.route("**/replay", answer)
    me.page.get_by_role("button", name="Fair dice").click()
    line = me.page.locator("dialog .verdict")
    expect(line).to_be_visible()
    text = line.inner_text()
    me.page.keyboard.press("Escape")
    me.page.unroute("**/replay", answer)
    return text


def another(value: int, sides: int) -> int:
    return value % sides + 1


def test_dice_and_lucky_numbers_are_checked(phone: Phones, server: Running) -> None:
    me, told = finished(phone, server, variant="longo")
    rolls = len(told["turns"]) - 1
    assert f"all {rolls} rolls are correct" in verdict(me, told)
    dice = told["turns"][3]["log"]["roll"]["colours"]
    dice[2] = another(dice[2], 8)
    assert "turn 3 should have had different dice" in verdict(me, told)
    told["lucky"] = [[2, 2]]
    assert "the lucky numbers should have been different" in verdict(me, told)
    told["fair"]["seed"] = "0" * 64
    assert "not the seed the server committed to" in verdict(me, told)


@pytest.mark.long
def test_every_shuffle_and_every_card_is_checked(phone: Phones, server: Running) -> None:
    """Five at the table: twenty cards are left for the pile, so that it runs out soon."""
    for _ in range(5):
        me, told = finished(phone, server, *["bot"] * 4, cards=True)
        turns = told["turns"]
        if piles := [turn for turn in turns if turn.get("pile")]:
            break
    assert f"all {len(piles) + 1} shuffles and every card are correct" in verdict(me, told)

    pile = piles[0]["pile"]
    pile[0], pile[1] = pile[1], pile[0]
    wrong = f"turn {piles[0]['turn']} should have had different cards"
    assert wrong in verdict(me, told)
    pile[0], pile[1] = pile[1], pile[0]

    turns[2]["log"]["announced"] = another(turns[2]["log"]["announced"], 12)
    assert "turn 2 should have had different cards" in verdict(me, told)
    for event in turns[1]["events"]:
        if event["type"] == "cards_played":
            event["cards"] = ["j13"]  # a card that nobody holds
    assert "turn 1 should have had different cards" in verdict(me, told)
    told["deck"].reverse()
    assert "turn 0 should have had different cards" in verdict(me, told)


def test_another_first_player_is_noticed(phone: Phones, server: Running) -> None:
    me, told = finished(phone, server, "bot")
    told["first"] = 1 - told["first"]
    assert "someone else should have gone first" in verdict(me, told)
