"""What a button copies, and what it says about it; over plain http browsers have no clipboard."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.phone import Phone, Phones

PLAIN_HTTP = """
delete Navigator.prototype.clipboard
delete Navigator.prototype.share
addEventListener('copy', () => (window.copied = document.activeElement.value))
"""
FORBIDDEN = "document.execCommand = () => false"


def link_of_a_sheet(me: Phone) -> Page:
    page = me.open("sheets/bonus_a/-/-/-/r3-r4")
    me.tap("own-link")
    return page


def test_a_link_is_copied_over_plain_http(phone: Phones) -> None:
    me = phone()
    me.context.add_init_script(PLAIN_HTTP)
    page = link_of_a_sheet(me)
    expect(page.locator("[data-action=own-link]")).to_contain_text("Copied")
    assert page.evaluate("window.copied") == page.url
    expect(page.locator("[data-action=own-link]")).to_be_focused()


def test_the_page_does_not_claim_a_failed_copy(phone: Phones) -> None:
    me = phone()
    me.context.add_init_script(PLAIN_HTTP + FORBIDDEN)
    button = link_of_a_sheet(me).locator("[data-action=own-link]")
    expect(button).to_contain_text("Copying failed")
    expect(button.get_by_text("Copied", exact=True)).to_be_hidden()
    expect(button.get_by_text("Copy the link")).to_be_visible()  # after a moment


def test_a_link_is_copied_out_of_a_dialog(phone: Phones) -> None:
    me = phone()
    me.context.add_init_script(PLAIN_HTTP)
    made = me.server.create("me:Max", "bot", start=True)
    page = me.sit(made["table"], made["token"])
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog").get_by_text("Switch to another device").click()
    page.get_by_role("dialog").get_by_role("button", name="Copy").last.click()
    expect(page.get_by_role("dialog").get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("window.copied").endswith(f"#{made['token']}")
