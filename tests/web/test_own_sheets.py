"""A sheet of one's own: made on a phone without a file, shared by its link, played, printed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from rowlock.languages import LANGUAGES
from tests.sampling import some
from tests.web.phone import Phones
from tests.web.test_access import axe


def signs(page: Page, where: str = ".sheet") -> list[str]:
    """Every cell with what a screen reader hears of its symbol."""
    cells = page.locator(f"{where} [data-cell]")
    return [str(one) for one in cells.evaluate_all("l => l.map((e) => e.dataset.cell)")] + [
        str(one)
        for one in cells.evaluate_all(
            "l => l.filter((e) => e.querySelector('.symbol')).map((e) => e.dataset.cell)"
        )
    ]


def test_from_home_to_a_game_on_a_sheet_of_ones_own(phone: Phones) -> None:
    me = phone(width=320, height=568, oneTap=True)
    page = me.open()
    me.tap("own-sheet")
    page.locator("[name=base]").select_option("bonus_b")
    page.locator("[name=kind]").select_option("b")
    page.locator("[name=code]").fill("Rose")
    page.locator("[name=code]").press("Tab")
    page.locator("[name=end]").select_option("2")
    expect(page.get_by_role("heading", name="Bonus B · b1-rose-end2")).to_be_visible()
    sign = page.locator("[data-cell]:has(.symbol)").first
    free = page.locator("[data-cell]:not(:has(.symbol))").first.get_attribute("data-cell")
    sign.click()
    page.locator(f"[data-cell={free}]").click()
    expect(page.locator(f"[data-cell={free}] .symbol")).to_be_visible()
    heading = page.get_by_role("heading", name=re.compile(r"Bonus B · b1-rose-m\w{6}-end2"))
    expect(heading).to_be_visible()
    name, shown = heading.inner_text(), signs(page)
    assert me.fits()

    friend = phone(language="de")
    other = friend.open(page.url.split("/", 3)[3])  # the link opens it on another device
    expect(other.get_by_role("heading", name=name)).to_be_visible()
    assert signs(other) == shown

    me.tap("own-home")
    expect(page.get_by_role("radio", name=name)).to_be_checked()
    me.tap("play")
    page.wait_for_selector(".table")
    assert signs(page, ".own") == shown
    me.thumb(lazy=True)  # two penalties end it
    expect(page.locator(".ranking")).to_be_visible()
    page.reload()
    expect(page.locator(".ranking")).to_be_visible()


def test_signs_are_moved_by_keyboard_and_in_words(phone: Phones) -> None:
    me = phone(width=320, height=568)
    page = me.open("sheets/bonus_a")
    said = page.locator("[role=status].said")
    page.locator("[data-cell=r2]").press("Enter")
    expect(said).to_have_text("There is no sign on this cell.")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(said).to_have_text("Taken up: red 3. Now tap the cell it goes to.")
    expect(page.get_by_role("button", name="Red 3, boxed, taken up")).to_be_focused()
    assert axe(page) == []
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(said).to_have_text("Exchanged: red 3 and yellow 3.")
    expect(page.get_by_role("button", name="Yellow 3, boxed")).to_be_focused()
    assert page.url.endswith("/sheets/bonus_a/-/-/-/r3-y3")
    page.keyboard.press("ArrowRight")  # on from there
    expect(page.locator("[data-cell=y4]")).to_be_focused()
    page.locator("[data-square='1']").press("Enter")
    expect(page.get_by_role("button", name="Square 1: yellow")).to_be_focused()
    page.locator("[data-square='1']").click()
    expect(page.get_by_role("button", name="Square 1: green")).to_be_visible()
    assert page.url.endswith("/r3-y3_1g")
    me.tap("own-undo")
    expect(page.get_by_role("button", name="Square 1: red")).to_be_visible()
    me.tap("own-undo")
    expect(page.get_by_role("button", name="Red 3, boxed")).to_be_visible()
    expect(page.locator("[data-action=own-undo]")).to_be_disabled()


WRONG = {
    "de": "Eine Zahl stünde zweimal in einer Reihe: Rot.",
    "en": "A number would appear twice in one row: Red.",
    "es": "Un número aparecería dos veces en una fila: Rojo.",
    "fr": "Un nombre figurerait deux fois dans une rangée : Rouge.",
    "it": "Un numero comparirebbe due volte in una riga: Rosso.",
    "nl": "Een getal zou twee keer in een rij staan: Rood.",
}


@pytest.mark.parametrize("language", some(LANGUAGES, ["fr"]))
def test_a_refusal_is_shown_beside_its_field(phone: Phones, language: str) -> None:
    me = phone(width=320, height=568, language=language)
    page = me.open("sheets/classic")
    page.locator("[data-cell=r3]").click()
    page.locator("[data-cell=y7]").click()
    expect(page.get_by_role("alert").filter(has_text=WRONG[language])).to_be_visible()
    expect(page.locator("[data-cell=r3].warned")).to_be_visible()
    expect(page.locator("[data-action=own-home]")).to_have_count(0)
    assert axe(page) == []
    assert me.fits()
    page.locator("[data-cell=r3]").click()
    page.locator("[data-cell=r7]").click()  # the refused move is not kept
    expect(page.locator("[data-action=own-home]")).to_be_visible()
    assert page.url.endswith("/r3xr7")


def test_a_sheet_that_cannot_be_shuffled_says_so_and_a_custom_sheet_is_printed(
    phone: Phones,
) -> None:
    me = phone()
    page = me.open("sheets/connected_chain")
    expect(page.get_by_text("nothing can be shuffled")).to_be_visible()
    page.locator("[name=lock]").select_option("3")
    me.tap("own-print")
    expect(page.get_by_text("Your own sheet: Connected, chain")).to_be_visible()
    with page.expect_download(timeout=60_000) as file:
        me.tap("make-pdf")
    assert file.value.path().read_bytes().startswith(b"%PDF")
