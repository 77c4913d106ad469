"""Real dice: the table rolls, phones keep the sheets."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.server.running import Running
from tests.web.phone import Phone, Phones


def cross(page: Page, *cells: str) -> None:
    for cell in cells:
        page.locator(f"[data-cell={cell}]").click()
        expect(page.locator(f"[data-cell={cell}]")).to_contain_class("crossed")


def points(page: Page, points: int) -> None:
    name = re.compile(rf"^Your sheet, {points} points?$")
    expect(page.get_by_role("grid")).to_have_accessible_name(name)


def test_real_dice_keep_the_sheet(phone: Phones) -> None:
    me = phone()
    page = me.open("new/real")
    page.get_by_label("Your name").fill("Max")
    me.tap("create")
    cross(page, "r2", "r3", "r5", "r7", "r9", "b8")
    # Left of the last cross: strict rules refuse it and say why.
    page.locator("[data-cell=r4]").click()
    expect(page.get_by_text("Left of your last cross.")).to_be_visible()
    page.locator("[data-cell=r12]").click()  # closes red: 7 crosses with the lock
    points(page, 29)
    me.tap("undo")
    points(page, 16)
    me.tap("penalty")
    points(page, 11)
    page.get_by_label("Green closed by another player").click()
    expect(page.get_by_text("The green die is out of the game.", exact=True)).to_be_visible()
    me.tap("finish")
    me.tap("finish-really")
    expect(page.get_by_role("heading", name="11 points")).to_be_visible()


def test_double_cells_say_and_show_that_they_count_twice(phone: Phones) -> None:
    me = phone(name="Max")
    page = me.open("new/real")
    page.locator("label:has([value=double_b])").click()
    me.tap("create")
    twice = re.compile("^Red 3, counts twice")
    expect(page.locator("[data-cell=r3]")).to_have_accessible_name(twice)
    expect(page.locator("[data-cell=r4]")).not_to_have_accessible_name(re.compile("twice"))
    cross(page, "r3", "r5", "r9")  # six crosses, 21 points: one too few for the 12
    points(page, 21)
    expect(page.locator("[data-cell=r3] .pair svg")).to_have_count(2)
    needs = re.compile("needs 7 crosses, you have 6$")
    expect(page.locator("[data-cell=r12]")).to_have_accessible_name(needs)
    cross(page, "r11")  # eight: 36 points; then 12 and lock, ten: 55
    page.locator("[data-cell=r12]").click()
    points(page, 55)
    me.tap("undo")
    points(page, 36)
    me.tap("finish")
    me.tap("finish-really")
    expect(page.locator(".scale .lit [aria-hidden]")).to_have_text(["8×", "36"])


def table_with(me: Phone, sheet: str) -> Page:
    page = me.open("new/real")
    page.locator(f"label:has([value={sheet}])").click()
    me.tap("create")
    return page


def test_a_second_tap_crosses_the_second_box(phone: Phones) -> None:
    page = table_with(phone(name="Max"), "double_a")
    cross(page, "r5")
    again = page.locator("[data-cell=r5]")
    expect(again).to_have_accessible_name("Red 5, crossed, can be crossed a second time")
    again.click()
    points(page, 3)
    expect(again).to_have_accessible_name("Red 5, crossed twice")
    expect(page.locator("[data-cell=r5] .second svg")).to_have_count(1)
    cross(page, "r7")
    points(page, 6)
    expect(page.locator("[data-cell=r7]")).to_have_accessible_name(re.compile("second time$"))
    expect(page.locator("[data-cell=r12] .second")).to_have_count(0)


def test_joined_cells_are_crossed_together(phone: Phones) -> None:
    page = table_with(phone(name="Max"), "connected_chain")
    expect(page.locator("[data-cell=r6]")).to_have_accessible_name(re.compile("joined to yellow 6"))
    cross(page, "y9")
    page.locator("[data-cell=r6]").click()
    expect(page.locator("[data-cell=y6]")).to_contain_class("crossed")
    points(page, 4)  # red 1, yellow 3


def test_framed_cells_count_in_the_fifth_row(phone: Phones) -> None:
    me = phone(name="Max")
    page = table_with(me, "connected_steps")
    expect(page.locator("[data-cell=r7]")).to_have_accessible_name(re.compile("in the fifth row"))
    cross(page, "r7", "y6", "y7")
    points(page, 1 + 3 + 3)
    me.tap("finish")
    me.tap("finish-really")
    expect(page.get_by_text("Steps", exact=True)).to_be_visible()


def test_a_swap_is_a_stroke_on_its_field_and_one_on_a_cell(phone: Phones) -> None:
    me = phone(name="Max")
    page = table_with(me, "x_change")
    fields = page.get_by_role("list", name="Swap fields").get_by_role("button")
    expect(fields).to_have_count(9)
    fields.nth(1).click()
    expect(fields.nth(1)).to_have_accessible_name("9/7, used")
    expect(fields.nth(0)).to_have_accessible_name("8/5, lost")
    cross(page, "r9")
    points(page, 1)
    fields.nth(0).click()  # strict rules: from left to right
    expect(page.get_by_text("A swap field to the right of it is used already.")).to_be_visible()
    me.tap("undo")
    me.tap("undo")
    expect(fields.nth(1)).to_have_accessible_name("9/7, free")


def test_a_bonus_row_counts_in_both_rows_beside_it(phone: Phones) -> None:
    page = table_with(phone(name="Max"), "big_points")
    page.locator("[data-cell=o7]").click()
    expect(page.get_by_text("A number beside this bonus cell must be")).to_be_visible()
    cross(page, "r7", "o7")
    points(page, 3 + 1)  # two crosses in red, one in yellow
    bonus = page.locator("[data-cell=o7]")
    expect(bonus).to_have_accessible_name("bonus 7 (red/yellow), crossed")


@pytest.mark.parametrize("rules", ["warning", "free"])
def test_other_rules_let_everything_pass_and_warning_says_what_is_wrong(
    phone: Phones, rules: str
) -> None:
    me = phone(name="Max")
    page = me.open("new/real")
    page.locator(f"input[value={rules}]").check()
    me.tap("create")
    warns = rules == "warning"
    cross(page, "r7", "r4")  # 4 lies left of 7: allowed, and with warnings marked and explained
    points(page, 3)
    expect(page.locator("[data-cell=r4].warned")).to_have_count(int(warns))
    expect(page.get_by_text("Left of your last cross.")).to_have_count(int(warns))
    # The lock by hand, without its last cell; the row is closed, and open again.
    lock = page.get_by_role("button", name="Red: cross the lock")
    lock.click()
    points(page, 6)
    expect(lock).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".lock-btn.warned")).to_have_count(int(warns))
    expect(page.get_by_text("The red die is out of the game.", exact=True)).to_be_visible()
    lock.click()
    points(page, 3)
    expect(page.get_by_text("closed · ")).to_have_count(0)
    # A cross is taken away by a tap, anything by undo.
    page.locator("[data-cell=r4]").click()
    points(page, 1)
    expect(page.locator(".warned")).to_have_count(0)
    me.tap("undo")
    points(page, 3)
    for _ in range(4):
        me.tap("undo")
    points(page, 0)


def test_a_closed_row_reaches_all_others_also_on_a_phone_with_several_sheets(
    phone: Phones, server: Running
) -> None:
    """Max and Laura share a phone, Emma has her own; Laura closes red."""
    made = server.create("me:Max", "local:Laura", "open", dice="real")
    key = server.join(made["table"], "Emma")["token"]
    home, emma = phone(), phone()
    home.sit(made["table"], made["token"])
    emma.sit(made["table"], key)
    # Bots cannot see real dice: the lobby offers none.
    expect(home.page.get_by_role("button", name="Add a seat")).to_be_visible()
    assert home.page.get_by_role("button", name="Add a bot").count() == 0
    home.tap("start")
    page, there = home.page, emma.page
    cross(page, "r6")
    page.get_by_role("button", name="Laura").click()
    points(page, 0)  # her own sheet
    cross(page, "r2", "r3", "r4", "r5", "r8", "r12")
    points(page, 28)
    expect(there.get_by_text("Laura closed red", exact=True)).to_be_visible()
    expect(there.locator("[data-cell=r2]")).to_contain_class("closed")
    there.locator("[data-cell=r2]").click()
    expect(there.get_by_text("This row is closed.")).to_be_visible()
    # Max has his cross still, and no more of them in red.
    page.get_by_role("button", name="Max").click()
    points(page, 1)
    expect(page.locator("[data-cell=r7]")).to_contain_class("closed")
    # Laura undoes it: red is open again for everybody.
    page.get_by_role("button", name="Laura ·").click()
    home.tap("undo")
    expect(there.locator("[data-cell=r2]:not(.closed)")).to_be_visible()
    expect(there.locator(".banner")).to_have_count(0)
    cross(there, "r2")
    there.get_by_role("button", name="Laura, 15 points").click()  # her sheet, full size
    expect(there.get_by_role("dialog").get_by_role("grid")).to_contain_text("15")
