"""A sheet for each player: chosen in the lobby, shown to all, played to the end."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server.running import Running
from tests.web.phone import OVER, Phones, ann_and_ben, play_out
from tests.web.test_access import axe

SIZES = [(390, 844), (1280, 800)]


def test_everyone_chooses_and_sees_what_the_others_chose(phone: Phones, server: Running) -> None:
    ann, ben = ann_and_ben(phone, server, start=False, variant="double_a")
    expect(ben.page.get_by_label("Sheet of Ben")).to_have_count(0)
    ann.page.locator("input[name=sheets]").check()
    expect(ben.page.get_by_label("Sheet of Ben")).to_have_value("double_a")
    ben.page.get_by_label("Sheet of Ben").select_option("double_b")
    expect(ann.page.get_by_label("Sheet of Ben")).to_have_value("double_b")
    expect(ben.page.locator("[data-part=handicap]")).to_be_visible()
    # Longo has other dice: it cannot be chosen beside Double A.
    assert ben.page.locator("select option[value=longo]").count() == 0
    assert axe(ben.page) == []
    ann.picture("lobby-sheets")
    ann.tap("start")
    for one in (ann, ben):
        one.page.wait_for_selector(".table")
    play_out(ann, ben)
    assert len(ann.totals()) == 2


@pytest.mark.parametrize("size", SIZES)
def test_a_game_against_a_bot_on_another_sheet(
    phone: Phones, server: Running, size: tuple[int, int]
) -> None:
    options: dict[str, Any] = {"variant": "bonus_a", "sheet_per_seat": True}
    body = {
        "options": options,
        "seats": [
            {"kind": "me", "name": "Ann"},
            {"kind": "bot", "level": "champion", "variant": "classic"},
        ],
        "start": True,
    }
    made = server.post("/api/tables", body).json()
    me = phone(width=size[0], height=size[1], oneTap=True)
    page = me.sit(made["table"], made["token"])
    # Ann's sheet has the bar of Bonus A, the bot's has none.
    expect(page.locator(".own .strip.bar")).to_be_visible()
    expect(page.locator(".strip.bar")).to_have_count(1)
    assert me.fits()
    me.thumb(OVER)
    assert len(me.totals()) == 2
    page.locator("[data-action=replay]").click()
    page.wait_for_selector("[data-cell=r2]")


def test_one_device_gives_each_person_a_sheet(phone: Phones) -> None:
    me = phone(width=820, height=1180, name="Max", others=["Laura"], variant="double_a")
    page = me.open("new/device")
    page.locator("input[name=sheets]").check()
    page.get_by_label("Sheet of Laura").select_option("double_b")
    me.tap("create")
    page.wait_for_selector(".table")
