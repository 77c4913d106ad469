"""A sheet of one's own: made on a phone without a file, shared by its link, played, printed."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.server.running import Running
from tests.web.phone import Phones


def test_from_home_to_a_game_on_a_sheet_of_ones_own(phone: Phones, server: Running) -> None:
    me = phone(width=320, height=568, oneTap=True)
    page = me.open()
    me.tap("own-sheet")
    page.locator("[name=base]").select_option("mixx_a")
    page.locator("[name=kind]").select_option("b")
    page.locator("[name=code]").fill("Rose")
    page.locator("[name=code]").press("Tab")
    page.locator("[name=end]").select_option("2")
    heading = page.get_by_role("heading", name="Mixx A · b1-rose-end2")
    expect(heading).to_be_visible()
    shown = page.locator(".sheet [data-cell]").evaluate_all("l => l.map((e) => e.dataset.cell)")
    assert me.fits()

    friend = phone(language="de")
    other = friend.open(page.url.split("/", 3)[3])  # the link opens it on another device
    expect(other.get_by_role("heading", name="Gemixxt A · b1-rose-end2")).to_be_visible()
    cells = other.locator(".sheet [data-cell]").evaluate_all("l => l.map((e) => e.dataset.cell)")
    assert cells == shown

    me.tap("own-home")
    expect(page.get_by_role("radio", name="Mixx A · b1-rose-end2")).to_be_checked()
    me.tap("play")
    page.wait_for_selector(".table")
    own = page.locator(".own [data-cell]").evaluate_all("l => l.map((e) => e.dataset.cell)")
    assert own == shown
    me.thumb(lazy=True)  # two penalties end it
    expect(page.locator(".ranking")).to_be_visible()
    page.reload()
    expect(page.locator(".ranking")).to_be_visible()


def test_what_cannot_be_shuffled_says_so_and_an_own_sheet_is_printed(phone: Phones) -> None:
    me = phone()
    page = me.open("sheets/connected_chain")
    expect(page.get_by_text("nothing can be shuffled")).to_be_visible()
    page.locator("[name=lock]").select_option("3")
    me.tap("own-print")
    expect(page.get_by_text("Your own sheet: Connected, chain")).to_be_visible()
    with page.expect_download(timeout=60_000) as file:
        me.tap("make-pdf")
    assert file.value.path().read_bytes().startswith(b"%PDF")
